// Approval by rule all the way: a real bitcoind, and the real signer with a rule of its own, which judges again.
import { BitcoinChain } from '@lode/chain-bitcoin';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Command } from '../../../platform/commands/command.ts';
import { hashCode } from '../../../platform/secrets/one-time-secret.ts';
import { startTestApp, type TestApp, type TestCustomer, testFundsPassword, testPepper } from '../../../testing/app.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { type RunningSigner, startSigner } from '../../../testing/running-signer.ts';
import { testNodes } from '../../../testing/test-nodes.ts';

const timeout = 120_000;
let app: TestApp;
let bitcoind: TestBitcoind;
let signer: RunningSigner;
let customer: TestCustomer;
let address: string;
let requests = 0;

async function mine(blocks = 4): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await bitcoind.mine(1);
    for (const watcher of app.watchers) await watcher(app.clock.now());
  }
}

async function ops(name: string, args: string): Promise<void> {
  const command = app.slices.withdrawals.opsCommands[name] as Command;
  const { exit, failed } = await runCommand(app, command, `${args} --reason seen`);
  if (exit !== 0) throw new Error(failed.join());
}

async function apply(amount: string): Promise<string> {
  const code = '424242';
  await app.owner.query({
    text: `insert into one_time_code (account, scene, code_hash, sent_at, expires_at)
           values ($1, 'WITHDRAW', $2, $3::timestamptz, $3::timestamptz + interval '10 minutes')`,
    values: [customer.account, hashCode(testPepper, `WITHDRAW ${customer.account}`, code), app.clock.now()],
  });
  const input = { coin: 'BTC', network: 'BITCOIN', address, amount, password: testFundsPassword, code } as const;
  return (await app.data('withdrawApply', input, { ...customer.caller, requestId: `r-${++requests}` })).id;
}

async function agree(id: string): Promise<void> {
  await ops('withdrawal:propose', `--id ${id} --by finance`);
  await ops('withdrawal:approve', `--id ${id} --by approver`);
  await app.runJobs();
  await mine();
}

async function asked(amount: string): Promise<string> {
  const id = await apply(amount);
  await app.runJobs();
  return id;
}

const record = async (id: string) => (await app.data('withdrawPage', { id }, customer.caller)).records[0];
const steps = async (id: string) => (await record(id))?.steps.map(({ step }) => step);
const whole = ['APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED'];
async function whyBack(id: string): Promise<string | undefined> {
  const { rows } = await app.owner.query<{ why: string }>({
    text: 'select taken_back_why as why from withdrawal_rule_approval where withdrawal_id = $1',
    values: [id],
  });
  return rows[0]?.why;
}

/** Waits for people, and they have it paid. */
async function isForPeople(id: string, why: string): Promise<void> {
  expect(await record(id)).toMatchObject({ status: 'WAITING', thirdStatus: null });
  expect(await steps(id)).toEqual(['APPLIED']);
  expect(await whyBack(id)).toContain(why);
  await agree(id);
  expect(await record(id)).toMatchObject({ thirdStatus: 'SUCCESS' });
  expect(await steps(id)).toEqual(whole);
}

beforeAll(async () => {
  [bitcoind, signer] = await Promise.all([TestBitcoind.start(), startSigner()]);
  await bitcoind.fundPayer();
  const { bitcoin } = await signer.client.info();
  if (!bitcoin) throw new Error('the signer has no Bitcoin');
  const { extendedPublicKey: accountKey, fingerprint: masterFingerprint } = bitcoin;
  const chain = new BitcoinChain({ url: bitcoind.url, chain: 'regtest', accountKey, masterFingerprint });
  app = await startTestApp({
    // The signer has a clock of its own: the day that makes the address known lies behind us.
    now: new Date(Date.now() - 26 * 3_600_000).toISOString(),
    env: { WITHDRAW_HOLD_HOURS: '0', DATA_DIR: signer.dataDir },
    nodes: testNodes({ BITCOIN: chain }),
  });
  await addStaff(app);
  for (const watcher of app.watchers) await watcher(app.clock.now());
  customer = await app.createMoneyCustomer();
  const { address: own } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
  for (const amount of ['0.3', '0.31']) await bitcoind.call('sendmany', ['', { [own]: amount }]);
  await mine(3);
  address = (await bitcoind.call('getnewaddress', [])) as string;
  const first = await apply('0.1');
  await agree(first);
  expect((await record(first))?.thirdStatus).toBe('SUCCESS');
  app.clock.advance({ hours: 26 });
  const bounds = '--per-payment 0.05 --per-customer-day 0.5 --per-day 0.5 --known-days 1';
  await ops('withdrawal:rule', `--coin BTC ${bounds} --by admin --approved-by approver`);
}, timeout);
afterAll(async () => {
  if (app) await assertBooksBalance(app.database, app.slices.withdrawals.bookChecks);
  await app?.stop();
  await Promise.all([bitcoind?.stop(), signer?.stop()]);
});

it('a signer that has no rule sends it to people, and signs for them', { timeout }, async () => {
  await isForPeople(await asked('0.011'), 'auto-approval is disabled in the policy');
});

it("pays by the signer's own policy, amount and txid as requested, without staff", { timeout }, async () => {
  await signer.setRule('bitcoin', { perPayment: '2000000', perDay: '1900000' });
  expect((await signer.client.info()).isAutoApprovalEnabled).toBe(true);
  const id = await asked('0.012');
  await mine();
  expect(await record(id)).toMatchObject({ thirdStatus: 'SUCCESS', received: '0.01180000' });
  expect(await steps(id)).toEqual(whole);
  const txid = (await record(id))?.txid;
  const sent = (await bitcoind.call('gettransaction', [txid])) as { amount: unknown };
  expect(Number(sent.amount)).toBe(0.0118);
  const { rows } = await app.owner.query({
    text: 'select staff_id from withdrawal_review where withdrawal_id = $1',
    values: [id],
  });
  expect(rows).toEqual([]);
  const [[custody] = []] = await Promise.all(app.slices.deposits.custodyChecks.map((check) => check()));
  expect(custody).toMatchObject({ coin: 'BTC', ledger: expect.any(BigInt) });
  if (custody && 'ledger' in custody) expect(custody.ledger).toBe(custody.chain);
});

it("what is above the signer's own limits of a payment or a day is people's", { timeout }, async () => {
  await isForPeople(await asked('0.021'), 'above the limit for one payment');
  // Above a whole day alone: what else was paid on the signer's day does not matter.
  await isForPeople(await asked('0.0197'), 'above the limit for one day');
});

it('what is switched off before it is signed goes back as well, and the signer is not asked for the rule', {
  timeout,
}, async () => {
  const id = await apply('0.002');
  await (app.jobs['withdrawal-auto-approval'] as (payload: unknown) => Promise<void>)({ id });
  expect((await record(id))?.status).toBe('SUCCESS');
  app.clock.advance({ seconds: 1 });
  await ops('withdrawal:rule-off', '--coin BTC --by finance');
  await app.runJobs();
  await isForPeople(id, 'the rule was switched off');
});
