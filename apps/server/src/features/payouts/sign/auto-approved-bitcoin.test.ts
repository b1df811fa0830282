// Auto-approval from request to chain: a real bitcoind, and the real signer with its own policy, which decides again.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { TestCustomer } from '../../../testing/app.ts';
import { startBitcoinPayoutFixture } from '../../../testing/bitcoin-payout-fixture.ts';

const timeout = 120_000;
let world: Awaited<ReturnType<typeof startBitcoinPayoutFixture>>;
let customer: TestCustomer;
let address: string;

async function approve(id: string): Promise<void> {
  await world.approve(id);
  await world.app.runJobs();
  await world.mine(4);
}

async function asked(amount: string): Promise<string> {
  const id = await world.applied(customer, address, amount);
  await world.app.runJobs();
  return id;
}

const record = (id: string) => world.record(customer, id);
const steps = async (id: string) => (await record(id)).steps.map(({ step }) => step);
const whole = ['APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED'];
async function whyBack(id: string): Promise<string | undefined> {
  const { rows } = await world.app.owner.query<{ why: string }>({
    text: 'select revoked_reason as why from auto_approval where withdrawal_id = $1',
    values: [id],
  });
  return rows[0]?.why;
}

/** Waits for people, and they have it paid. */
async function isForPeople(id: string, why: string): Promise<void> {
  expect(await record(id)).toMatchObject({ status: 'WAITING', thirdStatus: null });
  expect(await steps(id)).toEqual(['APPLIED']);
  expect(await whyBack(id)).toContain(why);
  await approve(id);
  expect(await record(id)).toMatchObject({ thirdStatus: 'SUCCESS' });
  expect(await steps(id)).toEqual(whole);
}

beforeAll(async () => {
  // The signer has a clock of its own: the day that makes the address known lies behind us.
  world = await startBitcoinPayoutFixture({ now: new Date(Date.now() - 26 * 3_600_000) });
  customer = await world.customer('0.3', '0.31');
  address = await world.receiver();
  const first = await world.applied(customer, address, '0.1');
  await approve(first);
  expect((await record(first)).thirdStatus).toBe('SUCCESS');
  world.app.clock.advance({ hours: 26 });
  const bounds = '--per-payment 0.05 --per-customer-day 0.5 --per-day 0.5 --known-days 1';
  const names = '--by admin --approved-by approver';
  expect(await world.ops('withdrawal:rule', `--coin BTC ${bounds} ${names}`)).toMatchObject({ exit: 0 });
}, timeout);
afterAll(() => world?.stop());
afterEach(() => world.assertBooks());

it('returns to manual review when the signer has no policy, and is signed after approval', { timeout }, async () => {
  await isForPeople(await asked('0.011'), 'auto-approval is disabled in the policy');
});

it("pays by the signer's own policy, amount and txid as requested, without staff", { timeout }, async () => {
  await world.signer.setRule('bitcoin', { perPayment: '2000000', perDay: '1900000' });
  expect((await world.signer.client.info()).isAutoApprovalEnabled).toBe(true);
  const id = await asked('0.012');
  await world.mine(4);
  expect(await record(id)).toMatchObject({ thirdStatus: 'SUCCESS', received: '0.01180000' });
  expect(await steps(id)).toEqual(whole);
  const txid = (await record(id)).txid;
  const sent = (await world.bitcoind.call('gettransaction', [txid])) as { amount: unknown };
  expect(Number(sent.amount)).toBe(0.0118);
  const { rows } = await world.app.owner.query({
    text: 'select staff_id from withdrawal_review where withdrawal_id = $1',
    values: [id],
  });
  expect(rows).toEqual([]);
});

it("what is above the signer's own limits of a payment or a day is people's", { timeout }, async () => {
  await isForPeople(await asked('0.021'), 'above the limit for one payment');
  // Above a whole day alone: what else was paid on the signer's day does not matter.
  await isForPeople(await asked('0.0197'), 'above the limit for one day');
});

it('returns to manual review when the policy is switched off before signing, without a request to the signer', {
  timeout,
}, async () => {
  const id = await world.applied(customer, address, '0.002');
  await (world.app.jobs['withdrawal-auto-approval'] as (payload: unknown) => Promise<void>)({ id });
  expect((await record(id)).status).toBe('SUCCESS');
  world.app.clock.advance({ seconds: 1 });
  expect(await world.ops('withdrawal:rule-off', '--coin BTC --by finance')).toMatchObject({ exit: 0 });
  await world.app.runJobs();
  await isForPeople(id, 'auto-approval was switched off');
});
