// Auto-approval uses the policy in force when its locks are taken, not when it began to wait for them;
// and the database refuses a backdated auto-approval.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startAutoApprovalFixture } from '../../../testing/auto-approval-fixture.ts';
import { lockAutoApproval } from './auto-approval.repository.ts';

let world: Awaited<ReturnType<typeof startAutoApprovalFixture>>;
beforeAll(async () => {
  world = await startAutoApprovalFixture();
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.newDay();
  await world.on();
  world.app.clock.advance({ seconds: 1 });
});

const waiting = async () =>
  (
    await world.owner(
      `select count(*)::int as n from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and locktype = 'advisory' and not granted`,
    )
  ).rows[0];
const written = (value: object | null, at: Date) =>
  world.owner(
    `insert into setting (key, effective_from, value, changed_by, reason) values ('withdraw.rule.BTC', $1, $2, 'test', 'r')`,
    [at, JSON.stringify(value)],
  );
const bounds = { perPayment: '0.00100000', perCustomerDay: '0.00400000', perDay: '0.05000000', knownDays: 1 };

it.each([
  ['switched off', null],
  ['made tighter', bounds],
  ['made to ask for an address that is known for longer', { ...bounds, perPayment: '0.00400000', knownDays: 90 }],
])('a policy that is %s while a withdrawal waits for its lock does not approve it', async (_what, value) => {
  const { app } = world;
  const id = await world.applied(world.customer, '0.002');
  const { asked } = await app.database.transaction(async (dbTx) => {
    await lockAutoApproval(dbTx, 'BTC');
    const asking = world.ask(id);
    await expect.poll(waiting).toEqual({ n: 1 });
    app.clock.advance({ seconds: 1 });
    await written(value, app.clock.now());
    app.clock.advance({ seconds: 1 });
    return { asked: asking };
  });
  await asked;
  expect((await world.recordOf(id)).status).toBe('WAITING');
});

it('an auto-approval is dated neither before a change of the policy nor far from its request', async () => {
  const { app } = world;
  const insert = (id: string, at: Date) =>
    app.database.query({
      text: `insert into auto_approval (withdrawal_id, at, bounds, precedent_id)
             select w.id, $2, setting_at('withdraw.rule.BTC', $2),
               known_destination(w.customer_id, w.network, w.address_key, $2::timestamptz - interval '1 day')
             from withdrawal w where w.id = $1`,
      values: [id, at],
    });
  const id = await world.applied(world.customer, '0.002');
  const applied = app.clock.now();
  const after = (ms: number) => new Date(applied.getTime() + ms);
  await expect(insert(id, after(-1))).rejects.toThrow('within an hour of the request');
  await expect(insert(id, after(3_600_001))).rejects.toThrow('within an hour of the request');
  await written(bounds, after(60_000));
  await expect(insert(id, applied)).rejects.toThrow('the auto-approval policy has changed since');
  await expect(insert(id, after(60_000))).rejects.toThrow('above the bounds');
  const small = await world.applied(world.customer, '0.001');
  expect((await insert(small, after(60_000))).rowCount).toBe(1);
});
