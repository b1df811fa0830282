import { divTowardsZero } from '@lode/money';

/**
 * How far the price may fall to break-even, in per cent of the price; once it is below, how far it has fallen under
 * break-even, in per cent of that. One decimal, towards zero.
 */
export function cushion(breakEven: bigint, price: bigint): { isAbove: boolean; percent: string } {
  const isAbove = price >= breakEven;
  const [higher, lower] = isAbove ? [price, breakEven] : [breakEven, price];
  const tenths = higher > 0n ? divTowardsZero((higher - lower) * 1000n, higher) : 0n;
  return { isAbove, percent: `${tenths / 10n}.${tenths % 10n}` };
}
