/**
 * What each receiver of a transaction bears of its fee: by the size of its output, rounded down; the satoshis that remain go to the
 * first ones. The sum is the fee.
 */
export function feeShares(fee: bigint, scripts: readonly string[]): bigint[] {
  // Amount, length and script.
  const sizes = scripts.map((script) => BigInt(9 + script.length / 2));
  const whole = sizes.reduce((sum, size) => sum + size, 0n);
  const shares = sizes.map((size) => (fee * size) / whole);
  const rest = fee - shares.reduce((sum, share) => sum + share, 0n);
  return shares.map((share, at) => (BigInt(at) < rest ? share + 1n : share));
}
