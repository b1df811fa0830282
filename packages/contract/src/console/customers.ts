import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import {
  customerStatuses,
  depositStatuses,
  machineStatuses,
  threadStatuses,
  withdrawalPhases,
} from '../record-states.ts';
import { messageKinds } from '../schemas/messages.ts';
import {
  AccountInput,
  Amount,
  CoinAmount,
  CoinName,
  Count,
  Day,
  Decimal,
  Id,
  NetworkName,
  Nullable,
  OneOf,
  PayMode,
  Time,
  ValuedBalance,
} from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf } from './shapes.ts';

const customerStatus = OneOf(customerStatuses);
const machineStatus = OneOf(machineStatuses);
const withdrawalPhase = OneOf(withdrawalPhases);

const listed = Type.Object({
  id: Id,
  /** As customers see their own: `138****78`. */
  account: Type.String(),
  nickname: Type.String(),
  tags: Type.Array(Type.String()),
  status: customerStatus,
  machines: Count,
  /** Of electricity and hosting. */
  owed: Amount,
  isFrozen: Type.Boolean(),
  createdAt: Time,
});

const machine = Type.Object({
  id: Id,
  machineNo: Type.String(),
  model: Type.String(),
  site: Type.String(),
  status: machineStatus,
  hashrate: Decimal,
  hashrateUnit: Type.String(),
  coin: CoinName,
  /** Of the latest closed mining day. */
  output: Amount,
  fee: Amount,
});

const movement = Type.Object({
  id: Id,
  title: Type.String(),
  coin: CoinName,
  amount: Amount,
  balanceAfter: Amount,
  machineNo: Nullable(Type.String()),
  date: Day,
  time: Time,
});

const withdrawal = Type.Object({
  id: Id,
  number: Type.String(),
  coin: CoinName,
  network: NetworkName,
  address: Type.String(),
  amount: Amount,
  fee: Amount,
  phase: withdrawalPhase,
  appliedAt: Time,
});

const deposit = Type.Object({
  id: Id,
  coin: CoinName,
  network: NetworkName,
  txid: Type.String(),
  amount: Amount,
  status: OneOf(depositStatuses),
  confirmations: Count,
  needed: Count,
  seenAt: Time,
});

const session = Type.Object({
  id: Id,
  model: Nullable(Type.String()),
  system: Nullable(Type.String()),
  browser: Nullable(Type.String()),
  network: Nullable(Type.String()),
  createdAt: Time,
  lastUsedAt: Time,
  /** Null: it is open. */
  endedAt: Nullable(Time),
});

const hold = Type.Object({
  reason: OneOf([
    'FROZEN',
    'PASSWORD_CHANGED',
    'CONTACT_REPLACED',
    'SECOND_FACTOR_REMOVED',
    'NEW_DEVICE',
    'NEW_ADDRESS',
  ]),
  /** Null: two of the staff end it. */
  until: Nullable(Time),
  /** Why it is frozen; the device or the address that is new. */
  about: Nullable(Type.String()),
});

const notice = Type.Object({ id: Id, title: Type.String(), confirmedAt: Time });

const message = Type.Object({
  id: Id,
  kind: OneOf(messageKinds),
  text: Type.String(),
  at: Time,
  /** When it was handed on as SMS or mail; null: it stands in the app alone. */
  sentAt: Nullable(Time),
  isRead: Type.Boolean(),
});

const customerThread = Type.Object({
  id: Id,
  title: Type.String(),
  status: OneOf(threadStatuses),
  openedAt: Time,
  changedAt: Time,
});

