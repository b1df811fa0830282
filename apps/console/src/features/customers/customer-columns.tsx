import type { ConsoleData } from '@lode/contract/console';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import type { Column } from '../../components/record-table.tsx';
import { Status } from '../../components/shape.tsx';
import { recordPath } from '../../lib/record-path.ts';
import { useMay } from '../../lib/session.ts';
import { shownAmount, shownDebit } from '../../lib/shown-amount.ts';
import { momentText } from '../../lib/time.ts';
import { endsOf } from '../../lib/work-items.ts';
import { type CustomerPageData, messageKinds, customerTexts as texts } from '../../locales/zh/customers.ts';
import { depositStatuses, depositTexts } from '../../locales/zh/deposits.ts';
import { machineStatuses } from '../../locales/zh/machines.ts';
import { threadShapes, threadStatuses } from '../../locales/zh/support.ts';
import { phaseNames, phaseShapes } from '../../locales/zh/withdrawals.ts';
import styles from './customers.module.css';

type Machine = CustomerPageData['machines'][number];
type Movement = CustomerPageData['movements'][number];
type Withdrawal = CustomerPageData['withdrawals'][number];
type Deposit = CustomerPageData['deposits'][number];
type Session = CustomerPageData['sessions'][number];
type Notice = CustomerPageData['notices'][number];
type Message = ConsoleData<'customerMessages'>['records'][number];
type Thread = ConsoleData<'customerThreads'>['records'][number];

const money = (value: string, coin: string) => <Amount value={shownAmount(value, coin)} coin={coin} />;
/** Stands without a minus sign, and is never shown smaller than it is. */
const taken = (value: string, coin: string) => <Amount value={shownDebit(value, coin)} coin={coin} />;
const moment = (at: string) => <time dateTime={at}>{momentText(at)}</time>;

export const machineColumns: Column<Machine>[] = [
  { key: 'no', title: texts.machineNo, cell: ({ id, machineNo }) => <Link to={`/machines/${id}`}>{machineNo}</Link> },
  { key: 'model', title: texts.model, cell: ({ model }) => model },
  { key: 'site', title: texts.site, cell: ({ site }) => site },
  {
    key: 'status',
    title: texts.status,
    cell: ({ status }) => <Status shape={machineStatuses[status].shape}>{machineStatuses[status].label}</Status>,
  },
  {
    key: 'hashrate',
    title: texts.hashrate,
    isNumber: true,
    cell: ({ hashrate, hashrateUnit }) => `${hashrate} ${hashrateUnit}`,
  },
  { key: 'output', title: texts.output, isNumber: true, cell: ({ output, coin }) => money(output, coin) },
  {
    key: 'fee',
    title: texts.fee,
    isNumber: true,
    cell: ({ fee }) => <Amount value={shownDebit(fee, 'USDT')} />,
  },
];

/** Leads who reads the books to the transfer: its entries, its cause and its documents. */
function MovementKind({ id, title }: Movement) {
  const path = recordPath('TRANSFER', id);
  return useMay()('transferList') && path !== null ? <Link to={path}>{title}</Link> : title;
}

export const movementColumns: Column<Movement>[] = [
  { key: 'time', title: texts.time, cell: ({ time }) => moment(time) },
  { key: 'kind', title: texts.kind, cell: (movement) => <MovementKind {...movement} /> },
  {
    key: 'about',
    title: texts.about,
    cell: ({ machineNo, date }) => [date.slice(5), machineNo].filter(Boolean).join(' · '),
  },
  {
    key: 'amount',
    title: texts.amount,
    isNumber: true,
    cell: ({ amount, coin }) => <Amount value={shownAmount(amount, coin)} coin={coin} isChange />,
  },
  { key: 'after', title: texts.after, isNumber: true, cell: ({ balanceAfter, coin }) => money(balanceAfter, coin) },
];

const phase = ({ phase: of }: Withdrawal) => <Status shape={phaseShapes[of]}>{phaseNames[of]}</Status>;

const depositStatus = ({ status, confirmations, needed }: Deposit) => (
  <Status shape={depositStatuses[status].shape}>
    {status === 'CONFIRMING' ? depositTexts.confirming(confirmations, needed) : depositStatuses[status].label}
  </Status>
);

/** The whole amount went back, or to another account of the customer. */
const unpaidEnds: readonly Withdrawal['phase'][] = ['REJECTED', 'FAILED', 'CANCELLED', 'OFFSET'];
const feeTaken = ({ phase: of, fee, coin }: Withdrawal) => (unpaidEnds.includes(of) ? '—' : taken(fee, coin));

