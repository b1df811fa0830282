import type { AddressCheck, AddressKey, Network } from '@lode/chain';
import { checkBitcoinAddress, isUndefinedWitnessVersion } from '@lode/chain-bitcoin';
import { checkEvmAddress } from '@lode/chain-evm';
import { type ChainNodes, isClosed } from './chain-nodes.ts';

/**
 * Judges addresses by the chain that is there; while none is, by the forms of the chain that usually is. What is pure
 * needs no node, so a customer's address book works without one.
 */
export function addressCheck(nodes: Pick<ChainNodes, 'open'>, isDemo: boolean) {
  const usual: Record<Network, (text: string) => AddressCheck> = {
    BITCOIN: (text) => checkBitcoinAddress(text, isDemo ? 'regtest' : 'main'),
    ERC20: (text) => checkEvmAddress(text, new Set()),
  };
  return async (network: Network, text: string): Promise<AddressCheck> => {
    const chain = await nodes.open(network);
    return isClosed(chain) ? usual[network](text) : chain.checkAddress(text);
  };
}

/** Whether payments go to such an address; the signer would refuse the others in the end. */
export function isPaidTo(network: Network, key: AddressKey): boolean {
  return network !== 'BITCOIN' || !isUndefinedWitnessVersion(key);
}
