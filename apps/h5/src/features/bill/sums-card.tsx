import type { Data } from '@lode/contract';
import { parseAmount } from '@lode/money';
import { Amount, Card, KeyValues, Skeleton } from '@lode/ui';
import type { ReactNode } from 'react';
import { billMessages as messages } from '../../locales/zh/bill.ts';
import styles from './bill-page.module.css';

type Bill = Data<'billMonth'>;

function sumsOf({ coin, in: income, out }: Bill['sums'][number]) {
  const isIn = parseAmount(income, coin) > 0n;
  return [
    {
      label: messages.income(coin),
      value: <Amount value={income} coin={coin} size="sub" sign={isIn} direction={isIn} exact />,
    },
    { label: messages.expense(coin), value: <Amount value={-parseAmount(out, coin)} coin={coin} size="sub" exact /> },
  ];
}

interface SumsCardProps {
  bill: Bill;
  head: ReactNode;
  /** Beside what a search found, the sums of the whole month would read as those of the result. */
  areSumsHidden: boolean;
}

/** What came and what went in a month, per coin. */
export function SumsCard({ bill, head, areSumsHidden }: SumsCardProps) {
  if (areSumsHidden) return <Card>{head}</Card>;
  return (
    <Card>
      {head}
      {bill.sums.length === 0 ? (
        <p className={styles.none}>{messages.noSums}</p>
      ) : (
        <div className={styles.sums}>
          <KeyValues items={bill.sums.flatMap(sumsOf)} />
        </div>
      )}
      <p className={styles.note}>{messages.sumNote}</p>
    </Card>
  );
}

export function SumsSkeleton() {
  return (
    <Card>
      <div className={styles.picker}>
        <span className={styles.step} />
        <Skeleton width={220} height={36} />
        <span className={styles.step} />
      </div>
      <div className={styles.lines}>
        {Array.from({ length: 4 }, (_, i) => (
          <Skeleton key={i} width="100%" height={38} />
        ))}
      </div>
      <p className={styles.note}>{messages.sumNote}</p>
    </Card>
  );
}
