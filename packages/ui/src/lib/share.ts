const steps = 1_000_000n;

/**
 * `part / whole` as a fraction for drawing, exact to a millionth; 0 for an empty whole. The only conversion of amounts to
 * numbers.
 */
export function share(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * steps) / whole) / Number(steps);
}

/** At least 0: the top of a scale. */
export function largest(values: readonly bigint[]): bigint {
  return values.reduce((high, value) => (value > high ? value : high), 0n);
}

/** Negative values too; 0 for none. */
export function greatest(values: readonly bigint[]): bigint {
  return values.reduce((high, value) => (value > high ? value : high), values[0] ?? 0n);
}

/** 0 for none. */
export function smallest(values: readonly bigint[]): bigint {
  return values.reduce((low, value) => (value < low ? value : low), values[0] ?? 0n);
}
