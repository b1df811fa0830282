import type { AddressCheck, AddressKey } from '@lode/chain';
import { type Address, getAddress } from 'viem';

const pattern = /^(?:0x)?([0-9a-fA-F]{40})$/;
const keyPattern = /^[0-9a-f]{40}$/;

/** Funds sent there are burnt. */
const zeroKey: AddressKey = '0'.repeat(40);

/**
 * Validates an address as typed (EIP-55). All lower or all upper case carries no checksum and is allowed; mixed case must match.
 * `refused` are keys that no payment may go to, such as the token's own contract.
 */
export function checkEvmAddress(text: string, refused: ReadonlySet<AddressKey>): AddressCheck {
  const digits = pattern.exec(text)?.[1];
  if (!digits) return { valid: false, reason: 'FORMAT' };
  const key = digits.toLowerCase();
  if (key === zeroKey || refused.has(key)) return { valid: false, reason: 'FORMAT' };
  const address = addressOfKey(key);
  const carriesChecksum = digits !== key && digits !== digits.toUpperCase();
  if (carriesChecksum && address !== `0x${digits}`) return { valid: false, reason: 'CHECKSUM' };
  return { valid: true, key, address };
}

/** The one canonical text of a key: EIP-55 with `0x`. */
export function addressOfKey(key: AddressKey): Address {
  if (!keyPattern.test(key)) throw new Error(`not an address key: ${key.slice(0, 60)}`);
  return getAddress(`0x${key}`);
}

/** The key of an address that is known to be well formed. */
export function keyOfAddress(address: string): AddressKey {
  const digits = pattern.exec(address)?.[1];
  if (!digits) throw new Error(`not an address: ${address.slice(0, 60)}`);
  return digits.toLowerCase();
}
