import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { Amount, Count, Day, Id, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf, text } from './shapes.ts';

const coin = OneOf(['BTC', 'USDT']);
/** Per cent a year, two decimals. */
const Apy = Type.String();
/** Whole days of interest that the fund has; null: no interest falls due. */
const CoverDays = Nullable(Type.Integer());

const savings = Type.Object({
  coin,
  /** With what is in transit. */
  principal: Amount,
  customers: Count,
  apy: Apy,
  min: Amount,
  /** Of a whole day at today's principal and rate. */
  dailyInterest: Amount,
  fund: Amount,
  /** Of closed days that the fund could not pay. */
  owed: Amount,
  coverDays: CoverDays,
});

/** Savings as the house keeps them. Changes are proposed as `coin-up:fund`, `coin-up:rate`, `coin-up:minimum` and `coin-up:switch`. */
export const coinUpRoutes = {
  coinUp: route(consolePaths.coinUp, {
    access: 'staff',
    data: Type.Object({
      /** The switch of subscriptions. */
      isOpen: Type.Boolean(),
      /** Subscriptions are closed by themselves while interest is owed. */
      isOwed: Type.Boolean(),
      coins: Type.Array(savings),
      /** Accounts that may pay into the fund. */
      sources: Type.Array(
        Type.Object({
          source: OneOf(['treasury', 'electricity-revenue', 'hosting-revenue', 'withdrawal-fee-revenue']),
          coin,
          balance: Amount,
        }),
      ),
      /** Those of each coin, the newest first, those ahead too; twenty of a coin at most. */
      rates: Type.Array(
        Type.Object({
          coin,
          apy: Apy,
          from: Day,
          state: OneOf(['AHEAD', 'IN_FORCE', 'PAST']),
          by: Type.String(),
          reason: Type.String(),
        }),
      ),
      /** The first day of a rate that is announced today; of one that falls. */
      earliestRise: Day,
      earliestFall: Day,
    }),
    summary: 'Principal, rates, minimums and the fund of COIN UP',
  }),
  previewRate: route(consolePaths.previewRate, {
    access: 'staff',
    roles: ['ADMIN'],
    input: { coin, apy: text(20), from: Day },
    data: Type.Object({
      before: Apy,
      after: Apy,
      customers: Count,
      /** A day's interest of today's principal, and what the fund has for it. */
      dailyBefore: Amount,
      dailyAfter: Amount,
      coverBefore: CoverDays,
      coverAfter: CoverDays,
      /** The day that interest is first paid at it. */
      firstPaid: Day,
    }),
    refusals: ['notOperable'],
    summary: 'What a rate would cost; nothing is changed',
  }),
  coinUpInterest: route(consolePaths.coinUpInterest, {
    access: 'staff',
    input: cursorInput,
    data: listOf(
      Type.Object({
        date: Day,
        coin,
        apy: Apy,
        amount: Amount,
        state: OneOf(['PAID', 'PAYING', 'OWED']),
        /** The fund could not pay it when the day closed. */
        wasOwed: Type.Boolean(),
        paidAt: Nullable(Time),
      }),
    ),
    summary: 'Interest of each closed day, the newest first',
  }),
  coinUpPositions: route(consolePaths.coinUpPositions, {
    access: 'staff',
    input: { coin: Type.Optional(coin), ...cursorInput },
    data: listOf(
      Type.Object({
        customerId: Id,
        account: Type.String(),
        nickname: Type.String(),
        coin,
        earning: Amount,
        transitIn: Amount,
        transitOut: Amount,
      }),
    ),
    summary: 'Who saves how much, by customer; accounts are masked',
  }),
} as const;
