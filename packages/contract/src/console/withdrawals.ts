import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { withdrawalPhases } from '../record-states.ts';
import {
  Amount,
  CoinAmount,
  Count,
  Day,
  Id,
  NetworkName,
  Nullable,
  OneOf,
  Time,
  WithdrawCoin,
} from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf, reason, text } from './shapes.ts';

export const phase = OneOf(withdrawalPhases);

const row = Type.Object({
  id: Id,
  number: Type.String(),
  phase,
  /** Its customer has cancelled it, and its amount is not returned yet. */
  isCancelling: Type.Boolean(),
  /** Masked; null of a payment out of TREASURY. */
  account: Nullable(Type.String()),
  address: Type.String(),
  coin: WithdrawCoin,
  amount: Amount,
  proposer: Nullable(Type.String()),
  appliedAt: Time,
});

/** What a check found: `LOOK` asks a person for a judgement, `BLOCKS` stops the approval as long as it holds. */
const checkState = OneOf(['OK', 'LOOK', 'BLOCKS']);
const check = Type.Object({
  kind: OneOf([
    'SOURCE',
    'HELD_AMOUNT',
    'PAYMENT_LIMIT',
    'DAY_LIMIT',
    'DEBT',
    'CUSTOMER',
    'SCREENING',
    'ADDRESS',
    'ADDRESS_AGE',
    'DEVICE',
    'PASSWORD',
    'HOT_WALLET',
  ]),
  state: checkState,
  /** What the check compared: amounts in full scale, times, counts. */
  values: Type.Object({
    amount: Type.Optional(Type.String()),
    limit: Type.Optional(Type.String()),
    left: Type.Optional(Type.String()),
    freshPpm: Type.Optional(Type.String()),
    freshHours: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
    since: Type.Optional(Time),
    until: Type.Optional(Time),
    changedAt: Type.Optional(Time),
    isFirst: Type.Optional(Type.String()),
  }),
});

const sourceKind = OneOf(['OUTPUT', 'DEPOSIT', 'COIN_UP', 'INTEREST', 'RETURN', 'ADJUSTMENT', 'OTHER']);

const event = Type.Object({
  kind: OneOf(['NOTE', 'PROPOSED', 'APPROVED', 'AUTO_APPROVED', 'CANCELLING', 'STEP']),
  /** Of a `STEP`: the timeline's own name. */
  step: Nullable(Type.String()),
  at: Time,
  by: Nullable(Type.String()),
  text: Nullable(Type.String()),
});

