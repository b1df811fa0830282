import type { ConsoleData } from '@lode/contract/console';
import { Segmented } from 'antd';
import { Amount } from '../../components/amount.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { useListView } from '../../lib/list-view.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { shownAmount } from '../../lib/shown-amount.ts';
import { momentText } from '../../lib/time.ts';
import { endsOf } from '../../lib/work-items.ts';
import { coldKinds, moveStates, sweepKinds, chainMoneyTexts as texts } from '../../locales/zh/chain-money.ts';
import styles from './chain-money.module.css';

type Sweep = RecordOf<'sweepList'>;
type ColdTransfer = RecordOf<'coldTransferList'>;
type View = 'OPEN' | 'ALL';

/** What moves between the house's own places: sweeps with their gas, or transfers into cold storage and back. */
export function Moves({ open }: { open: ConsoleData<'chainMoney'>['open'] }) {
  const [asked, setView] = useListView(['list', 'view']);
  const [list, view] = [asked.list === 'COLD' ? 'COLD' : 'SWEEPS', asked.view === 'ALL' ? 'ALL' : 'OPEN'] as const;
  return (
    <section aria-label={texts.movesTitle}>
      <div className={styles.bar}>
        <h2>{texts.movesTitle}</h2>
        <Segmented
          aria-label={texts.lists}
          value={list}
          options={texts.listOptions(open.sweeps, open.coldTransfers)}
          onChange={(next) => setView({ list: next === 'COLD' ? next : undefined })}
        />
        <Segmented
          aria-label={texts.views}
          value={view}
          options={texts.viewOptions}
          onChange={(next) => setView({ view: next === 'ALL' ? next : undefined })}
        />
      </div>
      {list === 'COLD' ? <ColdTransfers key={view} view={view} /> : <Sweeps key={view} view={view} />}
    </section>
  );
}

function Sweeps({ view }: { view: View }) {
  const query = useRecords('sweepList', { view }, { refetchInterval: 30_000 });
  return (
    <RecordTable
      what={sweepKinds.SWEEP}
      query={query}
      columns={sweepColumns}
      rowKey={({ id }) => id}
      nothing={texts.nothing[view]}
    />
  );
}

function ColdTransfers({ view }: { view: View }) {
  const query = useRecords('coldTransferList', { view }, { refetchInterval: 30_000 });
  return (
    <RecordTable
      what={texts.cold}
      query={query}
      columns={coldColumns}
      rowKey={({ id }) => id}
      nothing={texts.nothing[view]}
    />
  );
}

type Move = Pick<Sweep, 'state' | 'txid' | 'begunAt' | 'endedAt'>;

const state: Column<Move> = {
  key: 'state',
  title: texts.state,
  cell: ({ state: of }) => <Status shape={moveStates[of].shape}>{moveStates[of].label}</Status>,
};
const txid: Column<Move> = {
  key: 'txid',
  title: texts.txid,
  cell: ({ txid: of }) => <span className={styles.code}>{of === null ? texts.none : endsOf(of)}</span>,
};
const times: Column<Move>[] = [
  { key: 'begunAt', title: texts.begunAt, isNumber: true, cell: ({ begunAt }) => momentText(begunAt) },
  {
    key: 'endedAt',
    title: texts.endedAt,
    isNumber: true,
    cell: ({ endedAt }) => (endedAt === null ? texts.none : momentText(endedAt)),
  },
];
const money = (value: string, coin: string) => <Amount value={shownAmount(value, coin)} coin={coin} />;

const sweepColumns: Column<Sweep>[] = [
  state,
  { key: 'kind', title: texts.kind, cell: ({ kind }) => sweepKinds[kind] },
  {
    key: 'address',
    title: texts.address,
    cell: ({ address }) => <span className={styles.code}>{endsOf(address)}</span>,
  },
  txid,
  { key: 'attempts', title: texts.attempts, isNumber: true, cell: ({ attempts }) => attempts },
  {
    key: 'gas',
    title: texts.fee,
    isNumber: true,
    cell: ({ gas }) => (gas === null ? texts.none : money(gas, 'ETH')),
  },
  { key: 'amount', title: texts.amount, isNumber: true, cell: ({ amount, coin }) => money(amount, coin) },
  ...times,
];

const coldColumns: Column<ColdTransfer>[] = [
  state,
  { key: 'kind', title: texts.kind, cell: ({ kind }) => coldKinds[kind] },
  {
    key: 'wallet',
    title: texts.wallet,
    cell: ({ wallet }) => (wallet === null ? texts.none : texts.coldWallet(wallet)),
  },
  {
    key: 'people',
    title: texts.people,
    cell: ({ people }) => (people.length === 0 ? texts.system : people.join(' / ')),
  },
  txid,
  {
    key: 'fee',
    title: texts.fee,
    isNumber: true,
    cell: ({ fee }) => (fee === null ? texts.none : money(fee.amount, fee.coin)),
  },
  { key: 'amount', title: texts.amount, isNumber: true, cell: ({ amount, coin }) => money(amount, coin) },
  ...times,
];
