import { divTowardsZero } from '@lode/money';

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
