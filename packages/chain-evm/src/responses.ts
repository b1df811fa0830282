import { ChainUnavailable } from '@lode/chain';
import type { Hex } from 'viem';
import { isObject } from './json-rpc.ts';

/**
 * Parsers of a node's responses: a value that violates the protocol throws `ChainUnavailable` (`malformed`), it never becomes a
 * zero.
 */
export function malformed(what: string, found: unknown): ChainUnavailable {
  return new ChainUnavailable('ERC20', 'malformed', `${what}: ${JSON.stringify(found)?.slice(0, 100)}`);
}

export type Fields = Record<string, unknown>;

export function fieldsOf(what: string, found: unknown): Fields {
  if (!isObject(found)) throw malformed(what, found);
  return found;
}

export function listOf(what: string, found: unknown): unknown[] {
  if (!Array.isArray(found)) throw malformed(what, found);
  return found;
}

/** A quantity of at most 256 bits: `0x0`, `0x1f`. */
export function quantity(what: string, found: unknown): bigint {
  if (typeof found !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(found)) throw malformed(what, found);
  return BigInt(found);
}

/** A height, a nonce, an index: a quantity that a number holds exactly. */
export function whole(what: string, found: unknown): number {
  const value = quantity(what, found);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed(what, found);
  return Number(value);
}

/** 32 bytes, in lower case. */
export function hash(what: string, found: unknown): Hex {
  if (typeof found !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(found)) throw malformed(what, found);
  return found.toLowerCase() as Hex;
}

/** 20 bytes, in lower case without `0x`: the key that addresses are compared by. */
export function addressKey(what: string, found: unknown): string {
  if (typeof found !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(found)) throw malformed(what, found);
  return found.slice(2).toLowerCase();
}

export function bytes(what: string, found: unknown): Hex {
  if (typeof found !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(found)) throw malformed(what, found);
  return found.toLowerCase() as Hex;
}

/** A call result of one number: 32 bytes. An address without a contract returns no bytes. */
export function word(what: string, found: unknown): bigint {
  return BigInt(hash(what, found));
}
