// The nightly check: a difference stops payments of its coin and raises an alert; put right, the next run lets them leave.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestCustomer } from '../../testing/app.ts';
import { openAsAdmin } from '../../testing/harness.ts';
import { startPayoutFixture } from '../../testing/payout-fixture.ts';

let world: Awaited<ReturnType<typeof startPayoutFixture>>;
let customer: TestCustomer;
beforeAll(async () => {
  world = await startPayoutFixture({ now: '2026-03-10T07:00:00.000Z' });
  customer = await world.customer();
});
afterAll(() => world.stop());

const hour = 3_600_000;
const alter = async (text: string) => {
  const admin = await openAsAdmin(world.app.databaseUrl);
  await admin.query({ text: `set session_replication_role = replica; ${text}; reset session_replication_role` });
  await admin.end();
};
const check = async (hours = 0) => world.app.checkBooks(new Date(world.app.clock.now().getTime() + hours * hour));
const alerts = async () =>
  (
    await world.app.owner.query<{ subject: string }>({
      text: `select subject from alert where kind = 'books-differ' and resolved_at is null`,
    })
  ).rows.map(({ subject }) => subject);

it('stops the payments of a coin whose books differ, and lets them leave once they are right', async () => {
  const { books } = world.app.slices;
  const payer = world.payer({ books });
  const id = await world.approved(customer, '0.01');
  await alter(`update deposit set amount = amount + 1`);
  await check();
  expect(await alerts()).toEqual(['BTC']);
  expect(await books.findDifference(world.app.database, 'USDT')).toBeNull();
  await payer.tick(4);
  expect(world.paid()).toEqual([]);
  expect((await world.record(customer, id)).thirdStatus).toBe('APPROVAL_TO_BE_SIGNED');

  await alter(`update deposit set amount = amount - 1`);
  await check(0.5);
  expect(await alerts()).toEqual(['BTC']);
  await check(2);
  expect(await alerts()).toEqual([]);
  await payer.tick(4);
  await world.mine(3);
  expect(world.paid()).toEqual([980_000n]);
});

it('stops a payment whose own rows do not fit, without waiting for the night', async () => {
  const id = await world.approved(customer, '0.02');
  await alter(`update withdrawal set amount = amount + 1 where id = ${id}`);
  await world.tick(4);
  await world.mine(3);
  expect(world.paid()).toHaveLength(1);
  await alter(`update withdrawal set amount = amount - 1 where id = ${id}`);
  await world.tick(4);
  await world.mine(3);
  expect(world.paid()).toHaveLength(2);
});
