import { largest, share } from '../../lib/share.ts';

/** Output and fee of one day, in the same coin and scale. */
export interface FeeNetDay {
  date: string;
  output: bigint;
  fee: bigint;
}

/** Heights of one day's parts as fractions of the field. */
export interface FeeNetBar {
  /** The part of the output that paid the fee. */
  paid: number;
  /** The output above the fee. */
  net: number;
  /** The part of the fee that the output did not cover. */
  short: number;
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
const above = (a: bigint, b: bigint) => (a > b ? a - b : 0n);

/** All days on one scale, where `paid + net + short` of the highest day is 1. */
export function feeNetBars(days: readonly FeeNetDay[]): FeeNetBar[] {
  const high = largest(days.flatMap(({ output, fee }) => [output, fee]));
  return days.map(({ output, fee }) => ({
    paid: share(smaller(output, fee), high),
    net: share(above(output, fee), high),
    short: share(above(fee, output), high),
  }));
}
