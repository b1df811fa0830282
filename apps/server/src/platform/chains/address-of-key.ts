import type { AddressKey, Network } from '@lode/chain';
import { type BitcoinChainName, bitcoinAddress } from '@lode/chain-bitcoin';
import { addressOfKey as evmAddress } from '@lode/chain-evm';

export type AddressOfKey = (network: Network, key: AddressKey) => string;

/**
 * The address that a key is paid at, as people read it: what is shown is derived from what is paid and not from a text beside it.
 * Needs no node. Throws for a key that no address has.
 */
export function addressOfKey({ bitcoinChain }: { bitcoinChain: BitcoinChainName }): AddressOfKey {
  return (network, key) => (network === 'BITCOIN' ? bitcoinAddress(key, bitcoinChain) : evmAddress(key));
}
