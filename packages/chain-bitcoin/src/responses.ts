import { parseDecimal } from '@lode/money';
import { unavailable } from './json-rpc.ts';

/** Parsers of a node's responses: an unexpected shape throws `ChainUnavailable` (`malformed`). */
export function malformed(what: string, value: unknown): Error {
  return unavailable('malformed', new Error(`${what} is ${JSON.stringify(value)?.slice(0, 80) ?? 'absent'}`));
}

export function objectOf(what: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(what, value);
  return value as Record<string, unknown>;
}

export function readInteger(what: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw malformed(what, value);
  return value;
}

export function textOf(what: string, value: unknown, pattern: RegExp): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw malformed(what, value);
  return value;
}

export function hashOf(what: string, value: unknown): string {
  return textOf(what, value, /^[0-9a-f]{64}$/);
}

export function bytesOf(what: string, value: unknown): Buffer {
  if (typeof value !== 'string' || value.length % 2 !== 0) throw malformed(what, value);
  const bytes = Buffer.from(value, 'hex');
  // Decoding stops at the first character that is no hex digit.
  if (bytes.length !== value.length / 2) throw malformed(what, value);
  return bytes;
}

/** A sum in BTC, read with `exactDecimals`: satoshi. */
export function satoshiOf(what: string, value: unknown): bigint {
  try {
    return parseDecimal(
      typeof value === 'number' ? String(readInteger(what, value)) : textOf(what, value, /^-?[0-9.]+$/),
      8,
    );
  } catch {
    throw malformed(what, value);
  }
}

/** A whole number of satoshi. */
export function wholeSatoshiOf(what: string, value: unknown): bigint {
  return BigInt(readInteger(what, value));
}
