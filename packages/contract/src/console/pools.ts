import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { Amount, Count, Day, Id, MinedCoin, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf } from './shapes.ts';

const board = Type.Object({
  /** By coin: what closed days mined that no payment is for. Corrections are added when a payment is matched. */
  unpaid: Type.Array(
    Type.Object({ coin: MinedCoin, days: Count, outputs: Amount, from: Day, to: Day, isCut: Type.Boolean() }),
  ),
  /** The same days, the oldest first. */
  days: Type.Array(Type.Object({ coin: MinedCoin, date: Day, outputs: Amount })),
  /** Coins at the pool's address, or at another of the house's, that stand in SUSPENSE. */
  arrivals: Type.Array(
    Type.Object({
      id: Id,
      coin: OneOf(['BTC', 'ETH']),
      amount: Amount,
      isAtPoolAddress: Type.Boolean(),
      txid: Type.String(),
      since: Time,
    }),
  ),
  /** Of the newest mining days, for coins without a node. */
  reports: Type.Array(
    Type.Object({
      date: Day,
      isClosed: Type.Boolean(),
      /** What has come; of days that are not closed. */
      come: Type.Array(Type.Object({ coin: MinedCoin, machines: Count, net: Amount, at: Time })),
      /** Machines that ran and stood in no report, and the first of them; of closed days. */
      missing: Nullable(Count),
      firstMissing: Type.Array(Type.String()),
    }),
  ),
  readAt: Time,
});

const payment = Type.Object({
  id: Id,
  coin: MinedCoin,
  from: Day,
  to: Day,
  expected: Amount,
  /** Of `expected`. */
  corrections: Amount,
  paid: Amount,
  difference: Amount,
  /** Why it differs. */
  reason: Nullable(Type.String()),
  /** The arrival that paid it; null by hand. */
  arrival: Nullable(Type.Object({ id: Id, txid: Type.String() })),
  isUndone: Type.Boolean(),
  paidAt: Time,
});

/** What pools owe, what they paid, and what they have reported. */
export const poolRoutes = {
  poolBoard: route(consolePaths.poolBoard, {
    access: 'staff',
    data: board,
    summary: 'Closed mining days that no pool has paid, arrivals that may be for them, and reports that came or lack',
  }),
  poolPaymentList: route(consolePaths.poolPaymentList, {
    access: 'staff',
    input: {
      coin: Type.Optional(MinedCoin),
      /** `DIFFERING`: the pool paid more or less than expected. */
      view: Type.Optional(OneOf(['DIFFERING', 'ALL'])),
      ...cursorInput,
    },
    data: listOf(payment),
    summary: 'Payments of pools against what was expected, the newest first',
  }),
} as const;
