import { type Amount, type Coin, divTowardsZero, parseAmount } from '@lode/money';
import { type Output, sumOfNet } from './output.ts';

export interface RangeTotal {
  net: Amount;
  /** Null without a date to divide by. */
  perDay: Amount | null;
}

interface ClosedDay {
  date: string;
  amount: string;
}

/** Sums up the closed dates within the bounds; the average is over existing dates, towards zero. */
export function totalOfDays(
  days: readonly ClosedDay[],
  coin: Coin,
  { from, to }: { from?: string; to?: string },
): RangeTotal {
  const inside = days.filter(({ date }) => (from === undefined || date >= from) && (to === undefined || date <= to));
  return average(
    inside.reduce((sum, { amount }) => sum + parseAmount(amount, coin), 0n),
    inside.length,
  );
}

/** Sums up a complete list. */
export function totalOfList(outputs: readonly Output[]): RangeTotal {
  return average(sumOfNet(outputs), new Set(outputs.map(({ date }) => date)).size);
}

function average(net: Amount, days: number): RangeTotal {
  return { net, perDay: days === 0 ? null : divTowardsZero(net, BigInt(days)) };
}