const page = Type.Object({
  customer: Type.Object({
    id: Id,
    account: Type.String(),
    secondContact: Nullable(Type.String()),
    nickname: Type.String(),
    tags: Type.Array(Type.String()),
    status: customerStatus,
    payMode: PayMode,
    /** Credit that pays electricity only. */
    promotion: Amount,
    hasPassword: Type.Boolean(),
    hasFundsPassword: Type.Boolean(),
    hasSecondFactor: Type.Boolean(),
    createdAt: Time,
    lastLoginAt: Nullable(Time),
  }),
  totalUsdt: Amount,
  accounts: Type.Array(ValuedBalance),
  electricity: Type.Object({ available: Amount, owed: Amount, dailyFee: Amount, daysLeft: Nullable(Count) }),
  /** The latest closed mining day; null before the first. */
  latest: Nullable(Type.Object({ date: Day, outputs: Type.Array(CoinAmount) })),
  openWithdrawals: Type.Array(CoinAmount),
  coinUp: Type.Array(Type.Object({ coin: CoinName, principal: Amount, inTransit: Amount })),
  counts: Type.Object({
    machines: Count,
    withdrawals: Count,
    openWithdrawals: Count,
    deposits: Count,
    openSessions: Count,
    notices: Count,
    threads: Count,
  }),
  machineCounts: Type.Array(Type.Object({ status: machineStatus, count: Count })),
  /** The first of each list. */
  machines: Type.Array(machine),
  movements: Type.Array(movement),
  withdrawals: Type.Array(withdrawal),
  deposits: Type.Array(deposit),
  sessions: Type.Array(session),
  holds: Type.Array(hold),
  addresses: Type.Array(
    Type.Object({ network: NetworkName, address: Type.String(), label: Type.String(), addedAt: Time }),
  ),
  notices: Type.Array(notice),
  /** What the staff did with this customer. */
  audit: Type.Array(Type.Object({ id: Id, action: Type.String(), by: Type.String(), reason: Type.String(), at: Time })),
});

const ofCustomer = { id: Id, ...cursorInput };
const inAudit = 'it stands in the audit log';

/** Customers and all that is theirs. */
export const customerRoutes = {
  customerList: route(consolePaths.customerList, {
    access: 'staff',
    input: {
      status: Type.Optional(customerStatus),
      tag: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      state: Type.Optional(OneOf(['OWING', 'FROZEN'])),
      sort: Type.Optional(OneOf(['NEWEST', 'OLDEST', 'ACCOUNT'])),
      ...cursorInput,
    },
    data: listOf(listed),
    summary: 'Customers with their contacts masked',
  }),
  findCustomer: route(consolePaths.findCustomer, {
    access: 'staff',
    input: { account: AccountInput },
    data: Nullable(Type.Object({ id: Id })),
    summary: `The customer of an account, by whose number lists are narrowed; ${inAudit}`,
  }),
  customer: route(consolePaths.customer, {
    access: 'staff',
    input: { id: Id },
    data: page,
    summary: `One customer; ${inAudit}`,
  }),
  customerMachines: route(consolePaths.customerMachines, {
    access: 'staff',
    input: ofCustomer,
    data: listOf(machine),
    summary: `Machines of a customer, the newest first; ${inAudit}`,
  }),
  customerMovements: route(consolePaths.customerMovements, {
    access: 'staff',
    input: ofCustomer,
    data: listOf(movement),
    summary: `Movements of a customer's accounts but outputs and interest, the newest first; ${inAudit}`,
  }),
  customerWithdrawals: route(consolePaths.customerWithdrawals, {
    access: 'staff',
    input: ofCustomer,
    data: listOf(withdrawal),
    summary: `Withdrawals of a customer, the newest first; ${inAudit}`,
  }),
  customerDeposits: route(consolePaths.customerDeposits, {
    access: 'staff',
    input: ofCustomer,
    data: listOf(deposit),
    summary: `Deposits of a customer, the newest first; ${inAudit}`,
  }),
  customerSessions: route(consolePaths.customerSessions, {
    access: 'staff',
    input: ofCustomer,
    data: listOf(session),
    summary: `Sessions of a customer, the newest first; ${inAudit}`,
  }),
  customerNotices: route(consolePaths.customerNotices, {
    access: 'staff',
    input: ofCustomer,
    data: listOf(notice),
    summary: `Forced notices that a customer confirmed, the newest first; ${inAudit}`,
  }),
  customerMessages: route(consolePaths.customerMessages, {
    access: 'staff',
    input: ofCustomer,
    data: listOf(message),
    summary: `Messages to a customer, the newest first; ${inAudit}`,
  }),
  customerThreads: route(consolePaths.customerThreads, {
    access: 'staff',
    input: ofCustomer,
    data: listOf(customerThread),
    summary: `Questions of a customer, what changed last first; ${inAudit}`,
  }),
} as const;
