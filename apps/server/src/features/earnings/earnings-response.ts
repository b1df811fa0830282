import type { Data } from '@lode/contract';
import { divFloor, formatAmount, formatShortest } from '@lode/money';
import type { EarningDayRow, PeriodRow } from './earnings.store.ts';

type Period = Data<'earnings'>['periods'][number];
type EarningDay = Data<'earningDays'>['records'][number];

/** Minor units of a mined coin times micro-USDT are 10^-14 USDT. */
const minorUnitsPerCoin = 100_000_000n;

export function periodResponse(row: PeriodRow): Period {
  const exact = row.outputs.map(({ value }) => BigInt(value));
  return {
    period: row.period,
    from: row.from,
    to: row.to,
    days: row.days,
    outputs: row.outputs.map(({ coin, net }, i) => ({
      coin,
      amount: formatAmount(BigInt(net), coin),
      valueUsdt: formatAmount(divFloor(exact[i] ?? 0n, minorUnitsPerCoin), 'USDT'),
    })),
    unpriced: row.outputs.filter(({ isUnpriced }) => isUnpriced).map(({ coin }) => coin),
    ...sumsOf(exact, row),
  };
}

export function earningDayResponse(row: EarningDayRow): EarningDay {
  return {
    date: row.date,
    outputs: row.outputs.map(({ coin, net, usdt }) => ({
      coin,
      amount: formatAmount(BigInt(net), coin),
      priceUsdt: usdt === null ? null : formatShortest(BigInt(usdt), 6),
    })),
    ...sumsOf(
      row.outputs.map(({ net, usdt }) => BigInt(net) * BigInt(usdt ?? 0)),
      row,
    ),
  };
}

/** One rounding, of the exact sum, and downwards: nothing is shown as earned that was not. */
function sumsOf(exact: readonly bigint[], { electricity, hosting }: { electricity: bigint; hosting: bigint }) {
  const output = divFloor(
    exact.reduce((sum, value) => sum + value, 0n),
    minorUnitsPerCoin,
  );
  return {
    outputUsdt: formatAmount(output, 'USDT'),
    electricity: formatAmount(electricity, 'USDT'),
    hosting: formatAmount(hosting, 'USDT'),
    netUsdt: formatAmount(output - electricity - hosting, 'USDT'),
  };
}

/** A rate of files is that of the day before: two days back is as fresh as it gets by night. */
const freshForMs = 48 * 60 * 60_000;

export function rateResponse(
  { cny, time }: { cny: bigint; time: Date },
  now: Date,
): NonNullable<Data<'earnings'>['cny']> {
  return {
    rate: formatShortest(cny, 6),
    time: time.toISOString(),
    stale: now.getTime() - time.getTime() > freshForMs,
  };
}
