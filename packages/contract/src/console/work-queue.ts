import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { Amount, CoinName, Count, Day, Id, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { reason } from './shapes.ts';

const workKind = OneOf([
  'PROPOSE_WITHDRAWAL',
  'APPROVE_WITHDRAWAL',
  'PROPOSAL',
  'ALERT',
  'DAY',
  'SUSPENSE',
  'INTEREST',
  'ARREARS',
  'QUESTION',
  'PRICE',
  'CONTRACTS',
]);

const workItem = Type.Object({
  kind: workKind,
  id: Id,
  /** The next step is one that this member may take. */
  isMine: Type.Boolean(),
  /** A withdrawal's number, a proposal's action, an alert's kind, a question's title, a day's kind, a txid, a site. */
  title: Type.String(),
  /** What the second person will read; an alert's message; a purpose; a price in USDT per kWh with its tariff before it. */
  detail: Nullable(Type.String()),
  /** What an alert is about: a coin, a network, or a record by its kind and number, `withdrawal 18`. */
  subject: Nullable(Type.String()),
  account: Nullable(Type.String()),
  address: Nullable(Type.String()),
  coin: Nullable(CoinName),
  amount: Nullable(Amount),
  /** Who proposed it, or answers it. */
  by: Nullable(Type.String()),
  /** The day that it is about: of a close or of interest, or that a price or the first contract changes on. */
  day: Nullable(Day),
  /** Reasons, or machines. */
  count: Nullable(Count),
  since: Time,
});

/** What waits for the staff. */
export const workQueueRoutes = {
  workQueue: route(consolePaths.workQueue, {
    access: 'staff',
    data: Type.Object({
      items: Type.Array(workItem),
      /** Kinds of which only the oldest are among the items. */
      cut: Type.Array(workKind),
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
