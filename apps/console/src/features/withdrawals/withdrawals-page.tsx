import { Segmented, Select } from 'antd';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { ImportLink } from '../../components/import-link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import filters from '../../components/payment-filters.module.css';
import { PaymentFilters } from '../../components/payment-filters.tsx';
import { PaymentFind } from '../../components/payment-find.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { withoutAccount } from '../../lib/account-text.ts';
import { useListView } from '../../lib/list-view.ts';
import { type ListFilter, type RecordOf, useRecords } from '../../lib/records.ts';
import { isDay, momentText } from '../../lib/time.ts';
import { endsOf } from '../../lib/work-items.ts';
import { phaseNames, phaseShapes, withdrawalTexts as texts } from '../../locales/zh/withdrawals.ts';
import styles from './withdrawals.module.css';

type Withdrawal = RecordOf<'withdrawalList'>;
type Filter = ListFilter<'withdrawalList'>;
type View = NonNullable<Filter['view']>;

const columns: Column<Withdrawal>[] = [
  {
    key: 'phase',
    title: texts.phase,
    cell: ({ phase, isCancelling }) => (
      <Status shape={isCancelling ? 'run' : phaseShapes[phase]}>
        {isCancelling ? texts.cancelling : phaseNames[phase]}
      </Status>
    ),
  },
  { key: 'number', title: texts.number, cell: ({ id, number }) => <Link to={`/withdrawals/${id}`}>{number}</Link> },
  { key: 'account', title: texts.account, cell: ({ account }) => account ?? texts.treasury },
  {
    key: 'address',
    title: texts.address,
    cell: ({ address }) => <span className={styles.code}>{endsOf(address)}</span>,
  },
  { key: 'proposer', title: texts.proposer, cell: ({ proposer }) => proposer ?? texts.none },
  {
    key: 'amount',
    title: texts.amount,
    isNumber: true,
    cell: ({ amount, coin }) => <Amount value={amount} coin={coin} />,
  },
  { key: 'appliedAt', title: texts.appliedAt, isNumber: true, cell: ({ appliedAt }) => momentText(appliedAt) },
];

const views: readonly View[] = ['REVIEW', 'PAYING', 'ENDED', 'ALL'];
const phases = Object.entries(phaseNames).map(([value, label]) => ({ value, label }));

/** Withdrawals of all customers. The address holds what is looked for. */
export function WithdrawalsPage() {
  const [given, setView] = useListView(['view', 'phase', 'coin', 'customer', 'find', 'from', 'to']);
  const asked = { ...given, find: withoutAccount(given.find) };
  const view = views.find((one) => one === asked.view) ?? 'REVIEW';
  const filter = filterOf(asked, view);
  const isSearch = asked.find !== undefined || asked.customer !== undefined;
  const isNarrowed = isSearch || [asked.phase, asked.coin, asked.from, asked.to].some((one) => one !== undefined);
  // Each reading of a search stands in the audit log.
  const query = useRecords('withdrawalList', filter, {
    refetchInterval: isSearch ? false : 15_000,
    refetchOnWindowFocus: !isSearch,
  });
  return (
    <>
      <PageHead title={texts.title} note={<Link to="/withdrawals/auto-approval">{texts.autoApproval}</Link>}>
        <Segmented
          aria-label={texts.views}
          value={view}
          options={texts.viewOptions}
          onChange={(next) => setView({ view: next === 'REVIEW' ? undefined : next, phase: undefined })}
        />
        <ImportLink kind="DENY_LIST" />
        <ExportButton call="exportWithdrawals" filter={filter} title={texts.title} />
      </PageHead>
      <PaymentFilters asked={asked} onAsk={setView}>
        <PaymentFind
          label={texts.find}
          find={asked.find}
          customer={asked.customer}
          onFind={(one) => setView({ ...one, ...((one.find || one.customer) && { view: 'ALL' }) })}
        />
        {view !== 'REVIEW' && (
          <Select
            allowClear
            aria-label={texts.phase}
            placeholder={texts.anyPhase}
            value={asked.phase}
            options={phases}
            className={filters.select}
            onChange={(phase) => setView({ phase })}
          />
        )}
      </PaymentFilters>
      <RecordTable
        key={JSON.stringify(filter)}
        what={texts.title}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/withdrawals/${id}`}
        nothing={texts.nothing[isNarrowed ? 'NARROWED' : view]}
      />
    </>
  );
}

/** What the address says, as far as the server knows it. */
function filterOf(
  {
    phase,
    coin,
    customer,
    find,
    from,
    to,
  }: Record<'phase' | 'coin' | 'customer' | 'find' | 'from' | 'to', string | undefined>,
  view: View,
): Filter {
  const known = phases.some(({ value }) => value === phase) && view !== 'REVIEW';
  return {
    view,
    ...(known && { phase: phase as Withdrawal['phase'] }),
    ...((coin === 'BTC' || coin === 'USDT') && { coin }),
    ...(find && { find }),
    ...(customer && { customer }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}
