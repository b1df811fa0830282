// Bitcoin all the way: a real bitcoind, the real signer in a process of its own, and the yes of two people that it asks for.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Unsigned } from '@lode/chain';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { assertBooksBalance } from '@lode/ledger';
import { readRequestFile, type SignAnswer, writeAnswerFile } from '@lode/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashCode } from '../../../platform/secrets/one-time-secret.ts';
import { startTestApp, type TestApp, type TestCustomer, testFundsPassword, testPepper } from '../../../testing/app.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { type RunningSigner, startSigner } from '../testing/running-signer.ts';
import type { SigningAnswer } from './payout-ports.ts';
import { signOnline } from './sign-online.ts';

const start = 120_000;
let app: TestApp;
let bitcoind: TestBitcoind;
let signer: RunningSigner;
let chain: BitcoinChain;

beforeAll(async () => {
  [bitcoind, signer] = await Promise.all([TestBitcoind.start(), startSigner()]);
  await bitcoind.fundPayer();
  const about = await signer.client.about();
  if (!about.bitcoin) throw new Error('the signer has no Bitcoin');
  const { extendedPublicKey: accountKey, fingerprint: masterFingerprint } = about.bitcoin;
  chain = new BitcoinChain({ url: bitcoind.url, chain: 'regtest', accountKey, masterFingerprint });
  app = await startTestApp({
    now: new Date().toISOString(),
    env: { WITHDRAW_HOLD_HOURS: '0', DATA_DIR: signer.dataDir },
    nodes: {
      open: async (network) => (network === 'BITCOIN' ? chain : { closed: 'not in this test' }),
      confirmations: () => 3,
      depth: () => 20,
      demoNode: async () => null,
    },
  });
  await addStaff(app);
  await look();
}, start);
afterAll(async () => {
  await app?.stop();
  await Promise.all([bitcoind?.stop(), signer?.stop()]);
});

async function look(): Promise<void> {
  for (const watcher of app.watchers) await watcher(app.clock.now());
}

const ops = (name: string, args: string) =>
  runCommand(app, app.slices.withdrawals.opsCommands[name] as never, `${args} --reason seen`);

async function apply(customer: TestCustomer, address: string, amount: string): Promise<string> {
  const code = '424242';
  await app.owner.query({
    text: `insert into one_time_code (account, scene, code_hash, sent_at, expires_at)
           values ($1, 'WITHDRAW', $2, $3::timestamptz, $3::timestamptz + interval '10 minutes')`,
    values: [customer.account, hashCode(testPepper, `WITHDRAW ${customer.account}`, code), app.clock.now()],
  });
  const input = { coin: 'BTC', network: 'BITCOIN', address, amount, password: testFundsPassword, code } as const;
  return (await app.data('withdrawApply', input, { ...customer.caller, requestId: amount })).id;
}

it('pays what two people signed for, amount and txid as asked, and custody is what the node holds', {
  timeout: start,
}, async () => {
  const customer = await app.createMoneyCustomer();
  const { address: own } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
  await bitcoind.call('sendmany', ['', { [own]: '0.5' }]);
  for (let block = 0; block < 3; block += 1) {
    await bitcoind.mine(1);
    await look();
  }
  const address = (await bitcoind.call('getnewaddress', [])) as string;
  const id = await apply(customer, address, '0.2');
  expect(await ops('withdrawal:propose', `--id ${id} --by finance`)).toMatchObject({ exit: 0 });
  expect(await ops('withdrawal:approve', `--id ${id} --by approver`)).toMatchObject({ exit: 0 });
  await app.runJobs();
  for (let block = 0; block < 3; block += 1) {
    await bitcoind.mine(1);
    await look();
  }
  const [record] = (await app.data('withdrawPage', { id }, customer.caller)).records;
  expect(record).toMatchObject({ status: 'SUCCESS', thirdStatus: 'SUCCESS', received: '0.19980000', confirmations: 3 });
  const sent = (await bitcoind.call('gettransaction', [record?.txid])) as { amount: unknown; confirmations: number };
  expect(Number(sent.amount)).toBe(0.1998);
  const { withdrawals, deposits } = app.slices;
  await assertBooksBalance(app.database, [...withdrawals.bookChecks, ...deposits.bookChecks]);
  const [[custody] = []] = await Promise.all(deposits.custodyChecks.map((check) => check()));
  expect(custody).toMatchObject({ coin: 'BTC', ledger: expect.any(BigInt) });
  if (custody && 'ledger' in custody) expect(custody.ledger).toBe(custody.chain);
});

async function assertCustody(): Promise<void> {
  const { withdrawals, deposits } = app.slices;
  await assertBooksBalance(app.database, [...withdrawals.bookChecks, ...deposits.bookChecks]);
  const [custody] = (await Promise.all(deposits.custodyChecks.map((check) => check()))).flat();
  expect(custody).toMatchObject({ coin: 'BTC', ledger: expect.any(BigInt) });
  if (custody && 'ledger' in custody) expect(custody.ledger).toBe(custody.chain);
}

