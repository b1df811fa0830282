// A batch from request to chain: a real bitcoind, the product's own signer with its own policy, and the worker's own rounds.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { paymentFinaliser, paymentSigner } from '../../platform/chains/payment-signer.ts';
import type { TestCustomer } from '../../testing/app.ts';
import { startBitcoinPayoutFixture } from '../../testing/bitcoin-payout-fixture.ts';
import { raiseFee } from '../../testing/payout-deps.ts';
import { RetryLater, type Sign } from './payout-ports.ts';
import { signAutoApproved } from './sign/sign-auto-approved.ts';

const timeout = 180_000;
let world: Awaited<ReturnType<typeof startBitcoinPayoutFixture>>;
let customer: TestCustomer;
let address: string;
beforeAll(async () => {
  // The signer has a clock of its own: the day that makes the address known lies behind us.
  world = await startBitcoinPayoutFixture({ now: new Date(Date.now() - 26 * 3_600_000) });
  customer = await world.customer('0.3', '0.31', '0.32');
  address = await world.receiver();
  const first = await world.applied(customer, address, '0.1');
  await world.approve(first);
  await world.app.runJobs();
  await world.mine(4);
  world.app.clock.advance({ hours: 26 });
  const bounds = '--per-payment 0.05 --per-customer-day 0.5 --per-day 0.5 --known-days 1';
  expect(await world.ops('withdrawal:rule', `--coin BTC ${bounds} --by admin --approved-by approver`)).toMatchObject({
    exit: 0,
  });
  await world.signer.setRule('bitcoin', { perPayment: '2000000', perDay: '20000000' });
}, timeout);
afterAll(() => world?.stop(), timeout);
afterEach(async () => {
  await world.assertBooks();
  const checks = world.app.slices.payouts.replays.map((check) => check(world.app.database));
  expect((await Promise.all(checks)).flat()).toEqual([]);
});

async function byRule(...amounts: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const amount of amounts) {
    const id = await world.applied(customer, address, amount);
    await (world.app.jobs['withdrawal-auto-approval'] as (payload: unknown) => Promise<void>)({ id });
    ids.push(id);
  }
  return ids;
}
const records = (ids: readonly string[]) => Promise.all(ids.map((id) => world.record(customer, id)));
const states = async (ids: readonly string[]) => (await records(ids)).map(({ thirdStatus }) => thirdStatus);
const txids = async (ids: readonly string[]) => [...new Set((await records(ids)).map(({ txid }) => txid))];
const outputsOf = async (txid: string | null | undefined) => {
  const { decoded } = (await world.bitcoind.call('gettransaction', [txid, true, true])) as {
    decoded: { vout: { n: number; value: unknown }[] };
  };
  return new Map(decoded.vout.map(({ n, value }) => [n, Number(value)]));
};
const indexes = async (ids: readonly string[]) =>
  (
    await world.app.owner.query<{ output: number }>({
      text: 'select output_index as output from withdrawal_payment where withdrawal_id = any($1::bigint[]) and final_at is not null order by withdrawal_id',
      values: [ids],
    })
  ).rows.map(({ output }) => output);

it('is one transaction with an output for each and one change, and each names its own', { timeout }, async () => {
  const ids = await byRule('0.012', '0.013', '0.012');
  await world.look(4);
  const [txid, ...others] = await txids(ids);
  expect(others).toEqual([]);
  await world.mine(4);
  expect(await states(ids)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  const outputs = await outputsOf(txid);
  expect(outputs.size).toBe(4);
  const own = await indexes(ids);
  expect(own.map((index) => outputs.get(index))).toEqual([0.0118, 0.0128, 0.0118]);
  expect(new Set(own).size).toBe(3);
});

it('with a higher fee has the same outputs and less change', { timeout }, async () => {
  const ids = await byRule('0.011', '0.014');
  await world.look(4);
  const [first] = await txids(ids);
  const restoreFee = raiseFee(world.chain);
  world.app.clock.advance({ hours: 1 });
  await world.look(2);
  restoreFee();
  const [second, ...others] = await txids(ids);
  expect([second === first, others]).toEqual([false, []]);
  await world.mine(4);
  expect(await states(ids)).toEqual(['SUCCESS', 'SUCCESS']);
  const outputs = await outputsOf(second);
  expect((await indexes(ids)).map((index) => outputs.get(index))).toEqual([0.0108, 0.0138]);
});

it('that was signed and forgotten here is found at the signer, and is paid as it was signed', { timeout }, async () => {
  const { database, clock, slices } = world.app;
  const asked: string[] = [];
  const real = paymentSigner(world.signer.client);
  const guard = (sign: Sign) => signAutoApproved({ database, clock, withdrawals: slices.withdrawals.forPayouts }, sign);
  const losing = guard(async (approval, unsigned) => {
    const answer = await real(approval, unsigned);
    if (answer.outcome === 'SIGNED') asked.push(unsigned.payload);
    throw new RetryLater('the answer is lost');
  });
  const batchLimit = async () => 100;
  const ids = await byRule('0.011', '0.015', '0.016');
  const restoreFee = raiseFee(world.chain);
  await world.payer({ sign: losing, batchLimit }).tick(3);
  restoreFee();
  expect(new Set(asked).size).toBe(1);
  // As after a restore: nothing is known of the payment, and the withdrawals wait to be built.
  for (const text of [
    'delete from outpoint_reservation where withdrawal_id = any($1::bigint[])',
    'delete from withdrawal_payment where withdrawal_id = any($1::bigint[])',
  ])
    await world.app.owner.query({ text, values: [ids] });
  // Built anew it costs less, which is no replacement.
  const sign = guard(real);
  await world.payer({ sign, batchLimit, finalise: paymentFinaliser(world.signer.client) }).tick(3);
  expect(world.alerts.join('\n')).toContain('payout.signature-recovered');
  expect(await txids(ids)).toHaveLength(1);
  await world.mine(4);
  expect(await states(ids)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  const { rows } = await world.app.owner.query<{ unsigned: string }>({
    text: 'select unsigned from withdrawal_payment where withdrawal_id = any($1::bigint[]) and withdrawal_id = lead_id',
    values: [ids],
  });
  expect(rows.map(({ unsigned }) => unsigned.includes(asked[0] ?? 'nothing'))).toEqual([true]);
});

it("of which one is above the signer's day goes on without it, and that one is for people", { timeout }, async () => {
  await world.signer.setRule('bitcoin', { perPayment: '2000000', perDay: '11000000' });
  const ids = await byRule('0.0101', '0.0197', '0.0102');
  const spent = async () => (await states(ids)).filter((state) => state === 'SUCCESS').length;
  await world.look(4);
  await world.mine(4);
  const paid = await spent();
  expect(paid).toBeLessThan(3);
  const waiting = (await records(ids)).filter(({ status }) => status === 'WAITING');
  expect(waiting).toHaveLength(3 - paid);
  for (const { id } of waiting) await world.ops('withdrawal:reject', `--id ${id} --by finance`);
});
