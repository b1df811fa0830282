import type { ChainAdapter, Network } from '@lode/chain';
import { addressOfKey, orKey } from '../platform/chains/address-of-key.ts';
import type { ChainNodes } from '../platform/chains/chain-nodes.ts';

/** As on the chains of a demo. */
export const testAddressOf = addressOfKey({ bitcoinChain: 'regtest' });

/** The chains of a test, asked for each time: a test may put another in the place of one. A network that is not among them is closed. */
export function testNodes(
  chains: Partial<Record<Network, ChainAdapter>>,
  {
    needed = 3,
    depth = 20,
    second = {},
  }: { needed?: number; depth?: number; second?: Partial<Record<Network, ChainAdapter>> } = {},
): ChainNodes {
  return {
    open: async (network) => chains[network] ?? { closed: 'this test has no such chain' },
    openSecond: async (network) => second[network] ?? null,
    addressOf: (network, key) => orKey(key, () => chains[network]?.addressOf?.(key) ?? testAddressOf(network, key)),
    confirmations: () => needed,
    depth: () => depth,
    demoNode: async () => null,
  };
}
