// Bitcoin all the way: a real bitcoind, the real signer in a process of its own, and the approvals of two people that it requires.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Unsigned } from '@lode/chain';
import { customerAccount } from '@lode/ledger';
import { readRequestFile, type SignResponse, writeResponseFile } from '@lode/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SigningOutcome } from '../../platform/chains/payment-signer.ts';
import { rowReader } from '../../testing/all-rows.ts';
import type { TestCustomer } from '../../testing/app.ts';
import { startBitcoinPayoutFixture } from '../../testing/bitcoin-payout-fixture.ts';
import { paymentArgs } from '../../testing/commands.ts';
import { consoleClient } from '../../testing/console-client.ts';
import { giveTo } from '../../testing/gift.ts';
import { signOnline } from './sign/sign-online.ts';

const start = 120_000;
let world: Awaited<ReturnType<typeof startBitcoinPayoutFixture>>;
beforeAll(async () => {
  world = await startBitcoinPayoutFixture();
}, start);
afterAll(() => world?.stop(), start);

it('pays what two people signed for, amount and txid as asked, and custody is what the node holds', {
  timeout: start,
}, async () => {
  const customer = await world.customer('0.5');
  const id = await world.approved(customer, await world.receiver(), '0.2');
  await world.app.runJobs();
  await world.mine(3);
  const record = await world.record(customer, id);
  expect(record).toMatchObject({ status: 'SUCCESS', thirdStatus: 'SUCCESS', received: '0.19980000', confirmations: 3 });
  const sent = (await world.bitcoind.call('gettransaction', [record.txid])) as { amount: unknown };
  expect(Number(sent.amount)).toBe(0.1998);
  await world.assertBooks();
});

it('pays from coins that came to the hot wallet from outside, and custody is equal at every block, with change in flight', {
  timeout: start,
}, async () => {
  const customer = await world.app.createMoneyCustomer();
  const { address } = await world.app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
  await world.bitcoind.call('sendmany', ['', { [address]: '0.3' }]);
  await world.bitcoind.pay(world.chain.ownAddress('house', 0).address, '2');
  for (let block = 0; block < 3; block += 1) {
    await world.mine();
    await world.assertBooks();
  }
  const id = await world.approved(customer, await world.receiver(), '0.25');
  await world.app.runJobs();
  await world.assertBooks();
  for (let block = 0; block < 4; block += 1) {
    await world.mine();
    await world.assertBooks();
  }
  const record = await world.record(customer, id);
  expect(record).toMatchObject({ thirdStatus: 'SUCCESS', received: '0.24980000' });
  const spent = (await world.bitcoind.call('gettransaction', [record.txid])) as { confirmations: number };
  expect(spent.confirmations).toBe(4);
});

it('pays from coins that came to the pool’s address, which wait in SUSPENSE, and custody stays equal', {
  timeout: start,
}, async () => {
  const customer = await world.app.createMoneyCustomer();
  await world.bitcoind.pay(world.chain.ownAddress('house', 1).address, '4.5');
  await world.mine(3);
  await world.assertBooks();
  const account = customerAccount(customer.id, 'OUTPUT_ACCOUNT', 'BTC');
  await giveTo(world.app, account, 'BTC', 440_000_000n);
  // More than all other outputs together.
  const id = await world.approved(customer, await world.receiver(), '4.4');
  await world.app.runJobs();
  await world.mine(3);
  expect(await world.record(customer, id)).toMatchObject({ thirdStatus: 'SUCCESS', received: '4.39980000' });
  const { rows } = await world.app.database.query<{ amount: bigint }>({ text: 'select amount from suspense_open' });
  expect(rows).toEqual([{ amount: 450_000_000n }]);
  await world.assertBooks();
});

it('approves while the node is unavailable, and pays when the node is back', { timeout: start }, async () => {
  const customer = await world.customer('0.5');
  const receiver = await world.receiver();
  const id = await world.applied(customer, receiver, '0.2');
  await world.withoutNode(async () => {
    await world.approve(id);
    await world.app.runJobs();
    expect(await world.record(customer, id)).toMatchObject({ thirdStatus: 'APPROVAL_TO_BE_SIGNED', txid: null });
  });
  await world.look();
  await world.app.runJobs();
  await world.mine(3);
  expect(await world.record(customer, id)).toMatchObject({ thirdStatus: 'SUCCESS', received: '0.19980000' });
  expect(await world.received(receiver)).toBe(0.1998);
  await world.assertBooks();
});

