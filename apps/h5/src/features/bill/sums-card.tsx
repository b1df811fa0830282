import type { Data } from '@lode/contract';
import { parseAmount } from '@lode/money';
import { Amount, Card, Skeleton } from '@lode/ui';
import type { ReactNode } from 'react';
import { billMessages as messages } from '../../locales/zh/bill.ts';
import styles from './bill-page.module.css';

type Bill = Data<'billMonth'>;

/** What came and what went in a month, per coin. */
export function SumsCard({ bill, head }: { bill: Bill; head: ReactNode }) {
  return (
    <Card>
      {head}
      {bill.sums.length === 0 ? (
        <p className={styles.none}>{messages.noSums}</p>
      ) : (
        <table className={styles.sums} aria-label={messages.sums}>
          <thead>
            <tr>
              <th scope="col">{messages.coin}</th>
              <th scope="col">{messages.income}</th>
              <th scope="col">{messages.expense}</th>
            </tr>
          </thead>
          <tbody>
            {bill.sums.map(({ coin, in: income, out }) => (
              <tr key={coin}>
                <th scope="row">{coin}</th>
                <td>
                  <Amount
                    value={income}
                    coin={coin}
                    unit={null}
                    size="sub"
                    sign
                    direction={parseAmount(income, coin) > 0n}
                  />
                </td>
                <td>
                  <Amount value={-parseAmount(out, coin)} coin={coin} unit={null} size="sub" sign />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
        <Skeleton width="100%" height={32} />
        <Skeleton width="100%" height={38} />
        <Skeleton width="100%" height={38} />
      </div>
      <p className={styles.note}>{messages.sumNote}</p>
    </Card>
  );
}
