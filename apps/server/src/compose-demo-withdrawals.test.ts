// What the demo shows once its node and its signer are up: every stage of a deposit and every status of a withdrawal, made by
// the product's own use cases, with the books equal to the node. Again after a start that found the node's memory empty.

import { BitcoinChain, bitcoinDevNode } from '@lode/chain-bitcoin';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { assertBooksBalance } from '@lode/ledger';
import { parseAmount } from '@lode/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoOnChains } from './compose-demo-withdrawals.ts';
import type { ChainNodes } from './platform/chains/chain-nodes.ts';
import type { Tick } from './platform/jobs/ticking.ts';
import type { Caller, TestApp } from './testing/app.ts';
import { logInDemo, startDemoApp } from './testing/demo-app.ts';
import { type RunningSigner, startSigner } from './testing/running-signer.ts';
import { testAddressOf } from './testing/test-nodes.ts';

const start = 180_000;
const accounts = ['13800000001', '13800000002'] as const;
let bitcoind: TestBitcoind;
let signer: RunningSigner;
let app: TestApp;
let nodes: ChainNodes;
let own: Caller[];
let demo: Tick;

beforeAll(async () => {
  [bitcoind, signer] = await Promise.all([
    TestBitcoind.start(['-minrelaytxfee=0.000001', '-blockmintxfee=0.00001']),
    startSigner(),
  ]);
  await bitcoind.fundPayer();
  const { bitcoin } = await signer.client.info();
  if (!bitcoin) throw new Error('the signer has no Bitcoin');
  const keys = { accountKey: bitcoin.extendedPublicKey, masterFingerprint: bitcoin.fingerprint };
  const chain = new BitcoinChain({ url: bitcoind.url, chain: 'regtest', ...keys });
  nodes = {
    open: async (network) => (network === 'BITCOIN' ? chain : { closed: 'not in this test' }),
    addressOf: testAddressOf,
    confirmations: () => 3,
    depth: () => 144,
    demoNode: async (network) => (network === 'BITCOIN' ? { url: bitcoind.url, usdtContract: null } : null),
  };
  app = await startDemoApp({ now: new Date().toISOString(), env: { DATA_DIR: signer.dataDir }, nodes });
  demo = demoOnChains(app.database, app.slices, nodes);
  own = await Promise.all(accounts.map((account) => logInDemo(app, account)));
}, start);
afterAll(async () => {
  await app?.stop();
  await Promise.all([bitcoind?.stop(), signer?.stop()]);
});

/** As the worker does: what follows the chains, the jobs, and what brings the demo on. */
async function live(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const watcher of [app.checkBooks, ...app.watchers]) await watcher(app.clock.now());
    await app.runJobs();
    // It waits inside for bytes that a job makes.
    const living = demo(app.clock.now()).then(() => true);
    for (let isOver = false; !isOver; ) isOver = (await Promise.race([living, app.runJobs()])) === true;
  }
}

const depositsOf = async (caller: Caller) =>
  (await app.data('depositPage', { size: 100 }, caller)).records
    .map(({ status, amount }) => `${status} ${amount}`)
    .sort();
const withdrawalsOf = async (caller: Caller) =>
  (await app.data('withdrawPage', { size: 100 }, caller)).records
    // 划转抵扣 has no third status.
    .map(({ status, thirdStatus, amount }) => `${status} ${thirdStatus} ${amount}`)
    .sort();

