import type { ConsoleData } from '@lode/contract/console';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { Status } from '../../components/shape.tsx';
import { reconciliationTexts as texts } from '../../locales/zh/books.ts';
import styles from './books.module.css';

/** What pools have paid for which days; where it is not what was expected, why. */
export function PaymentTable({ payments }: { payments: ConsoleData<'reconciliation'>['payments'] }) {
  return (
    <section className={styles.section} aria-label={texts.paymentTitle}>
      <h2>
        {texts.paymentTitle} <small>{texts.paymentNote}</small> <Link to="/pools">{texts.match}</Link>
      </h2>
      {payments.length === 0 ? (
        <p className={styles.quiet}>{texts.noPayments}</p>
      ) : (
        <table className={styles.table} aria-label={texts.paymentTitle}>
          <thead>
            <tr>
              <th scope="col">{texts.period}</th>
              {[texts.expected, texts.paid, texts.difference].map((title) => (
                <th key={title} scope="col" className={styles.right}>
                  {title}
                </th>
              ))}
              <th scope="col">{texts.reason}</th>
            </tr>
          </thead>
          <tbody>
            {payments.map(({ id, coin, from, to, paid, expected, difference, reason, isUndone }) => (
              <tr key={id}>
                <td>
                  <Link to={`/network-day/${coin}/${to}`}>
                    {coin} {from === to ? from : `${from} – ${to}`}
                  </Link>
                </td>
                <td className={styles.right}>
                  <Amount value={expected} />
                </td>
                <td className={styles.right}>
                  <Amount value={paid} />
                </td>
                <td className={styles.right}>{Number(difference) === 0 ? '0' : <Amount value={difference} />}</td>
                <td className={styles.why}>
                  {isUndone && <Status shape="off">{texts.undone}</Status>}
                  <div>{reason ?? texts.noReason}</div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
