// Proves that the scripted chain is a chain: it passes what every adapter must pass.

import type { Source } from '../payment.ts';
import type { AddressKey, OwnAddress } from '../shapes.ts';
import { type ChainHarness, describeChain } from './conformance.ts';
import { ScriptedBlocks, scriptedTx } from './scripted-blocks.ts';
import { ScriptedChain, signScripted } from './scripted-chain.ts';

describeChain('the scripted chain', async (): Promise<ChainHarness> => {
  const chain = new ScriptedChain();
  let paid = 0;
  const pay = async (to: AddressKey, amount: bigint) => {
    paid += 1;
    const tx = scriptedTx([`outside:${paid}`], [{ key: to, amount }]);
    chain.blocks.submit(tx);
    return { txid: tx.txid };
  };
  const mine = async (blocks: number) => {
    for (let block = 0; block < blocks; block += 1) chain.blocks.mine();
  };
  const { address, key } = chain.ownAddress('house', 0);
  return {
    chain,
    coin: 'BTC',
    amount: 1_000_000n,
    mine,
    pay,
    reorganise: async (depth, length) =>
      chain.blocks.reorganise(
        depth,
        Array.from({ length }, () => []),
      ),
    async fundedSource(amount) {
      const owners: OwnAddress[] = [chain.ownAddress('house', 1), chain.ownAddress('house', 2)];
      const { txid } = await pay(owners[0]!.key, amount * 2n);
      await mine(1);
      const outputs = [{ txid, index: 0, amount: amount * 2n, owner: owners[0]! }];
      const source: Source = { kind: 'OUTPUTS', outputs, change: owners[1]! };
      return { source, owners };
    },
    sign: async ({ payload }) => signScripted(payload),
    higher: (rate) => (rate.unit === 'SAT_PER_KVB' ? { ...rate, rate: rate.rate * 2n } : rate),
    tooHigh: () => ({ unit: 'SAT_PER_KVB', rate: 200_001n }),
    broken: async (reason) => chain.broken(reason),
    ofOtherChain() {
      const other = new ScriptedChain();
      other.blocks = new ScriptedBlocks('another');
      return other;
    },
    goodAddresses: [{ text: address, address, key }],
    badAddresses: [
      { text: `${address.slice(0, -1)}${address.endsWith('0') ? '1' : '0'}`, reason: 'CHECKSUM' },
      { text: address.toUpperCase(), reason: 'FORMAT' },
    ],
    close: async () => {},
  };
});
