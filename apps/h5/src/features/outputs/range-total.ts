import { type Amount, type Coin, divTowardsZero, parseAmount } from '@lode/money';
import { type Output, sumOfNet } from './output.ts';

export interface RangeTotal {
  net: Amount;
  /** Null without a single day to divide by. */
  perDay: Amount | null;
}

interface ClosedDay {
  date: string;
  amount: string;
}

/** Adds up the closed days inside the bounds; the average is over the days that exist, towards zero. */
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

/** Adds up a list that is there to its end. */
export function totalOfList(outputs: readonly Output[]): RangeTotal {
  return average(sumOfNet(outputs), new Set(outputs.map(({ date }) => date)).size);
}

function average(net: Amount, days: number): RangeTotal {
  return { net, perDay: days === 0 ? null : divTowardsZero(net, BigInt(days)) };
}
