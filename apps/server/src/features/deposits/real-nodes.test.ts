// Deposits on a real bitcoind and a real anvil: credited after their confirmations, taken back by reorganisations before and
// after, two outputs of one transaction, a token that only looks like USDT, and the books held against what the nodes say.
import type { ChainAdapter, Network } from '@lode/chain';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { signingAccount } from '@lode/chain-bitcoin/keys';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { evmAdapter } from '@lode/chain-evm';
import { evmKeys } from '@lode/chain-evm/keys';
import { startAnvil, type TestAnvil } from '@lode/chain-evm/testing';
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { testNodes } from '../../testing/test-nodes.ts';

const seed = new Uint8Array(64).fill(9);
const confirmations = 3;
const start = 120_000;

let app: TestApp;
let bitcoind: TestBitcoind;
let anvil: TestAnvil;
let chains: Record<Network, ChainAdapter>;

beforeAll(async () => {
  [bitcoind, anvil] = await Promise.all([TestBitcoind.start(), startAnvil()]);
  await bitcoind.fundPayer();
  const accountKey = signingAccount(seed, 'regtest').extendedPublicKey;
  const { url: rpcUrl, chainId, usdt: usdtContract } = anvil;
  chains = {
    BITCOIN: new BitcoinChain({ url: bitcoind.url, chain: 'regtest', accountKey, timeoutMs: 60_000 }),
    ERC20: evmAdapter({
      rpcUrl,
      chainId,
      usdtContract,
      extendedPublicKey: evmKeys(seed).extendedPublicKey,
      timeoutMs: 60_000,
    }),
  };
  app = await startTestApp({
    nodes: testNodes(chains, { needed: confirmations }),
  });
  await look();
}, start);
afterAll(async () => {
  await app?.stop();
  await Promise.all([bitcoind?.stop(), anvil?.stop()]);
});

async function look(): Promise<void> {
  for (const watcher of app.watchers) await watcher(app.clock.now());
}

async function addressOf(customer: TestCustomer, coin: 'BTC' | 'USDT', network: Network): Promise<string> {
  return (await app.data('depositAddress', { coin, network }, customer.caller)).address;
}

async function depositsOf({ caller }: TestCustomer) {
  const { records } = await app.data('depositPage', {}, caller);
  return records.map(({ status, confirmations: n, amount }) => `${status} ${n} ${amount}`);
}

async function assertCustody(): Promise<void> {
  await assertBooksBalance(app.database, app.slices.deposits.bookChecks);
  const custody = (await Promise.all(app.slices.deposits.custodyChecks.map((check) => check()))).flat();
  expect(custody.map(({ coin }) => coin)).toEqual(['BTC', 'USDT', 'ETH']);
  for (const one of custody) {
    expect(one).toMatchObject({ ledger: expect.any(BigInt) });
    if ('ledger' in one) expect(one.ledger, one.coin).toBe(one.chain);
  }
}

it('credits Bitcoin after its confirmations, output by output, and nothing that is taken back before', {
  timeout: start,
}, async () => {
  const customer = await app.createCustomer();
  const address = await addressOf(customer, 'BTC', 'BITCOIN');
  expect(address).toMatch(/^bcrt1q/);
  await bitcoind.call('sendmany', ['', { [address]: '0.5' }]);
  await look();
  expect(await depositsOf(customer)).toEqual(['SEEN 0 0.50000000']);
  await bitcoind.mine(2);
  await look();
  expect(await depositsOf(customer)).toEqual(['CONFIRMING 2 0.50000000']);
  await bitcoind.reorganise(2, 3);
  await look();
  expect(await depositsOf(customer)).toEqual(['SEEN 0 0.50000000']);
  await bitcoind.mine(confirmations);
  await look();
  expect(await depositsOf(customer)).toEqual(['CREDITED 3 0.50000000']);
  await assertCustody();

  const other = await app.createCustomer();
  const outputs = { [address]: '0.25', [await addressOf(other, 'BTC', 'BITCOIN')]: '0.125' };
  await bitcoind.call('sendmany', ['', outputs]);
  await bitcoind.mine(1);
  await look();
  await assertCustody();
  await bitcoind.mine(confirmations - 1);
  await look();
  expect(await depositsOf(customer)).toEqual(['CREDITED 3 0.25000000', 'CREDITED 6 0.50000000']);
  expect(await depositsOf(other)).toEqual(['CREDITED 3 0.12500000']);
  await assertCustody();
});

