import { divCeil, divTowardsZero } from '@lode/money';
import { daysOfYear, monthsOfYear } from '../../components/earnings/earnings-figures.ts';

/**
 * Distance of the price from break-even in per cent of the price; below break-even, in per cent of break-even. One decimal,
 * towards zero.
 */
export function breakEvenDistance(breakEven: bigint, price: bigint): { isAbove: boolean; percent: string } {
  const isAbove = price >= breakEven;
  const [higher, lower] = isAbove ? [price, breakEven] : [breakEven, price];
  const tenths = higher > 0n ? divTowardsZero((higher - lower) * 1000n, higher) : 0n;
  return { isAbove, percent: `${tenths / 10n}.${tenths % 10n}` };
}

/** The price that pays a day's hosting too, a year's twelve fees spread over its days: rounded up, as it must be reached. Micro-USDT. */
export function breakEvenWithHosting(breakEven: bigint, dayFee: bigint, hostingMonthly: bigint): bigint {
  return divCeil(breakEven * (dayFee * daysOfYear + hostingMonthly * monthsOfYear), dayFee * daysOfYear);
}

const [oneUsdt, oneCent] = [1_000_000n, 10_000n];
/** Two decimals are shown from one USDT on: what is shown is enough. */
export const upToShown = (price: bigint) => (price < oneUsdt ? price : divCeil(price, oneCent) * oneCent);
