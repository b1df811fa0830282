import { divFloor } from '@lode/money';

/** A customer's electricity: micro-USDT, and the fees of closed mining days, oldest first. */
export interface ElectricityFigures {
  available: bigint;
  owed: bigint;
  /** Machines in ARREAR. */
  stopped: number;
  /** From the customer's first charged day on, at most 30; a day without work costs nothing. */
  days: readonly { date: string; fee: bigint }[];
  /** The last date whose movements are kept elsewhere; null where none of the customer's are. */
  elsewhereTo: string | null;
}

export interface DaysLeft {
  /** Mean of the last seven closed days, or of fewer where there are no more; rounded down. */
  dailyFee: bigint;
  /** Whole days that the prepaid account lasts; null when nothing was charged. */
  daysLeft: number | null;
}

export type ElectricityOutlook = ElectricityFigures & DaysLeft;

const daysOfMean = 7;

export function daysLeftOf({ available, days }: Pick<ElectricityFigures, 'available' | 'days'>): DaysLeft {
  const recent = days.slice(-daysOfMean);
  const sum = recent.reduce((total, { fee }) => total + fee, 0n);
  if (sum === 0n) return { dailyFee: 0n, daysLeft: null };
  const count = BigInt(recent.length);
  // From the sum, not from the rounded mean: a mean that was rounded down would make the balance last too long.
  return { dailyFee: divFloor(sum, count), daysLeft: Number(divFloor(available * count, sum)) };
}
