import type { ConsoleData } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { DateFilter } from '../../components/date-filter.tsx';
import { QueryFailed, RowsSkeleton, StaleAlert } from '../../components/query-state.tsx';
import { useKeys } from '../../lib/keys.ts';
import { useListView } from '../../lib/list-view.ts';
import { callQuery } from '../../lib/queries.ts';
import { isDay } from '../../lib/time.ts';
import { accountNames, booksTexts as texts } from '../../locales/zh/books.ts';
import { BalanceState } from './balance-state.tsx';
import styles from './books.module.css';
import { BooksHead } from './books-head.tsx';
import { coinOf, coins, dayAfter, ledgerPath } from './ledger-view.ts';

const columns = ['opening', 'debit', 'credit', 'closing'] as const;

/** Every account of a coin on a business date. */
export function TrialBalancePage() {
  const [view, setView] = useListView(['coin', 'date']);
  const coin = coinOf(view.coin) ?? 'BTC';
  const input = isDay(view.date) ? { coin, date: view.date } : { coin };
  const query = useQuery(callQuery('trialBalance', input));
  const date = query.data?.date ?? view.date;
  const move = (by: number) => () => date !== undefined && setView({ date: dayAfter(date, by) });
  useKeys({ ArrowLeft: move(-1), ArrowRight: move(1) });
  return (
    <>
      <BooksHead page="/ledger/trial-balance" />
      <div className={styles.filters} role="search" aria-label={texts.trialBalance}>
        <Segmented
          aria-label={texts.coin}
          value={coin}
          options={[...coins]}
          onChange={(next) => setView({ coin: next === 'BTC' ? undefined : next })}
        />
        <span className={styles.dates}>
          <Button size="small" aria-label={texts.previousDay} onClick={move(-1)}>
            ‹
          </Button>
          <DateFilter label={texts.date} value={date} onChange={(day) => setView({ date: day })} />
          <Button size="small" aria-label={texts.nextDay} onClick={move(1)}>
            ›
          </Button>
        </span>
        {query.data && <BalanceState data={query.data} />}
      </div>
      {query.data === undefined &&
        (query.error ? <QueryFailed what={texts.trialBalance} query={query} /> : <RowsSkeleton />)}
      {query.data && (
        <div className={styles.wide}>
          {query.error && <StaleAlert query={query} />}
          <BalanceTable data={query.data} />
          <p className={styles.quiet}>{texts.sumNote}</p>
        </div>
      )}
    </>
  );
}

function BalanceTable({ data: { coin, date, lines, sums } }: { data: ConsoleData<'trialBalance'> }) {
  const group = (label: string, isCustomers: boolean) => (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={5}>
          {label}
        </th>
      </tr>
      {lines
        .filter((line) => line.isCustomers === isCustomers)
        .map((line) => (
          <tr key={line.account}>
            <td>
              <Link to={ledgerPath({ coin, account: line.account, from: date, to: date })}>
                {accountNames[line.account]}
              </Link>
              <span className={styles.sub}>{line.account}</span>
            </td>
            {columns.map((column) => (
              <td key={column} className={styles.right}>
                <Amount value={line[column]} />
              </td>
            ))}
          </tr>
        ))}
    </tbody>
  );
  return (
    <table className={styles.table} aria-label={texts.trialBalance}>
      <thead>
        <tr>
          <th scope="col">
            {texts.account} · {coin}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className={styles.right}>
              {texts[column]}
            </th>
          ))}
        </tr>
      </thead>
      {group(texts.owed, true)}
      {group(texts.own, false)}
      <tfoot>
        <tr>
          <th scope="row">{texts.sum}</th>
          {columns.map((column) => (
            <td key={column} className={styles.right}>
              <Amount value={sums[column]} />
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
