import { divFloor, parseDecimal } from '@lode/money';

/** Parts of a minor unit that a remainder is counted in: a year's days times the parts of a rate. */
export const partsPerUnit = 365n * 1_000_000n;

/** The largest amount that PostgreSQL keeps. */
const largest = 2n ** 63n - 1n;

/** `"4.20"` per cent a year is 42,000 parts per million. */
export function ratePpmOf(apy: string): number {
  return Number(parseDecimal(apy, 4));
}

/** What a position earned on a day, in minor units. */
export interface DayInterest {
  amount: bigint;
  /** What is left below one minor unit, in parts of 365 · 10^6: it goes into the next day. */
  carry: bigint;
}

/**
 * Interest of one day: principal · rate / 365, with what the day before left over. Nothing is rounded away: over any
 * number of days amount · 365 · 10^6 + carry adds up to principal · rate exactly.
 */
export function dayInterest(principal: bigint, ratePpm: number, carry: bigint): DayInterest {
  if (principal < 0n || principal > largest) throw new RangeError(`${principal} is no principal`);
  if (carry < 0n || carry >= partsPerUnit) throw new RangeError(`${carry} is no remainder`);
  const parts = principal * BigInt(ratePpm) + carry;
  const amount = divFloor(parts, partsPerUnit);
  return { amount, carry: parts - amount * partsPerUnit };
}
