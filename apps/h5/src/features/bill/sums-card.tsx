import type { Data } from '@lode/contract';
import { parseAmount } from '@lode/money';
import { Amount, Card, Skeleton } from '@lode/ui';
import type { ReactNode } from 'react';
import { billMessages as messages } from '../../locales/zh/bill.ts';
import styles from './bill-page.module.css';

type Bill = Data<'billMonth'>;

type Sum = Bill['sums'][number];

/** A line per coin; a row whose figures are too long for it wraps. */
function Sums({ sums }: { sums: readonly Sum[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>{messages.coin}</th>
          <th>{messages.income}</th>
          <th>{messages.expense}</th>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ coin, in: income, out }) => {
          const isIn = parseAmount(income, coin) > 0n;
          return (
            <tr key={coin}>
              <th>{coin}</th>
              <td>
                <Amount value={income} coin={coin} size="sub" unit={null} sign={isIn} direction={isIn} exact />
              </td>
              <td>
                <Amount value={-parseAmount(out, coin)} coin={coin} size="sub" unit={null} exact />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface SumsCardProps {
  bill: Bill;
  head: ReactNode;
  /** Beside what a search found, the sums of the whole month would read as those of the result. */
  areSumsHidden: boolean;
  /** Nothing moved at all, or what did is kept elsewhere: the list says it. */
  isEmpty: boolean;
}

/** What came and what went in a month, per coin. */
export function SumsCard({ bill, head, areSumsHidden, isEmpty }: SumsCardProps) {
  if (areSumsHidden || isEmpty) return <Card>{head}</Card>;
  return (
    <Card>
      {head}
      {bill.sums.length === 0 ? (
        <p className={styles.none}>{messages.noSums}</p>
      ) : (
        <div className={styles.sums}>
          <Sums sums={bill.sums} />
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
