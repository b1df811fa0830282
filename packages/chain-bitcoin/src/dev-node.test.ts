// What the demo does to its own node, on a real one.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBitcoinAddress } from './addresses.ts';
import { type BitcoinDevNode, bitcoinDevNode } from './dev-node.ts';
import { TestBitcoind } from './testing/bitcoind.ts';

let bitcoind: TestBitcoind;
let node: BitcoinDevNode;
beforeAll(async () => {
  bitcoind = await TestBitcoind.start(['-minrelaytxfee=0.000001', '-blockmintxfee=0.00001']);
  await bitcoind.fundPayer();
  node = bitcoinDevNode(bitcoind.url);
}, 60_000);
afterAll(() => bitcoind.stop());

const address = () => bitcoind.text('getnewaddress', []);
const confirmations = async (txid: string) =>
  ((await bitcoind.call('gettransaction', [txid])) as { confirmations: number }).confirmations;

it('keeps a transaction waiting while blocks go by', async () => {
  const held = await node.pay(await address(), 1_000_000n);
  expect([await node.excludeFromBlocks(held), await node.excludeFromBlocks(held)]).toEqual([true, true]);
  expect(await node.excludeFromBlocks('ab'.repeat(32))).toBe(false);
  const other = await node.pay(await address(), 2_000_000n);
  await node.mine(3);
  expect([await confirmations(held), await confirmations(other)]).toEqual([0, 3]);
  // Written down and read again, as at the node's next start.
  await bitcoind.call('savemempool');
  await node.mine(1);
  expect(await confirmations(held)).toBe(0);
  const { fees } = (await bitcoind.call('getmempoolentry', [held])) as { fees: { base: number; modified: number } };
  expect(fees.modified).toBeGreaterThan(0);
  expect(fees.modified).toBeLessThan(fees.base);
});

it('takes a waiting payment back, once', async () => {
  const txid = await node.pay(await address(), 1_500_000n);
  expect(await node.doubleSpend(txid)).toBe(true);
  expect(await node.doubleSpend(txid)).toBe(false);
  await node.mine(1);
  expect(await confirmations(txid)).toBeLessThan(0);
});

it('mines a reward to a script, and the node takes the block for its own', async () => {
  const to = await address();
  const check = checkBitcoinAddress(to, 'regtest');
  if (!check.valid) throw new Error(check.reason);
  const height = Number(await bitcoind.call('getblockcount'));
  await node.mineTo(check.key, 12_345n);
  expect(await bitcoind.call('getblockcount')).toBe(height + 1);
  const block = (await bitcoind.call('getblock', [await bitcoind.text('getbestblockhash'), 2])) as {
    tx: { vout: { value: number; scriptPubKey: { address?: string } }[] }[];
  };
  expect(block.tx).toHaveLength(1);
  expect(block.tx[0]?.vout[0]).toMatchObject({ value: 0.00012345, scriptPubKey: { address: to } });
});
