// A server that was taken over keeps two people's approvals of a withdrawal, waits until its amount has been returned, and asks the signer
// for the payment: the real signer in a process of its own, and every end that returns money.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnOutput } from '@lode/chain';
import { BitcoinChain, checkBitcoinAddress } from '@lode/chain-bitcoin';
import { type Approval, type ApprovalRequest, type Approver, approve, signerLocation } from '@lode/signing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestCustomer } from '../../testing/app.ts';
import { as } from '../../testing/caller-role.ts';
import { type RunningSigner, startSigner } from '../../testing/running-signer.ts';
import { testNodes } from '../../testing/test-nodes.ts';
import { bitcoinAddress, startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';
import { readAwaitingApproval } from './review/page-approvals.repository.ts';
import { paymentToApprove } from './review/payment-to-approve.ts';
import { findWithdrawal } from './withdrawal.repository.ts';

const start = 60_000;
const whole = 100_000_000n;
let signer: RunningSigner;
let signerId: string;
let chain: BitcoinChain;
let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let people: Approver[];
let customer: TestCustomer;
let id: string;
let outputs = 0;

beforeAll(async () => {
  signer = await startSigner();
  const { bitcoin, id: name = '' } = await signer.client.info();
  signerId = name;
  if (!bitcoin) throw new Error('the signer has no Bitcoin');
  const { extendedPublicKey: accountKey, fingerprint: masterFingerprint } = bitcoin;
  chain = new BitcoinChain({ url: 'http://u:p@127.0.0.1:1', chain: 'regtest', accountKey, masterFingerprint });
  world = await startFixture();
  const { folder } = signerLocation({ DEMO: '1' }, signer.dataDir);
  people = JSON.parse(await readFile(join(folder, 'demo-approvers.json'), 'utf8')) as Approver[];
}, start);
afterAll(async () => {
  await world?.stop();
  chain?.close();
  await signer?.stop();
}, start);
beforeEach(async () => {
  customer = await world.customer();
  ({ id } = await world.applied(customer, 'BTC', '0.01'));
});

const startFixture = (env: Record<string, string> = {}) =>
  startWithdrawalFixture({
    env: { DATA_DIR: signer.dataDir, ...env },
    nodes: testNodes({ BITCOIN: chain }),
    sign: undefined,
    now: new Date().toISOString(),
  });

async function requestOf(one = id): Promise<ApprovalRequest> {
  const withdrawal = await findWithdrawal(world.app.database, BigInt(one));
  if (!withdrawal) throw new Error(`no withdrawal ${one}`);
  const { paymentId, destination, amount } = paymentToApprove(withdrawal);
  const feeCap = '1000000';
  const named = { paymentId, signer: signerId };
  return { ...named, network: 'BITCOIN', chain: 'regtest', coin: 'BTC', destination, amount: `${amount}`, feeCap };
}

/** Both people's approvals, which no row of the database has. */
async function heldBack(one = id): Promise<{ approvalRequest: ApprovalRequest; approvals: Approval[] }> {
  const approvalRequest = await requestOf(one);
  const two = people.filter(({ name }) => name === 'finance' || name === 'approver');
  const approvals = two.map((person) => approve(person, 'Lode@Console1', approvalRequest, new Date()));
  return { approvalRequest, approvals: await Promise.all(approvals) };
}

/** What the signer answers to the payment with both approvals. */
async function replayed({ approvalRequest, approvals }: Awaited<ReturnType<typeof heldBack>>) {
  outputs += 1;
  const owner = chain.ownAddress('house', 1);
  const output: OwnOutput = { txid: outputs.toString(16).padStart(64, '0'), index: 0, amount: 2_000_000n, owner };
  const check = checkBitcoinAddress(bitcoinAddress, 'regtest');
  const unsigned = await chain.build({
    to: check.valid ? check.key : '',
    coin: 'BTC',
    amount: BigInt(approvalRequest.amount),
    rate: { unit: 'SAT_PER_KVB', rate: 5_000n },
    source: { kind: 'OUTPUTS', outputs: [output], change: owner },
  });
  if ('refused' in unsigned) throw new Error(unsigned.refused);
  const authorization = { kind: 'APPROVALS' as const, approvals };
  return signer.client.sign({ kind: 'PAYMENT', approvalRequest, authorization, payload: unsigned.payload });
}

const ended = { refused: 'ABANDONED' };
const balance = () => world.balance(customer.id, 'BTC');
const rounds = async () => {
  for (const round of world.app.slices.withdrawals.watchers) await as('worker', () => round(world.app.clock.now()));
};

it('would sign it for both approvals while nothing was returned (control)', { timeout: start }, async () => {
  expect(await replayed(await heldBack())).toHaveProperty('signed');
});

describe('both approvals after', () => {
  const ends: [string, () => Promise<void>][] = [
    [
      'a cancel',
      async () => expect(await world.cancel(customer, id)).toMatchObject({ code: 200, data: { status: 'CANCELLED' } }),
    ],
    ['a rejection', async () => expect(await world.reject(id)).toMatchObject({ exit: 0 })],
    ['an offset', async () => expect(await world.offset(id, 'OUTPUT')).toMatchObject({ exit: 0 })],
  ];
  const cases = ends.flatMap(([name, end]) => [true, false].map((isProposed) => ({ name, end, isProposed })));

  it.each(cases)(
    '$name are refused, proposed: $isProposed, and after a restart of the signer',
    {
      timeout: start,
    },
    async ({ end, isProposed }) => {
      const kept = await heldBack();
      if (isProposed) expect(await world.propose(id)).toMatchObject({ exit: 0 });
      await end();
      expect(await balance()).toBe(whole);
      expect(await replayed(kept)).toMatchObject(ended);
      await signer.pause(async () => undefined);
      expect(await replayed(kept)).toMatchObject(ended);
      expect(await world.approve(id)).toMatchObject({ exit: 1 });
    },
  );
});

describe('while the signer does not answer', () => {
  it('a cancel returns nothing, stops every approval, and is done by itself later', { timeout: start }, async () => {
    const kept = await heldBack();
    expect(await world.propose(id)).toMatchObject({ exit: 0 });
    const waiting = { status: 'WAITING', checkRemark: '取消处理中', eta: null };
    await signer.pause(async () => {
      expect(await world.cancel(customer, id, `cancel-${id}`)).toMatchObject({ code: 200, data: waiting });
      expect(await world.record(customer, id)).toMatchObject(waiting);
      await rounds();
      expect(await world.cancel(customer, id)).toMatchObject({ code: 200, data: waiting });
      expect(await world.approve(id)).toMatchObject({ exit: 1, failed: [expect.stringContaining('cancels it')] });
      expect(await readAwaitingApproval(world.app.database, world.app.clock.now())).not.toContain(BigInt(id));
      // Whatever the program believes: the database refuses it.
      const approving = world.app.without('withdrawals.cancellation', () => world.approve(id));
      await expect(approving).rejects.toThrow('being cancelled by its customer');
      expect(await balance()).toBe(whole - 1_000_000n);
    });
    await rounds();
    expect(await world.record(customer, id)).toMatchObject({ status: 'CANCELLED', checkRemark: null });
    expect(await balance()).toBe(whole);
    expect(await replayed(kept)).toMatchObject(ended);
    const done = await world.cancel(customer, id, `cancel-${id}`);
    expect(done).toMatchObject({ code: 200, data: { status: 'CANCELLED' } });
    expect(await world.cancel(customer, id, `cancel-${id}`)).toEqual(done);
    expect(await world.cancel(customer, id)).toMatchObject({ code: 40008 });
  });

  it('a rejection and an offset are refused and change nothing', { timeout: start }, async () => {
    await signer.pause(async () => {
      for (const refused of [await world.reject(id), await world.offset(id, 'OUTPUT')])
        expect(refused).toMatchObject({ exit: 1, failed: [expect.stringContaining('has not ended its payment')] });
      expect(await balance()).toBe(whole - 1_000_000n);
    });
    expect(await world.record(customer, id)).toMatchObject({ status: 'WAITING', checkRemark: null });
    expect(await world.reject(id)).toMatchObject({ exit: 0 });
    expect(await balance()).toBe(whole);
  });
});

describe('killed between the end at the signer and the return', () => {
  it('a cancel goes on by itself, once', { timeout: start }, async () => {
    const kept = await heldBack();
    await world.app.without('withdrawals.update-phase', () => world.cancel(customer, id).catch(() => undefined));
    expect(await world.record(customer, id)).toMatchObject({ status: 'WAITING', checkRemark: '取消处理中' });
    expect(await replayed(kept)).toMatchObject(ended);
    await world.app.owner.query({ text: `delete from graphile_worker._private_jobs` });
    const another = await world.app.startAnother();
    for (const round of another.slices.withdrawals.watchers) await as('worker', () => round(world.app.clock.now()));
    await another.stop();
    await rounds();
    expect(await world.record(customer, id)).toMatchObject({ status: 'CANCELLED' });
    expect(await balance()).toBe(whole);
  });

  it('a rejection is done by the same command again, once', { timeout: start }, async () => {
    const kept = await heldBack();
    await world.app.without('withdrawals.update-phase', () => world.reject(id).catch(() => undefined));
    expect(await world.record(customer, id)).toMatchObject({ status: 'WAITING' });
    expect(await replayed(kept)).toMatchObject(ended);
    expect(await world.reject(id)).toMatchObject({ exit: 0 });
    expect(await world.reject(id)).toMatchObject({ exit: 1 });
    expect(await balance()).toBe(whole);
  });
});

it('what the signer has signed is not returned: it is approved and paid', { timeout: start }, async () => {
  expect(await replayed(await heldBack())).toHaveProperty('signed');
  expect(await world.cancel(customer, id)).toMatchObject({ code: 40008 });
  expect(await world.reject(id)).toMatchObject({ exit: 1, failed: [expect.stringContaining('has signed')] });
  expect(await world.offset(id, 'OUTPUT')).toMatchObject({ exit: 1 });
  expect(await world.record(customer, id)).toMatchObject({ status: 'WAITING', checkRemark: null });
  expect(await balance()).toBe(whole - 1_000_000n);
  expect(await world.propose(id)).toMatchObject({ exit: 0 });
  expect(await world.approve(id)).toMatchObject({ exit: 0 });
});

it('a process that serves customers only leaves it to the worker, and waits for it', { timeout: start }, async () => {
  const other = await startFixture({ ROLE: 'public' });
  const one = await other.customer();
  const { id: mine } = await other.applied(one, 'BTC', '0.01');
  const answer = other.cancel(one, mine);
  const asked = async () => (await other.app.owner.query({ text: 'select from withdrawal_cancellation' })).rows.length;
  await expect.poll(asked).toBe(1);
  expect(await other.record(one, mine)).toMatchObject({ status: 'WAITING', checkRemark: '取消处理中' });
  await other.app.runJobs();
  expect(await answer).toMatchObject({ code: 200, data: { status: 'CANCELLED' } });
  expect(await other.balance(one.id, 'BTC')).toBe(whole);
  await other.stop();
});
