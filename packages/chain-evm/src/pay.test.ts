/**
 * Proves on a real node that a payment is refused before it is signed when it would fail, that what failed or fell short on
 * chain never counts as paid, and that no doubtful answer of a node turns a payment into one that failed.
 */
import type { FeeRate, OwnAddress, SentPayment, Unsigned } from '@lode/chain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { evmAdapter } from './evm-adapter.ts';
import { type EvmHarness, startEvmHarness } from './testing/harness.ts';
import { type Tamper, tamperingNode } from './testing/tampering-node.ts';

let harness: EvmHarness;
let from: OwnAddress;
let rate: FeeRate;
const amount = 50_000_000n;
const receiver = () => harness.chain.ownAddress('customer', 77).key;

beforeAll(async () => {
  harness = await startEvmHarness();
  rate = await harness.chain.feeRate();
});
afterAll(() => harness.close());
beforeEach(async () => {
  const { source } = await harness.fundedSource(amount);
  if (source.kind === 'ACCOUNT') from = source.from;
});

const order = (changes: object = {}) => ({
  to: receiver(),
  coin: 'USDT' as const,
  amount,
  rate,
  source: { kind: 'ACCOUNT' as const, from, nonce: 0 },
  ...changes,
});

async function sign(changes: object = {}) {
  const built = await harness.chain.build(order(changes));
  if ('refused' in built) throw new Error(built.refused);
  const signed = harness.chain.finish(built, await harness.sign(built));
  return { built, signed, record: recordOf(built, signed.txid) };
}

const recordOf = ({ outpoints, to, coin, amount }: Unsigned, txid: string): SentPayment => ({
  txid,
  outpoints,
  to,
  coin,
  amount,
  sinceHeight: 0,
});

describe('a payment is refused', () => {
  it('when the token would refuse it', async () => {
    const { anvil, chain } = harness;
    await anvil.call(anvil.usdt, 'setBlackListed(address,bool)', from.address, true);
    await anvil.mine();
    expect(await chain.build(order())).toEqual({ refused: 'WOULD_FAIL' });
    await anvil.call(anvil.usdt, 'setBlackListed(address,bool)', from.address, false);
    await anvil.mine();
    expect(await chain.build(order())).toMatchObject({ amount });
  });

  it('without the USDT, without the ether for gas, and for nothing', async () => {
    const { chain } = harness;
    expect(await chain.build(order({ amount: amount + 1n }))).toEqual({ refused: 'NOT_ENOUGH' });
    expect(await chain.build(order({ amount: 0n }))).toEqual({ refused: 'DUST' });
    expect(await chain.build(order({ coin: 'ETH', amount: 10n ** 18n }))).toEqual({ refused: 'NOT_ENOUGH' });
    const poor = harness.chain.ownAddress('house', 5);
    await harness.anvil.issue(poor.address, amount);
    await harness.anvil.mine();
    expect(await chain.build(order({ source: { kind: 'ACCOUNT', from: poor, nonce: 0 } }))).toEqual({
      refused: 'NOT_ENOUGH',
    });
  });

  it('with a tip above the whole', async () => {
    expect(await harness.chain.build(order({ rate: { unit: 'WEI_PER_GAS', maxFee: 5n, maxPriorityFee: 6n } }))).toEqual(
      { refused: 'FEE_RATE' },
    );
  });
});

describe('on chain', () => {
  it('a reverted call costs its gas and pays nothing', async () => {
    const { anvil, chain } = harness;
    const { signed, record } = await sign();
    await anvil.call(anvil.usdt, 'setPaused(bool)', true);
    await anvil.mine();
    await chain.broadcast(signed);
    await anvil.mine();
    const status = await chain.status(record);
    expect(status).toMatchObject({ state: 'CONFIRMED', isPaid: false });
    expect(status.state === 'CONFIRMED' && status.feePaid.atomic > 0n).toBe(true);
    await anvil.call(anvil.usdt, 'setPaused(bool)', false);
    await anvil.mine();
  });

  it('a token that keeps a fee has not paid the amount', async () => {
    const { anvil, chain } = harness;
    await anvil.call(anvil.usdt, 'setFee(uint256)', 10n);
    await anvil.mine();
    const { signed, record } = await sign();
    await chain.broadcast(signed);
    await anvil.mine();
    expect(await chain.status(record)).toMatchObject({ state: 'CONFIRMED', isPaid: false });
    await anvil.call(anvil.usdt, 'setFee(uint256)', 0n);
    await anvil.mine();
  });

  it('a plain transfer of ether costs its gas exactly', async () => {
    const { anvil, chain } = harness;
    const { built, signed, record } = await sign({ coin: 'ETH', amount: 10n ** 17n });
    expect(built.fee.atomic % 21_000n).toBe(0n);
    await chain.broadcast(signed);
    await anvil.mine();
    expect(await chain.status(record)).toMatchObject({ state: 'CONFIRMED', isPaid: true });
    expect(await chain.nonces!(from.key)).toEqual({ confirmed: 1, pending: 1 });
  });
});

