/**
 * Proves what counts as a deposit on a real node: transfers of the pinned contract above zero, each once under a name that
 * survives reorganisations; and that a node which answers wrongly is not believed.
 */
import type { Watched } from '@lode/chain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EvmOptions, evmAdapter } from './evm-adapter.ts';
import { type EvmHarness, startEvmHarness } from './testing/harness.ts';
import { type Tamper, tamperingNode } from './testing/tampering-node.ts';

let harness: EvmHarness;
beforeAll(async () => {
  harness = await startEvmHarness();
});
afterAll(() => harness.close());

const everything: Watched = { hasKey: () => true, hasOutput: () => false };
const customer = (index: number) => harness.chain.ownAddress('customer', index);
const watching = (key: string) => ({ hasKey: (one: string) => one === key, hasOutput: () => false });

async function scanTip(options: Partial<EvmOptions> = {}, watched = everything) {
  const chain = evmAdapter({ ...harness.options, ...options });
  return (await chain.scan((await chain.tip()).height, watched))!;
}

describe('what is no deposit', () => {
  it.each([
    ['a transfer log of an unknown contract', 'FakeUsdt', 'transfer(address,uint256)'],
    ['a transfer of an unknown token of the same make', 'TestUsdt', 'issue(address,uint256)'],
  ] as const)('%s', async (_, contract, signature) => {
    const fake = await harness.anvil.deploy(contract);
    await harness.anvil.call(fake, signature, customer(1).address, 5_000_000n);
    await harness.anvil.mine();
    expect((await scanTip({}, watching(customer(1).key))).payments).toEqual([]);
    // The control: pinned to that contract the same block holds the payment.
    expect((await scanTip({ usdtContract: fake }, watching(customer(1).key))).payments).toMatchObject([
      { amount: 5_000_000n },
    ]);
  });

  it('a call that succeeds while the transfer inside fails', async () => {
    const { anvil } = harness;
    const caller = await anvil.deploy('FakeUsdt');
    const txid = await anvil.call(caller, 'failInside(address,address,uint256)', anvil.usdt, customer(1).address, 5n);
    await anvil.mine();
    expect(await anvil.ask('eth_getTransactionReceipt', txid)).toMatchObject({ status: '0x1' });
    expect((await scanTip()).payments).toEqual([]);
  });

  it('a transfer of nothing, and a transfer that failed', async () => {
    const { anvil } = harness;
    await anvil.call(anvil.usdt, 'transfer(address,uint256)', customer(1).address, 0n);
    const gas = { from: anvil.rich, to: anvil.usdt, gas: '0x30d40' };
    const data = `0xa9059cbb${customer(1).key.padStart(64, '0')}${'f'.repeat(64)}`;
    await anvil.ask('eth_sendTransaction', { ...gas, data });
    await anvil.mine();
    expect((await scanTip()).payments).toEqual([]);
  });
});

describe('a deposit', () => {
  it('reported twice and out of order is one', async () => {
    const { anvil } = harness;
    for (const amount of [7n, 8n, 9n]) await anvil.issue(customer(3).address, amount);
    await anvil.mine();
    const truth = (await scanTip({}, watching(customer(3).key))).payments;
    const { url, close } = await tamperingNode(anvil.url, (method, _params, result) =>
      method === 'eth_getLogs' ? [...(result as unknown[]), ...(result as unknown[])].reverse() : undefined,
    );
    expect((await scanTip({ rpcUrl: url }, watching(customer(3).key))).payments).toEqual(truth);
    expect(truth).toHaveLength(3);
    close();
  });

  it('of several in one block is named by its transaction and its place in it', async () => {
    const { anvil } = harness;
    const txids = [await anvil.issue(customer(1).address, 7n), await anvil.issue(customer(1).address, 7n)];
    await anvil.mine();
    const { payments } = await scanTip({}, watching(customer(1).key));
    expect(payments.map(({ txid, index }) => [txid, index])).toEqual(
      expect.arrayContaining(txids.map((txid) => [txid, 0])),
    );
  });

  it('keeps its name when it is mined again behind others', async () => {
    const { anvil } = harness;
    const placeOf = async (txid: string) =>
      ((await anvil.ask('eth_getTransactionReceipt', txid)) as { logs: { logIndex: string }[] }).logs[0]?.logIndex;
    const [, second] = (await anvil.ask('eth_accounts')) as string[];
    const txid = await anvil.issue(customer(2).address, 9n);
    const raw = await anvil.ask('eth_getRawTransactionByHash', txid);
    await anvil.mine();
    const [before] = (await scanTip({}, watching(customer(2).key))).payments;
    expect([before?.txid, await placeOf(txid)]).toEqual([txid, '0x0']);

    const none = `0xa9059cbb${customer(1).key.padStart(64, '0')}${'0'.repeat(64)}`;
    const ahead = { from: second, to: anvil.usdt, data: none, gas: '0x30d40', gasPrice: '0x174876e800' };
    await anvil.ask('anvil_reorg', 1, [
      [ahead, 0],
      [raw, 0],
    ]);
    expect(await placeOf(txid)).toBe('0x1');
    const [after] = (await scanTip({}, watching(customer(2).key))).payments;
    expect(after).toEqual(before);
  });

  it('of two transfers in one transaction is two, and a zero one between them keeps their indexes', async () => {
    const { anvil } = harness;
    await anvil.call(anvil.usdt, 'setFee(uint256)', 10n);
    await anvil.issue(anvil.rich, 1_000_000n);
    await anvil.mine();
    const other = (await anvil.ask('eth_accounts')) as string[];
    await anvil.call(anvil.usdt, 'transfer(address,uint256)', other[1], 1_000_000n);
    await anvil.mine();
    // With a fee the token logs two transfers: to the receiver, and to its owner.
    expect((await scanTip()).payments.map(({ index, amount }) => [index, amount])).toEqual([
      [0, 999_000n],
      [1, 1000n],
    ]);
    await anvil.call(anvil.usdt, 'setFee(uint256)', 0n);
    await anvil.mine();
  });

  it('of ether is seen when it is sent plainly', async () => {
    const txid = await harness.anvil.ether(customer(3).address, 10n ** 18n);
    await harness.anvil.mine();
    expect((await scanTip({}, watching(customer(3).key))).payments).toEqual([
      { txid, index: 0, key: customer(3).key, coin: 'ETH', amount: 10n ** 18n },
    ]);
  });
});

