// What the demo shows of USDT once its Ethereum node and its signer are up, made by the product's own use cases, with the books
// equal to the node; nothing of it without a node; and that what waits as it should is no error in the log.

import { evmAdapter } from '@lode/chain-evm';
import { startAnvil, type TestAnvil } from '@lode/chain-evm/testing';
import { assertBooksBalance } from '@lode/ledger';
import { parseAmount } from '@lode/money';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoOnEthereum } from './compose-demo-withdrawals.ts';
import { bookChecksOf } from './composition/book-checks.ts';
import type { ChainNodes } from './platform/chains/chain-nodes.ts';
import type { Tick } from './platform/jobs/ticking.ts';
import type { Caller, TestApp } from './testing/app.ts';
import { logInDemo, startDemoApp } from './testing/demo-app.ts';
import { type RunningSigner, startSigner } from './testing/running-signer.ts';
import { testAddressOf } from './testing/test-nodes.ts';

const start = 180_000;
const errorLevel = 50;
let anvil: TestAnvil;
let signer: RunningSigner;
let app: TestApp;
let nodes: ChainNodes;
let main: Caller;
let other: Caller;
let demo: Tick;
let isNodeThere = false;
const logged: { level: number; event?: string; reason?: string }[] = [];

beforeAll(async () => {
  [anvil, signer] = await Promise.all([startAnvil(), startSigner()]);
  const { erc20 } = await signer.client.info();
  if (!erc20) throw new Error('the signer has no keys for the EVM');
  const { url: rpcUrl, chainId, usdt: usdtContract } = anvil;
  const chain = evmAdapter({ rpcUrl, chainId, usdtContract, extendedPublicKey: erc20.extendedPublicKey });
  nodes = {
    open: async (network) => (network === 'ERC20' && isNodeThere ? chain : { closed: 'not in this test' }),
    addressOf: testAddressOf,
    confirmations: () => 3,
    depth: () => 20,
    demoNode: async (network) => (network === 'ERC20' && isNodeThere ? { url: rpcUrl, usdtContract } : null),
  };
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  app = await startDemoApp({ now: new Date().toISOString(), env: { DATA_DIR: signer.dataDir }, nodes, log });
  demo = demoOnEthereum(app.database, app.slices, nodes);
  main = await logInDemo(app, '13800000001');
  other = await logInDemo(app, '13800000002');
  const hot = chain.ownAddress('house', 0).address;
  await anvil.ether(hot, 10n ** 19n);
  await anvil.issue(hot, 100_000_000_000n);
  await anvil.mine();
}, start);
afterAll(async () => {
  await app?.stop();
  await Promise.all([anvil?.stop(), signer?.stop()]);
});

/** As the worker does, with a block a round. */
async function live(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await anvil.mine();
    for (const watcher of [app.checkBooks, ...app.watchers]) await watcher(app.clock.now());
    await app.runJobs();
    await demo(app.clock.now());
  }
}

const depositsOf = async (caller: Caller) =>
  (await app.data('depositPage', { size: 100 }, caller)).records
    .map(({ coin, status, amount }) => `${coin} ${status} ${amount}`)
    .sort();
const usdtWithdrawals = async (caller: Caller) =>
  (await app.data('withdrawPage', { size: 100 }, caller)).records
    .filter(({ coin }) => coin === 'USDT')
    .map(({ status, thirdStatus, amount }) => `${status} ${thirdStatus} ${amount}`)
    .sort();
const usdtOf = async (caller: Caller) => {
  const { accounts } = await app.data('wallet', {}, caller);
  const found = accounts.find(({ account, coin }) => account === 'ELE_ACCOUNT' && coin === 'USDT');
  return parseAmount(found?.available ?? '0', 'USDT');
};

async function expectAll(): Promise<void> {
  expect(await depositsOf(main)).toEqual([
    'USDT BELOW_MINIMUM 0.400000',
    'USDT CREDITED 120.000000',
    'USDT CREDITED 200.000000',
  ]);
  expect(await usdtWithdrawals(main)).toEqual([
    'SUCCESS KYT_VERIFICATION 45.000000',
    'SUCCESS SUCCESS 60.000000',
    'SUCCESS SUCCESS 80.000000',
    'WAITING null 30.000000',
  ]);
}

async function expectBooks(): Promise<void> {
  await assertBooksBalance(app.database, bookChecksOf(app.slices));
  const custody = (await Promise.all(app.slices.deposits.custodyChecks.map((check) => check()))).flat();
  for (const one of custody.filter(({ coin }) => coin !== 'BTC')) {
    expect(one).toMatchObject({ ledger: expect.any(BigInt) });
    if ('ledger' in one) expect(one.ledger).toBe(one.chain);
  }
}

it('without a node nothing is there, and the network is not offered', { timeout: start }, async () => {
  for (let look = 0; look < 3; look += 1) await demo(app.clock.now());
  expect([await depositsOf(main), await usdtWithdrawals(main)]).toEqual([[], []]);
  const { coins } = await app.data('coinSettings', {}, main);
  expect(coins.flatMap(({ networks }) => networks).every(({ enabled }) => !enabled)).toBe(true);
});

it('shows deposits and withdrawals at their stages, and leaves no less than there was', {
  timeout: start,
}, async () => {
  const before = await usdtOf(main);
  isNodeThere = true;
  let wasInPayment = false;
  const isOver = async () => (await usdtWithdrawals(main)).includes('SUCCESS SUCCESS 80.000000');
  for (let round = 0; round < 60 && !(await isOver()); round += 1) {
    await live(1);
    wasInPayment ||= (await usdtWithdrawals(main)).includes('SUCCESS IN_PAYMENT 80.000000');
  }
  // Swept to the hot wallet, and posted.
  await live(8);
  await expectAll();
  expect(wasInPayment).toBe(true);
  expect(await usdtOf(main)).toBeGreaterThan(before);
  expect([await depositsOf(other), await usdtWithdrawals(other)]).toEqual([[], []]);
  await expectBooks();
});

it('does nothing twice after a restart, and logs no error for a payment that waits', { timeout: start }, async () => {
  expect(logged.filter(({ level, event }) => level >= errorLevel && event?.startsWith('payout'))).toEqual([]);
  expect(logged.map(({ reason }) => reason).join('\n')).toContain('waits for its screening');
  demo = demoOnEthereum(app.database, app.slices, nodes);
  await live(4);
  await expectAll();
  await expectBooks();
});
