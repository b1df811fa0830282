import { Segmented } from 'antd';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PaymentFilters } from '../../components/payment-filters.tsx';
import { PaymentFind } from '../../components/payment-find.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { withoutAccount } from '../../lib/account-text.ts';
import { useListView } from '../../lib/list-view.ts';
import { type ListFilter, type RecordOf, useRecords } from '../../lib/records.ts';
import { shownAmount } from '../../lib/shown-amount.ts';
import { isDay, momentText } from '../../lib/time.ts';
import { endsOf } from '../../lib/work-items.ts';
import { depositStatuses, depositTexts as texts } from '../../locales/zh/deposits.ts';
import styles from './deposits.module.css';

type Deposit = RecordOf<'depositList'>;
type Filter = ListFilter<'depositList'>;
type State = 'ALL' | NonNullable<Filter['state']>;

const columns: Column<Deposit>[] = [
  { key: 'state', title: texts.state, cell: (deposit) => <DepositStatus deposit={deposit} /> },
  {
    key: 'txid',
    title: texts.txid,
    cell: ({ id, txid }) => (
      <Link to={`/deposits/${id}`} className={styles.code}>
        {endsOf(txid)}
      </Link>
    ),
  },
  { key: 'account', title: texts.account, isName: true, cell: ({ account }) => account },
  {
    key: 'amount',
    title: texts.amount,
    isNumber: true,
    cell: ({ amount, coin }) => <Amount value={shownAmount(amount, coin)} coin={coin} />,
  },
  {
    key: 'seenAt',
    title: texts.seenAt,
    isNumber: true,
    cell: ({ seenAt }) => <time dateTime={seenAt}>{momentText(seenAt)}</time>,
  },
];

/** What must be clawed back is said before what the chain says. */
export function DepositStatus({
  deposit,
}: {
  deposit: Pick<Deposit, 'status' | 'isToClawBack' | 'confirmations' | 'needed'>;
}) {
  const { status, isToClawBack, confirmations, needed } = deposit;
  if (isToClawBack) return <Status shape="bad">{texts.toClawBack}</Status>;
  const { shape, label } = depositStatuses[status];
  return <Status shape={shape}>{status === 'CONFIRMING' ? texts.confirming(confirmations, needed) : label}</Status>;
}

const states = texts.stateOptions.map(({ value }) => value as State);

/** Deposits of all customers. The address holds what is looked for. */
export function DepositsPage() {
  const [given, setView] = useListView(['state', 'coin', 'customer', 'find', 'from', 'to']);
  const asked = { ...given, find: withoutAccount(given.find) };
  const state = states.find((one) => one === asked.state) ?? 'ALL';
  const filter = filterOf(asked, state);
  // Each search stands in the audit log.
  const isSearch = asked.find !== undefined || asked.customer !== undefined;
  const isNarrowed = isSearch || [asked.coin, asked.from, asked.to].some((one) => one !== undefined);
  const query = useRecords('depositList', filter, {
    refetchInterval: isSearch ? false : 15_000,
    refetchOnWindowFocus: !isSearch,
  });
  return (
    <>
      <PageHead title={texts.title}>
        <Segmented
          aria-label={texts.states}
          value={state}
          options={texts.stateOptions}
          onChange={(next) => setView({ state: next === 'ALL' ? undefined : next })}
        />
        <ExportButton call="exportDeposits" filter={filter} title={texts.title} />
      </PageHead>
      <PaymentFilters asked={asked} onAsk={setView}>
        <PaymentFind label={texts.find} find={asked.find} customer={asked.customer} onFind={setView} />
      </PaymentFilters>
      <RecordTable
        key={JSON.stringify(filter)}
        what={texts.title}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/deposits/${id}`}
        nothing={texts.nothing[isNarrowed ? 'NARROWED' : state]}
      />
    </>
  );
}

/** What the address says, as far as the server knows it. */
function filterOf(
  { coin, customer, find, from, to }: Record<'coin' | 'customer' | 'find' | 'from' | 'to', string | undefined>,
  state: State,
): Filter {
  return {
    ...(state !== 'ALL' && { state }),
    ...((coin === 'BTC' || coin === 'USDT') && { coin }),
    ...(find && { find }),
    ...(customer && { customer }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}
