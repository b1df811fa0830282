import type { ConsoleData } from '@lode/contract/console';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { ProposalLink } from '../../components/proposal-link.tsx';
import { momentText } from '../../lib/time.ts';
import { originPurposes, reconciliationTexts as texts } from '../../locales/zh/books.ts';
import styles from './books.module.css';
import { ExplainDialog, type Origin } from './explain-dialog.tsx';

interface OriginTableProps {
  origins: ConsoleData<'reconciliation'>['origins'];
  count: number;
  /** FINANCE proposes, and nothing is proposed of what is old. */
  canExplain: boolean;
}

/** What stands in SUSPENSE until two people say what it is. */
export function OriginTable({ origins, count, canExplain }: OriginTableProps) {
  const [explaining, setExplaining] = useState<Origin | null>(null);
  return (
    <section className={styles.section} aria-label={texts.originTitle}>
      <h2>
        {texts.originTitle} {count > 0 && <small>{texts.originNote(origins.length, count)}</small>}
        <ProposalLink action="suspense:reopen" />
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
              <th scope="col" className={styles.right}>
                {texts.action}
              </th>
            </tr>
          </thead>
          <tbody>
            {origins.map((row) => {
              const { origin, id, coin, amount, purpose, address, txid, since } = row;
              return (
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
                  <td className={styles.right}>
                    {origin === 'deposit' ? (
                      <Link to={`/deposits/${id}`}>{texts.toDeposit}</Link>
                    ) : (
                      <Button
                        size="small"
                        disabled={!canExplain}
                        aria-label={texts.explainOne(id)}
                        onClick={() => setExplaining(row)}
                      >
                        {texts.explain}
                      </Button>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {explaining !== null && <ExplainDialog origin={explaining} onClose={() => setExplaining(null)} />}
    </section>
  );
}