it('pays from coins that came to the hot wallet from outside, and custody is equal at every block, with change in flight', {
  timeout: start,
}, async () => {
  const customer = await app.createMoneyCustomer();
  const { address: own } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
  const hot = chain.ownAddress('house', 0).address;
  await bitcoind.call('sendmany', ['', { [own]: '0.3' }]);
  await bitcoind.pay(hot, '2');
  for (let block = 0; block < 3; block += 1) {
    await bitcoind.mine(1);
    await look();
    await assertCustody();
  }
  const address = (await bitcoind.call('getnewaddress', [])) as string;
  const id = await apply(customer, address, '0.25');
  await ops('withdrawal:propose', `--id ${id} --by finance`);
  await ops('withdrawal:approve', `--id ${id} --by approver`);
  await app.runJobs();
  await assertCustody();
  for (let block = 0; block < 4; block += 1) {
    await bitcoind.mine(1);
    await look();
    await assertCustody();
  }
  const [record] = (await app.data('withdrawPage', { id }, customer.caller)).records;
  expect(record).toMatchObject({ thirdStatus: 'SUCCESS', received: '0.24980000' });
  const spent = (await bitcoind.call('gettransaction', [record?.txid])) as { confirmations: number };
  expect(spent.confirmations).toBe(4);
});

