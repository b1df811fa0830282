import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { Amount, CoinName, Count, Day, Id, MinedCoin, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { reason } from './shapes.ts';

const workKind = OneOf([
  'PROPOSE_WITHDRAWAL',
  'APPROVE_WITHDRAWAL',
  'STUCK_PAYMENT',
  'PROPOSAL',
  'ALERT',
  'DAY',
  'DEPOSIT',
  'DIFFERENCE',
  'FAILED_JOB',
  'FAILED_ORDER',
  'SUSPENSE',
  'INTEREST',
  'ARREARS',
  'THREAD',
  'PRICE',
  'CONTRACTS',
]);

const workItem = Type.Object({
  kind: workKind,
  id: Id,
  /** The next step is one that this member may take. */
  isMine: Type.Boolean(),
  /** A withdrawal's number, a proposal's action, an alert's kind, a question's title, a day's kind, a txid, a site, a coin that differs, a job's task. */
  title: Type.String(),
  /**
   * What the second person will read; an alert's message; a purpose; a price in USDT per kWh with its tariff before it; why a payment is
   * stuck or a deposit does not go on; `CHAIN` or `POOL`, which the ledger differs from; a job's error, or the `CHECK` or `CLOSE` that failed.
   */
  detail: Nullable(Type.String()),
  /** What an alert or a job is about: a coin, a network, a kind of day, or a record by its kind and number, `withdrawal 18`. */
  subject: Nullable(Type.String()),
  account: Nullable(Type.String()),
  address: Nullable(Type.String()),
  coin: Nullable(CoinName),
  /** Of a difference ledger less chain or pool. */
  amount: Nullable(Amount),
  /** What the amount is worth by `prices`; null without an amount or a price. */
  usdt: Nullable(Amount),
  /** Who proposed it, or answers it. */
  by: Nullable(Type.String()),
  /** The day that it is about: of a close or of interest, or that a price or the first contract changes on. */
  day: Nullable(Day),
  /** Reasons, machines, or attempts. */
  count: Nullable(Count),
  since: Time,
});

/** What this member has done and decided since midnight in Shanghai, by the audit log. */
const handled = Type.Object({
  /** By the names of the audit log, the last one first. */
  actions: Type.Array(Type.Object({ action: Type.String(), count: Count })),
  /** There may be more than is counted. */
  isCut: Type.Boolean(),
  last: Nullable(Type.Object({ action: Type.String(), subject: Type.String(), at: Time })),
});

/** What waits for the staff. */
export const workQueueRoutes = {
  workQueue: route(consolePaths.workQueue, {
    access: 'staff',
    data: Type.Object({
      items: Type.Array(workItem),
      /** Kinds of which only the oldest are among the items. */
      cut: Type.Array(workKind),
      /** Kinds that could not be read; all others are there. */
      failed: Type.Array(workKind),
      /** Null where it could not be read. */
      handled: Nullable(handled),
      /** In USDT for one coin, with the mining day that they were fixed for. */
      prices: Type.Array(Type.Object({ coin: MinedCoin, date: Day, price: Amount })),
      readAt: Time,
    }),
    summary: 'What waits for the staff, the oldest first',
  }),
  resolveAlert: route(consolePaths.resolveAlert, {
    access: 'staff',
    roles: ['FINANCE', 'APPROVER'],
    input: { id: Id, reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Resolves an alert that a person has looked at',
  }),
} as const;