describe('a node that answers wrongly', () => {
  const nodes: { close(): void }[] = [];
  afterEach(() => {
    for (const node of nodes.splice(0)) node.close();
  });
  const behind = async (tamper: Tamper) => {
    const node = await tamperingNode(harness.anvil.url, tamper);
    nodes.push(node);
    return { rpcUrl: node.url };
  };
  const deposit = async () => {
    const txid = await harness.anvil.issue(customer(4).address, 11n);
    await harness.anvil.mine();
    return txid;
  };
  const only =
    (asked: string, change: (result: never) => unknown): Tamper =>
    (method, _, result) =>
      method === asked ? change(result as never) : undefined;

  it('with no logs yet is asked for receipts, so that no deposit is missed', async () => {
    const txid = await deposit();
    const late = await behind(only('eth_getLogs', () => []));
    expect((await scanTip(late)).payments).toMatchObject([{ txid, index: 0, amount: 11n }]);
    const poor = await behind((method) => {
      if (method === 'eth_getLogs') return [];
      return method === 'eth_getBlockReceipts' ? { error: { code: -32601, message: 'no such method' } } : undefined;
    });
    expect((await scanTip(poor)).payments).toEqual([]);
  });

  type Log = Record<string, unknown>;
  it.each<[string, Tamper]>([
    [
      'logs of another block',
      only('eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, blockHash: `0x${'1'.repeat(64)}` }))),
    ],
    [
      'logs of another contract',
      only('eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, address: `0x${'1'.repeat(40)}` }))),
    ],
    [
      'an amount that is no number',
      only('eth_getLogs', (logs: Log[]) => logs.map((log) => ({ ...log, data: '0xzz' }))),
    ],
    ['no list of logs', only('eth_getLogs', () => null)],
    ['another block than asked for', only('eth_getBlockByNumber', (block: Log) => ({ ...block, number: '0x1' }))],
    [
      'a height beyond numbers',
      only('eth_getBlockByNumber', (block: Log) => ({ ...block, number: `0x${'f'.repeat(60)}` })),
    ],
    ['a block without a hash', only('eth_getBlockByNumber', (block: Log) => ({ ...block, hash: null }))],
  ])('%s', async (_, tamper) => {
    await deposit();
    const { height } = await harness.chain.tip();
    const chain = evmAdapter({ ...harness.options, ...(await behind(tamper)) });
    await expect(chain.scan(height, everything)).rejects.toMatchObject({
      name: 'ChainUnavailable',
      reason: 'malformed',
    });
  });

  it('with a refusal is unavailable', async () => {
    const chain = evmAdapter({
      ...harness.options,
      ...(await behind(only('eth_getBlockByNumber', () => ({ error: { code: -32005, message: 'limit exceeded' } })))),
    });
    await expect(chain.tip()).rejects.toMatchObject({ name: 'ChainUnavailable', reason: 'refused' });
  });

  it('with more than it may is cut off', async () => {
    const chain = evmAdapter({ ...harness.options, maxBytes: 200 });
    await expect(chain.tip()).rejects.toMatchObject({ name: 'ChainUnavailable', reason: 'malformed' });
  });
});

describe('another chain', () => {
  it('of the same id is refused by its genesis, and a place without the token by its decimals', async () => {
    const genesis = `0x${'ab'.repeat(32)}`;
    await expect(evmAdapter({ ...harness.options, genesis }).identify()).rejects.toThrow(genesis);
    const usdtContract = customer(9).address;
    await expect(evmAdapter({ ...harness.options, usdtContract }).identify()).rejects.toThrow('none');
    const found = (await harness.chain.identify()).genesis;
    await expect(evmAdapter({ ...harness.options, genesis: found }).identify()).resolves.toMatchObject({
      genesis: found,
    });
  });
});