export const withdrawalColumns: Column<Withdrawal>[] = [
  { key: 'time', title: texts.time, cell: ({ appliedAt }) => moment(appliedAt) },
  {
    key: 'number',
    title: texts.number,
    cell: ({ id, number }) => (
      <Link to={`/withdrawals/${id}`} className={styles.code}>
        {number}
      </Link>
    ),
  },
  { key: 'address', title: texts.address, cell: ({ address }) => <Code>{address}</Code> },
  { key: 'status', title: texts.status, cell: phase },
  { key: 'fee', title: texts.networkFee, isNumber: true, cell: feeTaken },
  { key: 'amount', title: texts.amount, isNumber: true, cell: ({ amount, coin }) => money(amount, coin) },
];

export const shortWithdrawalColumns: Column<Withdrawal>[] = [
  {
    key: 'time',
    title: texts.time,
    cell: ({ id, appliedAt }) => <Link to={`/withdrawals/${id}`}>{moment(appliedAt)}</Link>,
  },
  { key: 'amount', title: texts.amount, isNumber: true, cell: ({ amount, coin }) => money(amount, coin) },
  { key: 'status', title: texts.status, isNumber: true, cell: phase },
];

export const depositColumns: Column<Deposit>[] = [
  { key: 'time', title: texts.time, cell: ({ seenAt }) => moment(seenAt) },
  { key: 'network', title: texts.network, cell: ({ network }) => network },
  {
    key: 'txid',
    title: texts.txid,
    cell: ({ id, txid }) => (
      <Link to={`/deposits/${id}`}>
        <Code>{txid}</Code>
      </Link>
    ),
  },
  { key: 'status', title: texts.status, cell: depositStatus },
  { key: 'amount', title: texts.amount, isNumber: true, cell: ({ amount, coin }) => money(amount, coin) },
];

export const shortDepositColumns: Column<Deposit>[] = [
  {
    key: 'time',
    title: texts.time,
    cell: ({ id, seenAt }) => <Link to={`/deposits/${id}`}>{moment(seenAt)}</Link>,
  },
  { key: 'amount', title: texts.amount, isNumber: true, cell: ({ amount, coin }) => money(amount, coin) },
  { key: 'status', title: texts.status, isNumber: true, cell: depositStatus },
];

export const sessionColumns: Column<Session>[] = [
  { key: 'began', title: texts.began, cell: ({ createdAt }) => moment(createdAt) },
  { key: 'device', title: texts.device, cell: (session) => deviceOf(session) },
  { key: 'network', title: texts.network, cell: ({ network }) => network ?? '—' },
  {
    key: 'status',
    title: texts.status,
    cell: ({ endedAt }) =>
      endedAt === null ? <Status shape="ok">{texts.isOpen}</Status> : <Status shape="off">{texts.ended}</Status>,
  },
  { key: 'last', title: texts.lastUsed, isNumber: true, cell: ({ lastUsedAt }) => moment(lastUsedAt) },
];

export const noticeColumns: Column<Notice>[] = [
  { key: 'title', title: texts.notice, isWide: true, cell: ({ title }) => title },
  { key: 'at', title: texts.confirmedAt, isNumber: true, cell: ({ confirmedAt }) => moment(confirmedAt) },
];

export const messageColumns: Column<Message>[] = [
  { key: 'at', title: texts.time, cell: ({ at }) => moment(at) },
  { key: 'kind', title: texts.kind, cell: ({ kind }) => messageKinds[kind] },
  { key: 'text', title: texts.message, isWide: true, cell: ({ text }) => <span title={text}>{text}</span> },
  { key: 'sent', title: texts.sent, cell: ({ sentAt }) => (sentAt === null ? texts.inAppOnly : moment(sentAt)) },
  {
    key: 'read',
    title: texts.status,
    isNumber: true,
    cell: ({ isRead }) => <Status shape={isRead ? 'ok' : 'draft'}>{isRead ? texts.read : texts.unread}</Status>,
  },
];

export const threadColumns: Column<Thread>[] = [
  {
    key: 'status',
    title: texts.status,
    cell: ({ status }) => <Status shape={threadShapes[status]}>{threadStatuses[status]}</Status>,
  },
  {
    key: 'title',
    title: texts.thread,
    isWide: true,
    cell: ({ id, title }) => <Link to={`/support/${id}`}>{title}</Link>,
  },
  { key: 'changed', title: texts.changed, isNumber: true, cell: ({ changedAt }) => moment(changedAt) },
];

function Code({ children }: { children: string }) {
  return (
    <span className={styles.code} title={children}>
      {endsOf(children)}
    </span>
  );
}

/** `iPhone · Safari`. */
export function deviceOf({ model, system, browser }: Pick<Session, 'model' | 'system' | 'browser'>): string {
  return [model ?? system, browser].filter(Boolean).join(' · ') || texts.unknownDevice;
}
