import type { ConsoleData } from '@lode/contract/console';
import { Amount } from '../../components/amount.tsx';
import { momentText } from '../../lib/time.ts';
import { originPurposes, reconciliationTexts as texts } from '../../locales/zh/books.ts';
import styles from './books.module.css';

/** What stands in SUSPENSE until two people say what it is. */
export function OriginTable({ origins, count }: { origins: ConsoleData<'reconciliation'>['origins']; count: number }) {
  return (
    <section className={styles.section} aria-label={texts.originTitle}>
      <h2>
        {texts.originTitle} {count > 0 && <small>{texts.originNote(origins.length, count)}</small>}
      </h2>
      {count === 0 ? (
        <p className={styles.quiet}>{texts.noOrigins}</p>
      ) : (
        <table className={styles.table} aria-label={texts.originTitle}>
          <thead>
            <tr>
              <th scope="col">{texts.origin}</th>
              <th scope="col">{texts.since}</th>
              <th scope="col">{texts.where}</th>
              <th scope="col">{texts.txid}</th>
              <th scope="col" className={styles.right}>
                {texts.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {origins.map(({ origin, id, coin, amount, purpose, address, txid, since }) => (
              <tr key={`${origin} ${id}`}>
                <td>
                  {texts[origin]} {id}
                </td>
                <td>{momentText(since)}</td>
                <td>
                  {originPurposes[purpose]}
                  {address !== null && <div className={styles.code}>{address}</div>}
                </td>
                <td className={styles.code}>{txid}</td>
                <td className={styles.right}>
                  <Amount value={amount} coin={coin} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
