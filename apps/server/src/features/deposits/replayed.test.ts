/** Proves on real nodes that a signed transaction which another chain has mined too is one deposit, and that the other chain is refused. */
import { evmAdapter } from '@lode/chain-evm';
import { evmKeys } from '@lode/chain-evm/keys';
import { startAnvil, type TestAnvil } from '@lode/chain-evm/testing';
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { testNodes } from '../../testing/test-nodes.ts';
import { checkDeposits } from './check-deposits.ts';

const start = 120_000;
const confirmations = 3;
const { extendedPublicKey } = evmKeys(new Uint8Array(64).fill(9));
const adapterOf = ({ url: rpcUrl, chainId, usdt: usdtContract }: TestAnvil) =>
  evmAdapter({ rpcUrl, chainId, usdtContract, extendedPublicKey, timeoutMs: 60_000 });
const genesisOf = async (anvil: TestAnvil) =>
  ((await anvil.ask('eth_getBlockByNumber', '0x0', false)) as { hash: string }).hash;

let app: TestApp;
let ours: TestAnvil;
let other: TestAnvil;
let followed: TestAnvil;

beforeAll(async () => {
  ours = await startAnvil();
  other = await startAnvil();
  // Two that began in the same second are one chain until they are mined on.
  while ((await genesisOf(other)) === (await genesisOf(ours))) {
    await other.stop();
    other = await startAnvil();
  }
  followed = ours;
  app = await startTestApp({
    nodes: testNodes(
      {
        get ERC20() {
          return adapterOf(followed);
        },
      },
      { needed: confirmations },
    ),
  });
  await look();
}, start);
afterAll(async () => {
  await app?.stop();
  await Promise.all([ours?.stop(), other?.stop()]);
});

async function look(): Promise<void> {
  for (const watcher of app.watchers) await watcher(app.clock.now());
}

it('is credited once, whichever of the two nodes answers', { timeout: start }, async () => {
  const customer = await app.createCustomer();
  const { address } = await app.data('depositAddress', { coin: 'USDT', network: 'ERC20' }, customer.caller);
  const deposits = async () =>
    (await app.data('depositPage', {}, customer.caller)).records.map(({ txid, status, amount }) => [
      txid,
      status,
      amount,
    ]);

  const txid = await ours.issue(address, 25_000_000n);
  const signed = await ours.ask('eth_getRawTransactionByHash', txid);
  expect(await other.ask('eth_sendRawTransaction', signed)).toBe(txid);
  for (const anvil of [ours, other]) await anvil.mine(confirmations);
  await look();
  expect(await deposits()).toEqual([[txid, 'CREDITED', '25.000000']]);

  followed = other;
  await look();
  await look();
  expect(await deposits()).toEqual([[txid, 'CREDITED', '25.000000']]);
  const { rows } = await app.database.query({
    text: 'select stopped_because as why from chain_watcher where network = $1',
    values: ['ERC20'],
  });
  expect(rows).toEqual([{ why: expect.stringContaining('answers behind that address') }]);

  followed = ours;
  await ours.mine(1);
  await look();
  expect(await deposits()).toEqual([[txid, 'CREDITED', '25.000000']]);
  const { accounts } = await app.data('wallet', {}, customer.caller);
  expect(accounts.find(({ account }) => account === 'ELE_ACCOUNT')?.available).toBe('25.000000');
  await assertBooksBalance(app.database, [checkDeposits]);
});
