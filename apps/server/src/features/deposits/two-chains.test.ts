/** Proves that the network is a part of a payment's identity: one txid and output on both chains is two deposits, each credited once. */
import { type ScriptedEvm, startScriptedEvm } from '@lode/chain-evm/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needed, startTwoChains } from './testing/deposit-fixture.ts';

let evm: ScriptedEvm;
let bitcoin: Awaited<ReturnType<typeof startTwoChains>>[0];
let erc20: Awaited<ReturnType<typeof startTwoChains>>[1];
beforeAll(async () => {
  evm = await startScriptedEvm();
  [bitcoin, erc20] = await startTwoChains(evm);
});
afterAll(async () => {
  await bitcoin.app.stop();
  evm.close();
});

async function pass(blocks = needed): Promise<void> {
  for (const chain of [bitcoin, erc20]) {
    chain.mine(blocks);
    await chain.look();
    await chain.look();
  }
}

describe('the same transaction on two chains', () => {
  it('is two deposits, each credited once in its own coin', async () => {
    const customer = await bitcoin.app.createCustomer();
    const [onBitcoin, onErc20] = [await bitcoin.placeOf(customer), await erc20.placeOf(customer)];
    const tx = evm.transfer('both', [{ key: onErc20.key, amount: 25_000_000n }]);
    erc20.blocks.submit(tx);
    bitcoin.blocks.submit({ ...tx, outputs: [{ key: onBitcoin.key, amount: 50_000_000n }] });
    await pass();
    const records = await bitcoin.deposits(customer);
    expect(
      records
        .map(({ txid, outputIndex, network, amount, status }) => [txid, outputIndex, network, amount, status])
        .sort(),
    ).toEqual([
      [tx.txid, 0, 'BITCOIN', '0.50000000', 'CREDITED'],
      [tx.txid, 0, 'ERC20', '25.000000', 'CREDITED'],
    ]);
    await pass();
    expect([await bitcoin.held(customer), await erc20.held(customer)]).toEqual([50_000_000n, 25_000_000n]);
    await bitcoin.assertBooks();
  });

  it('is taken back on the one chain alone when it is gone there', async () => {
    const customer = await bitcoin.app.createCustomer();
    const [onBitcoin, onErc20] = [await bitcoin.placeOf(customer), await erc20.placeOf(customer)];
    const tx = evm.transfer('one of both', [{ key: onErc20.key, amount: 40_000_000n }]);
    erc20.blocks.submit(tx);
    bitcoin.blocks.submit({ ...tx, outputs: [{ key: onBitcoin.key, amount: 10_000_000n }] });
    await pass(1);
    bitcoin.blocks.reorganise(1, [[], []]);
    bitcoin.blocks.mempool.clear();
    await pass();
    const records = await bitcoin.deposits(customer);
    expect(records.map(({ network, status }) => [network, status]).sort()).toEqual([
      ['BITCOIN', 'ORPHANED'],
      ['ERC20', 'CREDITED'],
    ]);
    expect([await bitcoin.held(customer), await erc20.held(customer)]).toEqual([0n, 40_000_000n]);
    await bitcoin.assertBooks();
  });
});
