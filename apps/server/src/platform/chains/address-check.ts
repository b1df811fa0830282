import type { AddressCheck, Network } from '@lode/chain';
import { checkBitcoinAddress } from '@lode/chain-bitcoin';
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
