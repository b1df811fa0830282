import { Type } from '@sinclair/typebox';
import { route } from './route.ts';
import { Amount, Count, Day, Decimal, Id, listInput, MinedCoin, Nullable, OneOf, PageOf, Time } from './shapes.ts';

/** The latest closed mining day, the month of today's mining day, and everything since the customer's first. */
export const earningPeriods = ['YESTERDAY', 'MONTH', 'TOTAL'] as const;

/** What a period or a day brought and cost; `netUsdt` is the first less the other two. */
const sums = {
  /** Output at each day's reference price: the exact sum, rounded down once. Coins without a price are left out and named. */
  outputUsdt: Amount,
  electricity: Amount,
  /** By the mining day that it is for: of the running month as it will be charged with the month's last day. */
  hosting: Amount,
  netUsdt: Amount,
};

const machineInput = { machineId: Type.Optional(Id) };

export const earningRoutes = {
  earnings: route('earnings', {
    summary: 'What was earned net of electricity and hosting: on the latest closed mining day, in this month, in all.',
    access: 'customer',
    limit: 'read',
    input: machineInput,
    data: Type.Object({
      periods: Type.Array(
        Type.Object({
          period: OneOf(earningPeriods),
          /** First and last closed mining day that count; null while none does. */
          from: Nullable(Day),
          to: Nullable(Day),
          days: Count,
          outputs: Type.Array(Type.Object({ coin: MinedCoin, amount: Amount, valueUsdt: Amount })),
          /** Coins of which a day without a reference price is not in the value. */
          unpriced: Type.Array(MinedCoin),
          ...sums,
        }),
      ),
      /** What of it is not charged yet: it is with the month's last day. */
      hostingToCome: Amount,
      /** Of a whole month, by the terms of the latest closed day. */
      hostingMonthly: Amount,
      /** What the customer paid for the machine that is asked for; null without one, and where it is not known. */
      purchaseUsdt: Nullable(Amount),
      /** CNY for one USDT, and when it was quoted; null while no rate is known. */
      cny: Nullable(Type.Object({ rate: Decimal, time: Time, stale: Type.Boolean() })),
    }),
  }),
  earningDays: route('earningDays', {
    summary: 'The closed mining days that earnings are the sum of, with the price that each output was valued at.',
    access: 'customer',
    limit: 'read',
    input: { ...machineInput, ...listInput },
    data: PageOf(
      Type.Object({
        date: Day,
        outputs: Type.Array(Type.Object({ coin: MinedCoin, amount: Amount, priceUsdt: Nullable(Decimal) })),
        ...sums,
      }),
    ),
  }),
};
