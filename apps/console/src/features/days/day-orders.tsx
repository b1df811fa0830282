import type { ConsoleData } from '@lode/contract/console';
import { momentText } from '../../lib/time.ts';
import { orderWorks, outcomeText, daysTexts as texts } from '../../locales/zh/days.ts';
import styles from './days.module.css';

/** What people ordered of the day, and its seal. */
export function DayOrders({ day: { orders, seal, previousSeal } }: { day: ConsoleData<'day'> }) {
  return (
    <>
      {seal && (
        <section className={styles.section} aria-label={texts.seal}>
          <h2 className={styles.h}>{texts.seal}</h2>
          <dl className={styles.facts}>
            <dt>{texts.sealOf}</dt>
            <dd className={styles.code}>{seal}</dd>
            <dt>{texts.previousSeal}</dt>
            <dd className={styles.code}>{previousSeal ?? '—'}</dd>
          </dl>
        </section>
      )}
      {orders.length > 0 && (
        <section className={styles.section} aria-label={texts.orders}>
          <h2 className={styles.h}>{texts.orders}</h2>
          <table className={styles.small} aria-label={texts.orders}>
            <thead>
              <tr>
                <th scope="col">{texts.work}</th>
                <th scope="col">{texts.by}</th>
                <th scope="col">{texts.at}</th>
                <th scope="col">{texts.outcome}</th>
              </tr>
            </thead>
            <tbody>
              {orders.map(({ id, work, by, at, outcome }) => (
                <tr key={id}>
                  <td>{orderWorks[work]}</td>
                  <td>{by}</td>
                  <td>{momentText(at)}</td>
                  <td>{outcomeText(outcome)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
