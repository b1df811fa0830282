/**
 * The only ways to divide an amount. Each names where the remainder goes, so that no unit appears from nowhere.
 * Divisors must be positive.
 */

/** Rounds towards minus infinity: what the house pays out. `divFloor(7n, 2n) === 3n`, `divFloor(-7n, 2n) === -4n`. */
export function divFloor(dividend: bigint, divisor: bigint): bigint {
  assertPositive(divisor);
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/** Rounds towards plus infinity: what covers a debt in the debtor's favour. `divCeil(7n, 2n) === 4n`. */
export function divCeil(dividend: bigint, divisor: bigint): bigint {
  return -divFloor(-dividend, divisor);
}

/** Rounds towards zero: what is shown. `divTowardsZero(-7n, 2n) === -3n`. */
export function divTowardsZero(dividend: bigint, divisor: bigint): bigint {
  assertPositive(divisor);
  return dividend / divisor;
}

/** Throws when something is left over. */
export function divExact(dividend: bigint, divisor: bigint): bigint {
  assertPositive(divisor);
  if (dividend % divisor !== 0n) throw new RangeError(`${dividend} is no multiple of ${divisor}`);
  return dividend / divisor;
}

function assertPositive(divisor: bigint): void {
  if (divisor <= 0n) throw new RangeError('a divisor must be positive');
}
