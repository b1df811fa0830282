import type { AddressKey, Network } from '@lode/chain';
import { type BitcoinChainName, bitcoinAddress } from '@lode/chain-bitcoin';
import { addressOfKey as evmAddress } from '@lode/chain-evm';

export type AddressOfKey = (network: Network, key: AddressKey) => string;

/**
 * The address that a key is paid at, as people read it: what is shown is derived from what is paid and not from a text beside it.
 * Needs no node. A key that no address has reads as `key 00ff`: a row that was written past the product hides no other one.
 */
export function addressOfKey({ bitcoinChain }: { bitcoinChain: BitcoinChainName }): AddressOfKey {
  return (network, key) =>
    orKey(key, () => (network === 'BITCOIN' ? bitcoinAddress(key, bitcoinChain) : evmAddress(key)));
}

/** The address of a key; the key itself where it has none. */
export function orKey(key: AddressKey, find: () => string): string {
  try {
    return find();
  } catch {
    return `key ${key}`;
  }
}