it('takes a credited one out of custody when a reorganisation removes it, and back when it is mined again', {
  timeout: start,
}, async () => {
  const customer = await app.createCustomer();
  const { txid } = await bitcoind.pay(await addressOf(customer, 'BTC', 'BITCOIN'), '0.75');
  await bitcoind.mine(confirmations);
  await look();
  expect(await depositsOf(customer)).toEqual(['CREDITED 3 0.75000000']);
  await bitcoind.reorganise(confirmations, confirmations + 1);
  await look();
  expect(await depositsOf(customer)).toEqual(['ORPHANED 0 0.75000000']);
  await assertCustody();
  expect(await bitcoind.call('getmempoolentry', [txid])).toBeDefined();
  await bitcoind.mine(1);
  await look();
  expect(await depositsOf(customer)).toEqual(['CREDITED 1 0.75000000']);
  await assertCustody();
});

it('waits in SUSPENSE at the pool’s address, through a reorganisation, and custody is equal at every block', {
  timeout: start,
}, async () => {
  const standing = async () =>
    (await app.database.query<{ amount: bigint }>({ text: 'select amount from suspense_open' })).rows;
  await bitcoind.pay(chains.BITCOIN.ownAddress('house', 1).address, '0.625');
  for (let block = 0; block < confirmations; block += 1) {
    expect(await standing()).toEqual([]);
    await bitcoind.mine(1);
    await look();
    await assertCustody();
  }
  expect(await standing()).toEqual([{ amount: 62_500_000n }]);
  await bitcoind.reorganise(confirmations, confirmations + 1);
  await look();
  expect(await standing()).toEqual([]);
  await assertCustody();
  await bitcoind.mine(confirmations);
  await look();
  expect(await standing()).toEqual([{ amount: 62_500_000n }]);
  await assertCustody();
});

it('credits USDT of the one contract, log by log, through reorganisations; a token with the same face is nothing [entity:ledger-type.ELE_RECHARGE]', {
  timeout: start,
}, async () => {
  const customer = await app.createCustomer();
  const address = await addressOf(customer, 'USDT', 'ERC20');
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  const fake = await anvil.deploy('FakeUsdt');
  await anvil.call(fake, 'transfer(address,uint256)', address, 1_000_000_000n);
  await anvil.call(fake, 'failInside(address,address,uint256)', anvil.usdt, address, 1_000_000_000n);
  await anvil.issue(address, 25_000_000n);
  await anvil.issue(address, 7_500_000n);
  await anvil.mine(2);
  await look();
  expect((await depositsOf(customer)).sort()).toEqual(['CONFIRMING 2 25.000000', 'CONFIRMING 2 7.500000']);
  await assertCustody();
  await anvil.reorganise(2, 3);
  await look();
  expect((await depositsOf(customer)).sort()).toEqual(['ORPHANED 0 25.000000', 'ORPHANED 0 7.500000']);
  await assertCustody();

  await anvil.issue(address, 40_000_000n);
  await anvil.mine(confirmations);
  await look();
  const [credited] = await depositsOf(customer);
  expect(credited).toBe('CREDITED 3 40.000000');
  const { records } = await app.data('ledgerPage', { type: 'ELE_RECHARGE' }, customer.caller);
  expect(records).toMatchObject([{ coin: 'USDT', amount: '40.000000' }]);
  await assertCustody();
  await anvil.reorganise(confirmations, confirmations + 1);
  await look();
  expect((await depositsOf(customer))[0]).toBe('ORPHANED 0 40.000000');
  await assertCustody();
});
