import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { DateFilter } from '../../components/date-filter.tsx';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { callQuery } from '../../lib/queries.ts';
import { accountNames, booksTexts as texts } from '../../locales/zh/books.ts';
import { AccountName } from './account-name.tsx';
import { BalanceState } from './balance-state.tsx';
import styles from './books.module.css';
import { coins, type LedgerCoin, ledgerPath } from './ledger-view.ts';

interface BalancePaneProps {
  coin: LedgerCoin;
  /** Absent: today. */
  date: string | undefined;
  account: string | undefined;
  onCoin: (coin: LedgerCoin) => void;
  onDate: (date: string) => void;
}

/** What stands on each account at the end of a date; each leads to what moved it that day. */
export function BalancePane({ coin, date: asked, account, onCoin, onDate }: BalancePaneProps) {
  const query = useQuery(callQuery('trialBalance', asked === undefined ? { coin } : { coin, date: asked }));
  const date = query.data?.date ?? asked ?? '';
  const group = (label: string, isCustomers: boolean) => (
    <>
      <tr>
        <th scope="colgroup" colSpan={2}>
          {label}
        </th>
      </tr>
      {query.data?.lines
        .filter((line) => line.isCustomers === isCustomers)
        .map((line) => (
          <tr key={line.account} aria-current={line.account === account || undefined}>
            <td>
              <Link to={ledgerPath({ coin, account: line.account, from: date, to: date })}>
                {accountNames[line.account]}
                <span>
                  <AccountName account={line.account} />
                </span>
              </Link>
            </td>
            <td className={styles.right}>
              <Amount value={line.closing} />
            </td>
          </tr>
        ))}
    </>
  );
  return (
    <section className={styles.pane} aria-label={texts.trialBalance}>
      <div className={styles.top}>
        <h2>{texts.trialBalance}</h2>
        <Segmented
          size="small"
          aria-label={texts.coin}
          value={coin}
          options={[...coins]}
          onChange={(next) => onCoin(next as LedgerCoin)}
        />
      </div>
      <div className={styles.top}>
        <DateFilter label={texts.date} value={date} onChange={onDate} />
        <Link to={`/ledger/trial-balance?coin=${coin}${date && `&date=${date}`}`}>{texts.wholeTable}</Link>
      </div>
      {query.data === undefined &&
        (query.error ? <QueryFailed what={texts.trialBalance} query={query} /> : <RowsSkeleton />)}
      {query.data && (
        <>
          {query.error && <StaleAlert query={query} />}
          <table className={styles.balance} aria-label={texts.trialBalance}>
            <thead>
              <tr>
                <th scope="col">{texts.account}</th>
                <th scope="col" className={styles.right}>
                  {coin}
                </th>
              </tr>
            </thead>
            <tbody>
              {group(texts.owed, true)}
              {group(texts.own, false)}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{texts.sum}</th>
                <td className={styles.right}>
                  <Amount value={query.data.sums.closing} />
                </td>
              </tr>
            </tfoot>
          </table>
          <BalanceState data={query.data} />
        </>
      )}
    </section>
  );
}
