import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { closeKinds, dayOutcomes, dayWorks, networkDaySources } from '../record-states.ts';
import {
  Amount,
  CoinName,
  Count,
  Day,
  Decimal,
  Id,
  MinedCoin,
  Month,
  Nullable,
  OneOf,
  Time,
} from '../schemas/shapes.ts';
import { route } from './route.ts';
import { reason } from './shapes.ts';

export const closeKind = OneOf(closeKinds);

/** NONE: before the first close. OPEN: its close is not due. LATE: due and not begun. REFUSED: the newest run stopped. */
const dayState = OneOf(['NONE', 'OPEN', 'LATE', 'RUNNING', 'REFUSED', 'CLOSED']);

const finding = Type.Object({
  /** False: the day would close without it. */
  stops: Type.Boolean(),
  reason: Type.String(),
});

const progress = Type.Object({ done: Count, of: Count });

const order = Type.Object({
  id: Id,
  work: OneOf(dayWorks),
  by: Type.String(),
  at: Time,
  endedAt: Nullable(Time),
  outcome: Nullable(OneOf(dayOutcomes)),
});

/** What the close would post, by a trial of all of it that was taken back. */
const trial = Type.Object({
  outputs: Count,
  charges: Count,
  hostingCharges: Count,
  stopped: Count,
  lines: Type.Array(
    Type.Object({ name: OneOf(['outputs', 'electricity', 'hosting']), coin: CoinName, amount: Amount }),
  ),
});

/** Days and their closes. */
export const daysRoutes = {
  dayCalendar: route(consolePaths.dayCalendar, {
    access: 'staff',
    input: {
      kind: closeKind,
      /** Absent: that of now. */
      month: Type.Optional(Month),
    },
    data: Type.Object({
      month: Month,
      days: Type.Array(
        Type.Object({
          date: Day,
          state: dayState,
          /** What machines mined in BTC; null: not a closed mining day. */
          output: Nullable(Amount),
          dueAt: Time,
          closedAt: Nullable(Time),
          seal: Nullable(Type.String()),
        }),
      ),
      /** The close that comes next; null: none was ever closed, and a person begins. */
      next: Nullable(Type.Object({ date: Day, dueAt: Time })),
    }),
    summary: 'The days of a month, each with the state of its close',
  }),
  day: route(consolePaths.day, {
    access: 'staff',
    input: { kind: closeKind, date: Day },
    data: Type.Object({
      date: Day,
      state: dayState,
      dueAt: Time,
      startedAt: Nullable(Time),
      closedAt: Nullable(Time),
      seal: Nullable(Type.String()),
      previousSeal: Nullable(Type.String()),
      /** Batches; null: not begun. */
      posted: Nullable(progress),
      tiedOut: Nullable(progress),
      lines: Type.Array(
        Type.Object({ name: Type.String(), coin: CoinName, expected: Amount, posted: Amount, difference: Amount }),
      ),
      /** Of a mining day. */
      counts: Nullable(
        Type.Object({ outputs: Count, charges: Count, hosting: Count, stopped: Count, withoutReport: Count }),
      ),
      /** Why the newest run stopped: the first reasons, of how many. */
      refusal: Nullable(Type.Object({ at: Time, count: Count, reasons: Type.Array(Type.String()) })),
      /** The newest pre-flight check. */
      check: Nullable(Type.Object({ at: Time, findings: Type.Array(finding), trial: Nullable(trial) })),
      /** What people ordered, the newest first. */
      orders: Type.Array(order),
    }),
    summary: 'One day: its close, its tie-out, what stopped it, what was ordered of it',
  }),
  orderDay: route(consolePaths.orderDay, {
    access: 'staff',
    roles: ['FINANCE'],
    input: { kind: closeKind, date: Day, work: OneOf(dayWorks), reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Orders a check or a close of a day, which the worker then does',
  }),
  networkDay: route(consolePaths.networkDay, {
    access: 'staff',
    input: { coin: MinedCoin, date: Day },
    data: Type.Object({
      coin: MinedCoin,
      date: Day,
      source: OneOf(networkDaySources),
      recordedAt: Time,
      blocks: Count,
      subsidySum: Amount,
      feeSum: Amount,
      /** (subsidies + fees) / subsidies, cut to eight decimals. */
      feeRate: Decimal,
      /** The lowest and the highest of the thirty days that end with it. */
      feeRates: Type.Object({ lowest: Decimal, highest: Decimal }),
      /** What 1 PH/s mines in the day, before the pool's fee. */
      perPetahash: Amount,
      epochs: Type.Array(Type.Object({ difficulty: Type.String(), seconds: Count })),
      /** Only of a day that was read from a node. */
      first: Nullable(Type.Object({ height: Count, hash: Type.String() })),
      last: Nullable(Type.Object({ height: Count, hash: Type.String() })),
      /** What the machines mined by it; null: its mining day is not closed. */
      output: Nullable(Amount),
      /** What the pool paid for a period with this day, against what was expected of it; null: nothing yet. */
      payment: Nullable(
        Type.Object({
          from: Day,
          to: Day,
          paid: Amount,
          expected: Amount,
          difference: Amount,
          reason: Nullable(Type.String()),
        }),
      ),
    }),
    summary: 'What a network did on a mining day, with the evidence that outputs are computed from',
  }),
} as const;
