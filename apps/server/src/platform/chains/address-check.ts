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

/** By coin, the network that it is paid on. */
const networkOf: Partial<Record<string, Network>> = { BTC: 'BITCOIN', USDT: 'ERC20' };

/** Whether a text is an address that a coin is paid to: of the chain that is there, or of one that the product may be set up for. */
export function addressText(nodes: Pick<ChainNodes, 'open'>, isDemo: boolean) {
  const check = addressCheck(nodes, isDemo);
  return async (coin: string, text: string): Promise<boolean> => {
    const network = networkOf[coin];
    if (network === undefined) return false;
    if (network === 'BITCOIN' && bitcoinForms.some((chain) => checkBitcoinAddress(text, chain).valid)) return true;
    return (await check(network, text)).valid;
  };
}

const bitcoinForms = ['main', 'test', 'regtest'] as const;