const review = Type.Object({
  withdrawal: Type.Object({
    id: Id,
    number: Type.String(),
    phase,
    isCancelling: Type.Boolean(),
    coin: WithdrawCoin,
    network: NetworkName,
    amount: Amount,
    fee: Amount,
    received: Amount,
    address: Type.String(),
    /** The customer's own name for it. */
    addressLabel: Nullable(Type.String()),
    appliedAt: Time,
    /** What the customer reads of its end. */
    remark: Nullable(Type.String()),
    txid: Nullable(Type.String()),
    confirmations: Count,
  }),
  customer: Nullable(
    Type.Object({
      id: Id,
      account: Type.String(),
      tags: Type.Array(Type.String()),
      since: Time,
      machines: Count,
      running: Count,
      deposited: Type.Array(CoinAmount),
      withdrawn: Type.Array(CoinAmount),
    }),
  ),
  isProposed: Type.Boolean(),
  /** What waits for a second person and is about this withdrawal, by the name of its command; the oldest first. */
  proposals: Type.Array(Type.Object({ id: Id, action: Type.String(), by: Type.String(), at: Time })),
  checks: Type.Array(check),
  /** From which credits of its account the amount came, first in, first out; null of a payment out of TREASURY. */
  origin: Nullable(
    Type.Object({
      parts: Type.Array(
        Type.Object({ kind: sourceKind, count: Count, amount: Amount, sharePpm: Count, from: Time, to: Time }),
      ),
      /** What lies further back than is looked at. */
      older: Nullable(Amount),
    }),
  ),
  history: Type.Object({
    records: Type.Array(
      Type.Object({
        id: Id,
        number: Type.String(),
        at: Time,
        address: Type.String(),
        coin: WithdrawCoin,
        amount: Amount,
        phase,
      }),
    ),
    /** Of its last 90 days, also where only the newest are among the records. */
    count: Count,
    paid: Count,
    paidAmount: Amount,
    rejected: Count,
    cancelled: Count,
    sameAddress: Count,
  }),
  address: Type.Object({
    firstSeen: Nullable(Time),
    otherCustomers: Count,
    paid: Count,
    paidAmount: Amount,
    ownPaid: Count,
    ownPaidAmount: Amount,
    /** When this customer added it to the book. */
    bookSince: Nullable(Time),
    /** Counts are cut here. */
    isCut: Type.Boolean(),
  }),
  events: Type.Array(event),
  decision: Type.Object({
    /** What comes next, and null where no person decides. */
    next: Nullable(OneOf(['PROPOSE', 'APPROVE'])),
    isMine: Type.Boolean(),
    /** Why not now: the hold, and when it ends. */
    hold: Nullable(Type.Object({ reason: Type.String(), until: Nullable(Time) })),
    /** A check asks for a judgement that this member has not written yet. */
    needsNote: Type.Boolean(),
    canReject: Type.Boolean(),
    /** To which accounts FINANCE may propose to move the amount. */
    offsets: Type.Array(OneOf(['OUTPUT', 'ELE', 'charge'])),
    /** The signer's own page, at this payment; null where the house has none. */
    signerPage: Nullable(Type.String()),
  }),
  readAt: Time,
});

/** Withdrawals: what they are decided on, and what is decided without a signature. */
export const withdrawalRoutes = {
  withdrawalList: route(consolePaths.withdrawalList, {
    access: 'staff',
    input: {
      view: Type.Optional(OneOf(['REVIEW', 'PAYING', 'ENDED', 'ALL'])),
      phase: Type.Optional(phase),
      coin: Type.Optional(WithdrawCoin),
      customer: Type.Optional(Id),
      /** A number, an address or a txid, whole. An account is found by `findCustomer`, which no log of addresses keeps. */
      find: Type.Optional(text(128)),
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      ...cursorInput,
    },
    data: listOf(row),
    refusals: [],
    summary: 'Withdrawals: those that wait for a person the oldest first, others the newest first',
  }),
  withdrawalReview: route(consolePaths.withdrawalReview, {
    access: 'staff',
    input: { id: Id },
    data: review,
    summary: 'One withdrawal with all that it is decided on, checked now; it stands in the audit log',
  }),
  withdrawalProgress: route(consolePaths.withdrawalProgress, {
    access: 'staff',
    input: { id: Id },
    data: Type.Object({
      phase,
      isProposed: Type.Boolean(),
      isCancelling: Type.Boolean(),
      confirmations: Count,
      /** Those of the review. */
      proposals: Type.Array(Id),
    }),
    summary: 'How far a withdrawal has come; nothing of its customer',
  }),
  noteWithdrawal: route(consolePaths.noteWithdrawal, {
    access: 'staff',
    roles: ['FINANCE', 'APPROVER'],
    input: { id: Id, text: reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Writes a judgement beside a withdrawal that waits; the second person reads it',
  }),
  rejectWithdrawal: route(consolePaths.rejectWithdrawal, {
    access: 'staff',
    roles: ['FINANCE', 'APPROVER'],
    input: { id: Id, reason, cause: Type.Optional(OneOf(['ADDRESS', 'IDENTITY', 'ACTIVITY', 'REQUEST'])) },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Returns the amount to its customer, who reads the cause, or else the reason',
  }),
} as const;