describe('offline', () => {
  let folder: string;
  let customer: TestCustomer;
  let id: string;
  const place = (name: string) => join(folder, name);
  const state = async () =>
    (await app.data('withdrawPage', { id }, customer.caller)).records.map(({ thirdStatus, txid }) => ({
      thirdStatus,
      txid,
    }))[0];
  /** The signer's own machine: a file in, a file out. */
  async function carried(from = 'request'): Promise<SignAnswer> {
    const request = readRequestFile(await readFile(place(from), 'utf8'));
    const answer = await signer.client.sign(request);
    await writeFile(place('answer'), writeAnswerFile(request, answer));
    return answer;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lode-offline-'));
    customer = await app.createMoneyCustomer();
    const { address: own } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
    for (const amount of ['0.3', '0.31', '0.32']) await bitcoind.call('sendmany', ['', { [own]: amount }]);
    for (let block = 0; block < 3; block += 1) {
      await bitcoind.mine(1);
      await look();
    }
    id = await apply(customer, (await bitcoind.call('getnewaddress', [])) as string, '0.15');
  }, start);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('a payment is taken off the wire, and then nobody but a file gets its signature', { timeout: start }, async () => {
    expect(await ops('withdrawal:offline', `--id ${id} --by finance`)).toMatchObject({ exit: 0 });
    expect(await ops('withdrawal:export', `--id ${id} --file ${place('request')} --by finance`)).toMatchObject({
      exit: 1,
      failed: ['refused: it waits for no signature: WAITING'],
    });
    await ops('withdrawal:propose', `--id ${id} --by finance`);
    await ops('withdrawal:approve', `--id ${id} --by approver`);
    await app.runJobs();
    for (let round = 0; round < 3; round += 1) await look();
    expect(await state()).toEqual({ thirdStatus: 'APPROVAL_TO_BE_SIGNED', txid: null });
    expect(await ops('withdrawal:export', `--id ${id} --file ${place('request')} --by finance`)).toMatchObject({
      exit: 0,
    });
    // A file that is there is never written over.
    expect(await ops('withdrawal:export', `--id ${id} --file ${place('request')} --by finance`)).toMatchObject({
      exit: 2,
    });
  });

  it('an answer to another request, or with another transaction, is not taken', { timeout: start }, async () => {
    const request = readRequestFile(await readFile(place('request'), 'utf8'));
    if (request.kind !== 'PAYMENT') throw new Error('no payment was exported');
    const other = { ...request, statement: { ...request.statement, amount: '1' } };
    const refuses = async (text: string) => {
      await writeFile(place('bad'), text);
      return (await ops('withdrawal:import', `--id ${id} --file ${place('bad')} --by finance`)).failed.join();
    };
    expect(await refuses('nonsense')).toContain('refused');
    const answer = { signed: request.payload, line: 1 };
    expect(await refuses(writeAnswerFile(other, answer))).toContain('answers another request');
    expect(await refuses(writeAnswerFile(request, answer))).toContain('no signature of this payment');
    const refused = { refused: 'DAY_LIMIT', detail: 'today' } as const;
    expect(await refuses(writeAnswerFile(request, refused))).toContain('the signer refused it: DAY_LIMIT');
    expect(await state()).toEqual({ thirdStatus: 'APPROVAL_TO_BE_SIGNED', txid: null });
  });

  it('what the database was made to say meanwhile does not leave', { timeout: start }, async () => {
    const sql = (text: string) => app.owner.query({ text, values: [id] });
    await app.owner.query({ text: 'alter table withdrawal_payment disable trigger withdrawal_payment_stands' });
    await sql(
      `update withdrawal_payment set unsigned = replace(unsigned, '14980000', '14980001') where withdrawal_id = $1`,
    );
    const out = await ops('withdrawal:export', `--id ${id} --file ${place('forged')} --by finance`);
    expect(out).toMatchObject({ exit: 1, failed: ['refused: the amount is not what was asked for: nothing leaves'] });
    await sql(
      `update withdrawal_payment set unsigned = replace(unsigned, '14980001', '14980000') where withdrawal_id = $1`,
    );
    await app.owner.query({ text: 'alter table withdrawal_payment enable trigger withdrawal_payment_stands' });
  });

  it('the true answer is stored, sent and settled, once', { timeout: start }, async () => {
    expect(await carried()).toHaveProperty('signed');
    const taken = await ops('withdrawal:import', `--id ${id} --file ${place('answer')} --by approver`);
    expect(taken).toMatchObject({ exit: 0 });
    expect(await ops('withdrawal:import', `--id ${id} --file ${place('answer')} --by approver`)).toMatchObject({
      exit: 1,
    });
    await app.runJobs();
    for (let block = 0; block < 3; block += 1) {
      await bitcoind.mine(1);
      await look();
    }
    expect(await state()).toMatchObject({ thirdStatus: 'SUCCESS', txid: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { withdrawals, deposits } = app.slices;
    await assertBooksBalance(app.database, [...withdrawals.bookChecks, ...deposits.bookChecks]);
  });

  it('what the signer on the wire was asked and did not answer cannot be taken offline', {
    timeout: start,
  }, async () => {
    const { database, clock } = app;
    const other = await apply(customer, (await bitcoind.call('getnewaddress', [])) as string, '0.05');
    const proof = { withdrawalId: BigInt(other), statement: null, approvals: [] };
    const asked: string[] = [];
    const answering = (answer: () => Promise<SigningAnswer>) =>
      signOnline(database, clock, (_proof, { payload }) => {
        asked.push(payload);
        return answer();
      });
    const unsigned = { payload: 'p' } as Unsigned;
    await expect(answering(() => Promise.reject(new Error('no answer')))(proof, unsigned)).rejects.toThrow('no answer');
    expect(await ops('withdrawal:offline', `--id ${other} --by finance`)).toMatchObject({
      exit: 1,
      failed: ['refused: the signer on the wire was asked, and may have signed it'],
    });
    // A refusal of a later ask is no answer to that one: it may still be out.
    const no = { refused: 'the limit of the day', isFinal: false };
    expect(await answering(async () => no)(proof, unsigned)).toEqual(no);
    expect(await ops('withdrawal:offline', `--id ${other} --by finance`)).toMatchObject({ exit: 1 });
    // The refusal of the ask that took the way is an answer, and nothing was signed.
    await app.owner.query({ text: 'delete from withdrawal_signing where withdrawal_id = $1', values: [other] });
    expect(await answering(async () => no)(proof, unsigned)).toEqual(no);
    expect(await ops('withdrawal:offline', `--id ${other} --by finance`)).toMatchObject({ exit: 0 });
    expect(asked).toHaveLength(3);
    expect(await answering(async () => ({ signed: 's' }))(proof, unsigned)).toMatchObject({ isFinal: false });
    expect(asked).toHaveLength(3);
    // Two people put it back.
    const back = `--id ${other} --by finance`;
    expect(await ops('withdrawal:online', back)).toMatchObject({ exit: 1 });
    expect(await ops('withdrawal:online', `${back} --approved-by approver`)).toMatchObject({ exit: 0 });
    expect(await answering(async () => ({ signed: 's' }))(proof, unsigned)).toEqual({ signed: 's' });
    // Without the way that is kept, both would sign (broken control).
    await app.owner.query({ text: 'delete from withdrawal_signing where withdrawal_id = $1', values: [other] });
    expect(await ops('withdrawal:offline', `--id ${other} --by finance`)).toMatchObject({ exit: 0 });
    await app.owner.query({ text: 'delete from withdrawal_signing where withdrawal_id = $1', values: [other] });
    expect(await answering(async () => ({ signed: 's' }))(proof, unsigned)).toEqual({ signed: 's' });
  });
});

it('signs nothing for a database that says two people agreed and has no signature of theirs', {
  timeout: start,
}, async () => {
  const customer = await app.createMoneyCustomer();
  const { address: own } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
  await bitcoind.call('sendmany', ['', { [own]: '0.5' }]);
  for (let block = 0; block < 3; block += 1) {
    await bitcoind.mine(1);
    await look();
  }
  const address = (await bitcoind.call('getnewaddress', [])) as string;
  const id = await apply(customer, address, '0.1');
  await ops('withdrawal:propose', `--id ${id} --by finance`);
  await app.owner.query({
    text: `insert into withdrawal_review select withdrawal_id, 'APPROVED', (select id from staff where name = 'approver'), reason, at,
             statement, approval from withdrawal_review where withdrawal_id = $1`,
    values: [id],
  });
  await app.owner.query({
    text: `update withdrawal set status = 'SUCCESS', third_status = 'WAITING' where id = $1`,
    values: [id],
  });
  for (let round = 0; round < 4; round += 1) await look();
  const [record] = (await app.data('withdrawPage', { id }, customer.caller)).records;
  expect(record).toMatchObject({ thirdStatus: 'APPROVAL_TO_BE_SIGNED', txid: null });
});