describe('offline', () => {
  let folder: string;
  let customer: TestCustomer;
  let id: string;
  let finance: ReturnType<typeof consoleClient>;
  let approver: ReturnType<typeof consoleClient>;
  const place = (name: string) => join(folder, name);
  const state = async () => {
    const { thirdStatus, txid } = await world.record(customer, id);
    return { thirdStatus, txid };
  };
  const ops: (typeof world)['ops'] = (name, args) => world.ops(name, args);
  const signing = async () => (await approver.call('offlineSigning', { id })).data;
  const reasonOf = ({ code, data }: { code: number; data: unknown }) => [code, (data as { reason?: string })?.reason];
  /** The signer's own machine: a file in, a file out. */
  async function carried(from = 'request'): Promise<SignResponse> {
    const request = readRequestFile(await readFile(place(from), 'utf8'));
    const answer = await world.signer.client.sign(request);
    await writeFile(place('answer'), writeResponseFile(request, answer));
    return answer;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lode-offline-'));
    customer = await world.customer('0.3', '0.31', '0.32');
    id = await world.applied(customer, await world.receiver(), '0.15');
    [finance, approver] = [consoleClient(world.app.console), consoleClient(world.app.console)];
    for (const [name, { call }] of Object.entries({ finance, approver }))
      await call('loginByPassword', { name, password: 'Lode@Console1' });
  }, start);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('a payment on the offline channel is signed by file only', { timeout: start }, async () => {
    expect(await signing()).toEqual({ canTakeOffline: true, offline: null });
    expect((await finance.call('takeOffline', { id, reason: ' 大额 ' })).code).toBe(200);
    const taken = { by: 'finance', reason: '大额', since: world.app.clock.now().toISOString(), obstacle: null };
    expect(await signing()).toEqual({ canTakeOffline: false, offline: { ...taken, state: 'APPROVAL', files: [] } });
    expect(await ops('withdrawal:export', `--id ${id} --file ${place('request')} --by finance`)).toMatchObject({
      exit: 1,
      failed: ['refused: it waits for no signature: WAITING'],
    });
    const early = await finance.call('exportSigningRequest', { id, reason: 'r' });
    expect(reasonOf(early)).toEqual([40008, '它现在不等签名：待审核']);
    await world.approve(id);
    await world.app.runJobs();
    await world.look(3);
    expect(await state()).toEqual({ thirdStatus: 'APPROVAL_TO_BE_SIGNED', txid: null });
    expect((await signing()).offline).toMatchObject({ state: 'REQUEST', files: [] });
    expect(await ops('withdrawal:export', `--id ${id} --file ${place('request')} --by finance`)).toMatchObject({
      exit: 0,
    });
    expect((await signing()).offline).toMatchObject({ state: 'SIGNATURE', files: [{ by: 'finance' }] });
    // The browser takes the same file, as often as it is asked for; what has left is one payment.
    const taking = () => approver.call('exportSigningRequest', { id, reason: '送去金库' });
    const { data, headers } = await taking();
    expect(data).toBe(await readFile(place('request'), 'utf8'));
    const readAll = rowReader(world.app);
    const exported = await readAll();
    world.app.clock.advance({ seconds: 1 });
    expect((await taking()).data).toBe(data);
    expect(await readAll()).toEqual(exported);
    expect(headers['content-disposition']).toMatch(/filename="request-W\S+\.txt"/);
    expect((await signing()).offline?.files).toHaveLength(1);
    // A file that is there is never written over.
    expect(await ops('withdrawal:export', `--id ${id} --file ${place('request')} --by finance`)).toMatchObject({
      exit: 2,
    });
  });

  it('refuses a response to another request or with another transaction', { timeout: start }, async () => {
    const request = readRequestFile(await readFile(place('request'), 'utf8'));
    if (request.kind !== 'PAYMENT') throw new Error('no payment was exported');
    const other = { ...request, approvalRequest: { ...request.approvalRequest, amount: '1' } };
    const refuses = async (text: string) => {
      await writeFile(place('bad'), text);
      return (await ops('withdrawal:import', `--id ${id} --file ${place('bad')} --by finance`)).failed.join();
    };
    expect(await refuses('nonsense')).toContain('refused');
    const answer = { signed: request.payload, line: 1 };
    expect(await refuses(writeResponseFile(other, answer))).toContain('answers another request');
    expect(await refuses(writeResponseFile(request, answer))).toContain('no signature of this payment');
    const refused = { refused: 'DAY_LIMIT', detail: 'today' } as const;
    expect(await refuses(writeResponseFile(request, refused))).toContain('the signer refused it: DAY_LIMIT');
    const imported = async (text: string) =>
      reasonOf(await finance.call('importSigningResponse', { id, text, reason: 'r' }));
    for (const text of ['nonsense', await readFile(place('request'), 'utf8')])
      expect(await imported(text)).toEqual([40008, expect.stringContaining('不是签名机写出的结果文件')]);
    const foreign = expect.stringContaining('别的签名请求的结果');
    expect(await imported(writeResponseFile(other, answer))).toEqual([40008, foreign]);
    const unsigned = expect.stringContaining('不是这笔付款的');
    expect(await imported(writeResponseFile(request, answer))).toEqual([40008, unsigned]);
    const denied = expect.stringMatching(/^签名机拒签：超过当日上限（today）/);
    expect(await imported(writeResponseFile(request, refused))).toEqual([40008, denied]);
    expect((await finance.call('importSigningResponse', { id, text: 'x'.repeat(2 ** 20 + 1), reason: 'r' })).code).toBe(
      400,
    );
    expect(await state()).toEqual({ thirdStatus: 'APPROVAL_TO_BE_SIGNED', txid: null });
  });

  it('refuses to export a payment that was changed in the database', { timeout: start }, async () => {
    const sql = (text: string) => world.app.owner.query({ text, values: [id] });
    await world.app.owner.query({ text: 'alter table withdrawal_payment disable trigger withdrawal_payment_stands' });
    await sql(
      `update withdrawal_payment set unsigned = replace(unsigned, '14980000', '14980001') where withdrawal_id = $1`,
    );
    const out = await ops('withdrawal:export', `--id ${id} --file ${place('forged')} --by finance`);
    expect(out).toMatchObject({ exit: 1, failed: ['refused: the amount is not what was asked for: nothing leaves'] });
    const obstacle = expect.stringContaining('付款的金额与申请或批准的不同');
    expect((await signing()).offline).toMatchObject({ state: 'STOPPED', obstacle });
    await sql(
      `update withdrawal_payment set unsigned = replace(unsigned, '14980001', '14980000') where withdrawal_id = $1`,
    );
    await world.app.owner.query({ text: 'alter table withdrawal_payment enable trigger withdrawal_payment_stands' });
  });

  it('stores, broadcasts and confirms the right response once', { timeout: start }, async () => {
    expect(await carried()).toHaveProperty('signed');
    const text = await readFile(place('answer'), 'utf8');
    expect((await approver.call('importSigningResponse', { id, text, reason: '金库已签' })).code).toBe(200);
    const readAll = rowReader(world.app);
    const imported = await readAll();
    world.app.clock.advance({ seconds: 1 });
    const again = await approver.call('importSigningResponse', { id, text, reason: '金库已签' });
    expect(reasonOf(again)).toEqual([40008, '它的签名已经导入']);
    expect(await readAll()).toEqual(imported);
    expect((await signing()).offline?.state).toBe('SIGNED');
    expect(await ops('withdrawal:import', `--id ${id} --file ${place('answer')} --by approver`)).toMatchObject({
      exit: 1,
    });
    await world.app.runJobs();
    await world.mine(3);
    expect(await state()).toMatchObject({ thirdStatus: 'SUCCESS', txid: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await signing()).offline?.state).toBe('OVER');
    await world.assertBooks();
    const { rows } = await world.app.owner.query({
      text: `select action, name, reason, detail ? 'session' as "isFromConsole" from audit_log join staff on staff.id = staff_id
             where subject = $1 and action = any($2) order by audit_log.id`,
      values: [`withdrawal ${id}`, ['withdrawal:offline', 'withdrawal:export', 'withdrawal:import']],
    });
    expect(rows).toEqual([
      { action: 'withdrawal:offline', name: 'finance', reason: '大额', isFromConsole: true },
      { action: 'withdrawal:export', name: 'finance', reason: 'seen', isFromConsole: false },
      { action: 'withdrawal:export', name: 'approver', reason: '送去金库', isFromConsole: true },
      { action: 'withdrawal:export', name: 'approver', reason: '送去金库', isFromConsole: true },
      { action: 'withdrawal:export', name: 'finance', reason: 'seen', isFromConsole: false },
      { action: 'withdrawal:import', name: 'approver', reason: '金库已签', isFromConsole: true },
    ]);
  });

  it('a payment whose online request has no response cannot be taken offline', {
    timeout: start,
  }, async () => {
    const { database, clock } = world.app;
    const other = await world.applied(customer, await world.receiver(), '0.05');
    const proof = { withdrawalId: BigInt(other), approvalRequest: null, approvals: [] };
    const asked: string[] = [];
    const answering = (answer: () => Promise<SigningOutcome>) =>
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
    // A refusal of a later request does not answer the earlier one, which may still be signed.
    const no: SigningOutcome = { outcome: 'DENIED_FOR_NOW', reason: 'the limit of the day' };
    expect(await answering(async () => no)(proof, unsigned)).toEqual(no);
    expect(await ops('withdrawal:offline', `--id ${other} --by finance`)).toMatchObject({ exit: 1 });
    // The refusal of the request that claimed the channel is an answer: nothing was signed.
    await world.app.owner.query({ text: 'delete from withdrawal_signing where withdrawal_id = $1', values: [other] });
    expect(await answering(async () => no)(proof, unsigned)).toEqual(no);
    expect(await ops('withdrawal:offline', `--id ${other} --by finance`)).toMatchObject({ exit: 0 });
    expect(asked).toHaveLength(3);
    expect(await answering(async () => ({ outcome: 'SIGNED', signed: 's' }))(proof, unsigned)).toEqual({
      outcome: 'OFFLINE_CHANNEL',
    });
    expect(asked).toHaveLength(3);
    // Two people put it back.
    const back = `--id ${other} --by finance`;
    expect((await ops('withdrawal:online', back)).printed.join()).toMatch(/^proposed as \d+/);
    expect(await answering(async () => no)(proof, unsigned)).toEqual({ outcome: 'OFFLINE_CHANNEL' });
    expect(await ops('withdrawal:online', `${back} --approved-by approver`)).toMatchObject({ exit: 0 });
    expect(await answering(async () => ({ outcome: 'SIGNED', signed: 's' }))(proof, unsigned)).toEqual({
      outcome: 'SIGNED',
      signed: 's',
    });
    // Without the claimed channel both would sign (broken control).
    await world.app.owner.query({ text: 'delete from withdrawal_signing where withdrawal_id = $1', values: [other] });
    expect(await ops('withdrawal:offline', `--id ${other} --by finance`)).toMatchObject({ exit: 0 });
    await world.app.owner.query({ text: 'delete from withdrawal_signing where withdrawal_id = $1', values: [other] });
    expect(await answering(async () => ({ outcome: 'SIGNED', signed: 's' }))(proof, unsigned)).toEqual({
      outcome: 'SIGNED',
      signed: 's',
    });
  });
});

it('signs nothing for two approvals in the database without both signatures', {
  timeout: start,
}, async () => {
  const customer = await world.customer('0.5');
  const id = await world.applied(customer, await world.receiver(), '0.1');
  await world.ops('withdrawal:propose', `${await paymentArgs(world.app, id)} --by finance`);
  await world.app.owner.query({
    text: `insert into withdrawal_review select withdrawal_id, 'APPROVED', (select id from staff where name = 'approver'), reason, at,
             approval_request as "approvalRequest", approval from withdrawal_review where withdrawal_id = $1`,
    values: [id],
  });
  await world.app.owner.query({
    text: `update withdrawal set phase = 'APPROVED' where id = $1`,
    values: [id],
  });
  await world.look(4);
  expect(await world.record(customer, id)).toMatchObject({ thirdStatus: 'APPROVAL_TO_BE_SIGNED', txid: null });
});
