/** Whole numbers only. */

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Of amounts that are not below zero. */
export const roundedUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;

/** `('0.045', 6)` → 45000n. */
export function scaled(decimal: string, places: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  if (fraction.length > places) throw new Error(`${decimal} has more than ${places} decimals`);
  return BigInt(whole + fraction.padEnd(places, '0'));
}