describe('a node in doubt', () => {
  const behind = async (tamper: Tamper) => {
    const node = await tamperingNode(harness.anvil.url, tamper);
    return { chain: evmAdapter({ ...harness.options, rpcUrl: node.url }), close: node.close };
  };
  const paid = async () => {
    const payment = await sign();
    await harness.chain.broadcast(payment.signed);
    await harness.anvil.mine(3);
    return payment;
  };

  it('without the receipt yet never makes a conflict of a payment that was mined', async () => {
    const { record } = await paid();
    let asked = 0;
    const late = await behind((method) => (method === 'eth_getTransactionReceipt' && asked++ === 0 ? null : undefined));
    expect(await late.chain.status(record)).toMatchObject({ state: 'CONFIRMED', isPaid: true });
    const never = await behind((method) => (method === 'eth_getTransactionReceipt' ? null : undefined));
    await expect(never.chain.status(record)).rejects.toMatchObject({ name: 'ChainUnavailable' });
    late.close();
    never.close();
  });

  it('without old states names the conflict from the blocks themselves', async () => {
    const { built, record } = await paid();
    const other = { ...recordOf(built, `0x${'9'.repeat(64)}`), sinceHeight: (await harness.chain.tip()).height - 10 };
    const { height } = await harness.chain.tip();
    const pruned = await behind((method, params) =>
      method === 'eth_getTransactionCount' && BigInt(params[1] as string) < BigInt(height)
        ? { error: { code: -32000, message: 'missing trie node' } }
        : undefined,
    );
    expect(await pruned.chain.status(other)).toEqual({ state: 'CONFLICTED', by: record.txid, confirmations: 3 });
    expect(await harness.chain.status(other)).toEqual({ state: 'CONFLICTED', by: record.txid, confirmations: 3 });
    // The node that named the height had named one above the block.
    const above = { ...other, sinceHeight: 10_000_000 };
    expect(await harness.chain.status(above)).toEqual({ state: 'CONFLICTED', by: record.txid, confirmations: 3 });
    pruned.close();
  });

  it.each(['already known', 'AlreadyKnown', 'transaction already imported', 'known transaction: 0x12'])(
    'that says %s has the bytes',
    async (message) => {
      const { signed } = await sign();
      const node = await behind((method) =>
        method === 'eth_sendRawTransaction' ? { error: { code: -32000, message } } : undefined,
      );
      expect(await node.chain.broadcast(signed)).toEqual({ accepted: true, isNew: false });
      node.close();
    },
  );

  it.each([
    [-32005, 'daily request count exceeded'],
    [-32000, 'header not found'],
    [-32603, 'internal error'],
    [-32000, 'insufficient funds for transfer'],
  ])('that refuses to estimate (%i, %s) fails no payment', async (code, message) => {
    const node = await behind((method) => (method === 'eth_estimateGas' ? { error: { code, message } } : undefined));
    await expect(node.chain.build(order())).rejects.toMatchObject({ name: 'ChainUnavailable' });
    node.close();
  });

  it.each([
    { code: 3, message: 'a reason of the contract', data: '0x08c379a0' },
    { code: -32000, message: 'execution reverted' },
    { code: -32015, message: 'VM execution error.', data: 'Reverted 0x' },
    { code: -32000, message: 'invalid opcode: INVALID' },
  ])('and one that says $message says that it would fail', async (error) => {
    const node = await behind((method) => (method === 'eth_estimateGas' ? { error } : undefined));
    expect(await node.chain.build(order())).toEqual({ refused: 'WOULD_FAIL' });
    node.close();
  });

  it('that refuses an unknown transaction reports the reason', async () => {
    const { signed } = await sign({ source: { kind: 'ACCOUNT', from, nonce: 0 } });
    const node = await behind((method) =>
      method === 'eth_sendRawTransaction'
        ? { error: { code: -32000, message: 'replacement transaction underpriced' } }
        : method === 'eth_getTransactionByHash'
          ? null
          : undefined,
    );
    expect(await node.chain.broadcast(signed)).toEqual({
      accepted: false,
      reason: 'replacement transaction underpriced',
    });
    node.close();
  });
});
