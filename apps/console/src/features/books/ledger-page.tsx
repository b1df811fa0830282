import { Link, useLocation } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { useListView } from '../../lib/list-view.ts';
import type { RecordOf } from '../../lib/records.ts';
import { momentText } from '../../lib/time.ts';
import { booksTexts as texts, transferKindName } from '../../locales/zh/books.ts';
import { BalancePane } from './balance-pane.tsx';
import styles from './books.module.css';
import { BooksHead } from './books-head.tsx';
import { coinOf, filterFields, filterOf, type LedgerFilter, useTransfers } from './ledger-view.ts';
import { TransferDetail } from './transfer-detail.tsx';
import { TransferFilters } from './transfer-filters.tsx';

type Transfer = RecordOf<'transferList'>;

/** What moved the books, beside what stands in them; one transfer with its lines and its cause. */
export function LedgerPage() {
  const [{ transfer, ...view }, setView] = useListView([...filterFields, 'transfer']);
  const { search } = useLocation();
  const filter = filterOf(view);
  const query = useTransfers(filter);
  const pathOf = (id: string) => {
    const params = new URLSearchParams(search);
    params.set('transfer', id);
    return `/ledger?${params}`;
  };
  const coin = coinOf(view.coin) ?? 'BTC';
  return (
    <>
      <BooksHead page="/ledger">
        <ExportButton call="exportTransfers" filter={filter} title={texts.title} />
      </BooksHead>
      <div className={styles.columns}>
        <BalancePane
          coin={coin}
          date={filter.to ?? filter.from}
          account={filter.account}
          onCoin={(next) => setView({ coin: next })}
          onDate={(date) => setView({ from: date, to: date })}
        />
        <div className={styles.work}>
          <TransferFilters view={view} onChange={setView} />
          <div className={styles.list} data-short={transfer === undefined ? undefined : true}>
            <RecordTable
              key={JSON.stringify(filter)}
              what={texts.ledger}
              query={query}
              columns={columnsOf(pathOf, filter.account !== undefined)}
              rowKey={({ id }) => id}
              to={({ id }) => pathOf(id)}
              nothing={nothingOf(filter, query.hasNextPage)}
            />
          </div>
          {transfer !== undefined && (
            <TransferDetail key={transfer} id={transfer} onClose={() => setView({ transfer: undefined })} />
          )}
        </div>
      </div>
    </>
  );
}

function nothingOf(filter: LedgerFilter, hasMore: boolean) {
  if (hasMore) return texts.nothingYet;
  return Object.keys(filter).length > 0 ? texts.nothing : texts.none;
}

const columnsOf = (pathOf: (id: string) => string, isNet: boolean): Column<Transfer>[] => [
  { key: 'time', title: texts.time, cell: ({ postedAt }) => momentText(postedAt) },
  {
    key: 'id',
    title: texts.transfer,
    cell: ({ id }) => (
      <Link to={pathOf(id)} className={styles.code}>
        {texts.number(id)}
      </Link>
    ),
  },
  { key: 'kind', title: texts.kind, cell: ({ kind }) => transferKindName(kind) },
  { key: 'key', title: texts.key, isWide: true, cell: ({ key }) => <span className={styles.code}>{key}</span> },
  { key: 'lines', title: texts.lines, isNumber: true, cell: ({ lines }) => lines.toLocaleString('en') },
  {
    key: 'amount',
    title: isNet ? texts.net : texts.moved,
    isNumber: true,
    cell: ({ amounts }) =>
      amounts.map(({ coin, amount }) => (
        <div key={coin}>
          <Amount value={amount} coin={coin} />
        </div>
      )),
  },
];