async function expectAll(): Promise<void> {
  expect(await depositsOf(own[0] as Caller)).toEqual([
    'CONFIRMING 0.00010000',
    'CREDITED 0.01000000',
    'CREDITED 0.02000000',
    'CREDITED 0.03000000',
    'ORPHANED 0.00770000',
    'SEEN 0.01230000',
  ]);
  expect(await depositsOf(own[1] as Caller)).toEqual([
    'BELOW_MINIMUM 0.00006000',
    'CREDITED 0.00800000',
    'CREDITED 0.01500000',
    'CREDITED 0.02500000',
    'SEEN 0.00450000',
  ]);
  expect(await withdrawalsOf(own[0] as Caller)).toEqual([
    'CANCELLED null 0.00250000',
    'REJECTED null 0.00200000',
    'SUCCESS APPROVAL_TO_BE_SIGNED 0.00140000',
    'SUCCESS FAILED 0.00160000',
    'SUCCESS IN_PAYMENT 0.00150000',
    'SUCCESS KYT_VERIFICATION 0.00120000',
    'SUCCESS SUCCESS 0.00310000',
    'SUCCESS WAITING 0.00130000',
    'SUCCESS null 0.00300000',
    'WAITING null 0.00200000',
  ]);
  expect(await withdrawalsOf(own[1] as Caller)).toEqual([
    'CANCELLED null 0.00110000',
    'REJECTED null 0.00120000',
    'SUCCESS FAILED 0.00180000',
    'SUCCESS SUCCESS 0.00200000',
    'SUCCESS WAITING 0.00110000',
    'SUCCESS null 0.00150000',
    'WAITING null 0.00140000',
  ]);
}

async function expectBooks(): Promise<void> {
  const { withdrawals, deposits, coinUp, electricity, dayClose } = app.slices;
  await assertBooksBalance(app.database, [
    ...withdrawals.bookChecks,
    ...deposits.bookChecks,
    ...coinUp.bookChecks,
    ...electricity.bookChecks,
    ...dayClose.bookChecks,
  ]);
  const [custody] = (await Promise.all(deposits.custodyChecks.map((check) => check()))).flat();
  expect(custody).toMatchObject({ coin: 'BTC', ledger: expect.any(BigInt) });
  if (custody && 'ledger' in custody) expect(custody.ledger).toBe(custody.chain);
}

it('shows every stage and every status, and the books balance with the node', { timeout: start }, async () => {
  await live(12);
  // The node may show a payment of the last round only to a later look.
  while ((await depositsOf(own[0] as Caller)).length < 6 || (await depositsOf(own[1] as Caller)).length < 5)
    await live(1);
  // A deposit that was taken back is looked for a hundred times.
  const [follow] = app.slices.deposits.watchers;
  for (let look = 0; look < 105; look += 1) await follow?.(app.clock.now());
  await expectAll();
  await expectBooks();
});

it('keeps them while blocks go by, and does nothing twice after another start', { timeout: start }, async () => {
  const [before] = (await app.data('depositPage', {}, own[0])).records.filter(({ status }) => status === 'CONFIRMING');
  await bitcoindMines(5);
  demo = demoOnChains(app.database, app.slices, nodes);
  await live(5);
  await expectAll();
  await expectBooks();
  const [after] = (await app.data('depositPage', {}, own[0])).records.filter(({ status }) => status === 'CONFIRMING');
  expect(after?.confirmations).toBe((before?.confirmations ?? 0) + 5);
});

it('pays the next reward when one has matured', { timeout: start }, async () => {
  await bitcoindMines(100);
  await live(3);
  const deposits = await depositsOf(own[0] as Caller);
  expect(deposits).toContain('CREDITED 0.00010000');
  expect(deposits).toContain('CONFIRMING 0.00010000');
  await expectBooks();
});

it('leaves both customers three times every minimum', async () => {
  for (const caller of own) {
    const { accounts: balances } = await app.data('wallet', {}, caller);
    const available = (account: string, coin: string) =>
      balances.find((one) => one.account === account && one.coin === coin)?.available ?? '0';
    expect(parseAmount(available('OUTPUT_ACCOUNT', 'BTC'), 'BTC')).toBeGreaterThanOrEqual(300_000n);
    expect(parseAmount(available('ELE_ACCOUNT', 'USDT'), 'USDT')).toBeGreaterThanOrEqual(300_000_000n);
  }
});

const bitcoindMines = (blocks: number) => bitcoinDevNode(bitcoind.url).mine(blocks);
