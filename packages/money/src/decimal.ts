/** A decimal text that is no number of the asked form. `reason` says what a person did wrong. */
export class DecimalError extends Error {
  override readonly name = 'DecimalError';
  readonly reason: 'malformed' | 'too-many-decimals' | 'too-large';
  constructor(reason: DecimalError['reason']) {
    super(`decimal is ${reason}`);
    this.reason = reason;
  }
}

const maxIntegerDigits = 18;
const shape = /^(-)?(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/**
 * Reads a decimal as an integer of 10^-scale: `parseDecimal('1.5', 8) === 150000000n`.
 * Refuses exponents, signs other than a leading minus, leading zeros, and more decimals than `scale`: never rounds.
 */
export function parseDecimal(text: string, scale: number): bigint {
  const match = shape.exec(text);
  if (!match) throw new DecimalError('malformed');
  const [, minus, integer = '0', fraction = ''] = match;
  if (integer.length > maxIntegerDigits) throw new DecimalError('too-large');
  if (fraction.length > scale) throw new DecimalError('too-many-decimals');
  const magnitude = BigInt(integer + fraction.padEnd(scale, '0'));
  return minus ? -magnitude : magnitude;
}

/** Writes an integer of 10^-scale with exactly `scale` decimals: `formatDecimal(-1n, 8) === '-0.00000001'`. */
export function formatDecimal(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return value < 0n ? `-${text}` : text;
}

/** Writes without trailing zeros: `formatShortest(78000n, 6) === '0.078'`. For prices and rates, not for amounts. */
export function formatShortest(value: bigint, scale: number): string {
  const text = formatDecimal(value, scale);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
