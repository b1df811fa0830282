// The USDT policy has its own setting, scale and daily total, in the program and in the database.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestCustomer } from '../../../testing/app.ts';
import { startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';
import { advance, confirmPaid } from '../lifecycle.ts';
import { lockWithdrawal } from '../withdrawal.repository.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let customer: TestCustomer;

/** Brought to its end in the books as the payer would, on a chain that this test has not. */
async function paid(id: bigint): Promise<void> {
  const now = app.clock.now();
  for (const event of ['startScreening', 'passScreening', 'sign', 'confirm'] as const)
    await app.database.transaction(async (dbTx) => {
      const found = await lockWithdrawal(dbTx, id);
      if (!found) throw new Error(`withdrawal ${id} is missing`);
      if (event === 'confirm') await confirmPaid(dbTx, { announce: async () => undefined }, found, [], now);
      else await advance(dbTx, found, event, now);
    });
}

async function asked(amount: string): Promise<string | undefined> {
  const { id } = await world.applied(customer, 'USDT', amount);
  await (app.jobs['withdrawal-auto-approval'] as (payload: unknown) => Promise<void>)({ id });
  return (await world.record(customer, id))?.status;
}

beforeAll(async () => {
  world = await startWithdrawalFixture();
  app = world.app;
  customer = await world.customer();
  const { id } = await world.applied(customer, 'USDT', '100');
  await world.propose(id);
  await world.approve(id);
  await paid(BigInt(id));
  app.clock.advance({ hours: 73 });
});
afterAll(() => world.stop());

it('approves to the cent, and does not affect Bitcoin', async () => {
  const bounds = '--per-payment 50 --per-customer-day 120.01 --per-day 120.01 --known-days 3';
  const names = '--by admin --approved-by approver --reason tried';
  expect((await world.ops('withdrawal:rule', `--coin USDT ${bounds} ${names}`)).exit).toBe(0);
  expect(await asked('50.01')).toBe('WAITING');
  expect(await asked('50')).toBe('SUCCESS');
  expect(await asked('50')).toBe('SUCCESS');
  expect(await asked('20.02')).toBe('WAITING');
  expect(await asked('20.01')).toBe('SUCCESS');
  const bitcoin = await world.applied(customer, 'BTC', '0.001');
  await (app.jobs['withdrawal-auto-approval'] as (payload: unknown) => Promise<void>)({ id: bitcoin.id });
  expect((await world.record(customer, bitcoin.id))?.status).toBe('WAITING');
});

it('is checked by the database in the same scale', async () => {
  app.clock.advance({ hours: 24 });
  const insert = async (amount: string) => {
    const { id } = await world.applied(customer, 'USDT', amount);
    return app.database.query({
      text: `insert into auto_approval (withdrawal_id, at, bounds, precedent_id)
             select w.id, $2, setting_at('withdraw.rule.USDT', $2),
               known_destination(w.customer_id, w.network, w.address_key, $2::timestamptz - interval '3 days')
             from withdrawal w where w.id = $1`,
      values: [id, app.clock.now()],
    });
  };
  await expect(insert('50.01')).rejects.toThrow('above the bounds');
  expect((await insert('50')).rowCount).toBe(1);
  expect((await insert('50')).rowCount).toBe(1);
  await expect(insert('20.02')).rejects.toThrow('above the bounds');
});
