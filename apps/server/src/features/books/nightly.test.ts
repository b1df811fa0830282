// The check of the books: what it finds stops the payments of a coin, with an alert, until a later run finds nothing.
import type { BookCheck } from '@lode/ledger';
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

const alter = async (text: string) => {
  const admin = await openAsAdmin(world.app.databaseUrl);
  await admin.query({ text: `set session_replication_role = replica; ${text}; reset session_replication_role` });
  await admin.end();
};
const check = () => world.app.checkBooks(world.app.clock.now());
const stopOf = (coin: string) => world.app.slices.books.findDifference(world.app.database, coin, world.app.clock.now());
const alerts = async () =>
  (
    await world.app.owner.query<{ subject: string }>({
      text: `select subject from alert where kind = 'books-differ' and resolved_at is null order by subject`,
    })
  ).rows.map(({ subject }) => subject);

it('pays nothing before the first check, stops the payments of a coin whose books differ, and lets them leave once they are right', async () => {
  const { books } = world.app.slices;
  const payer = world.payer({ books });
  const id = await world.approved(customer, '0.01');
  await payer.tick(4);
  expect((await world.record(customer, id)).thirdStatus).toBe('APPROVAL_TO_BE_SIGNED');

  await alter(`update deposit set amount = amount + 1`);
  await check();
  expect(await alerts()).toEqual(['BTC']);
  expect(await stopOf('USDT')).toBeNull();
  await payer.tick(4);
  expect(world.paid()).toEqual([]);
  expect((await world.record(customer, id)).thirdStatus).toBe('APPROVAL_TO_BE_SIGNED');

  await alter(`update deposit set amount = amount - 1`);
  world.app.clock.advance({ minutes: 30 });
  await check();
  expect(await alerts()).toEqual(['BTC']);
  world.app.clock.advance({ minutes: 30 });
  await check();
  expect(await alerts()).toEqual([]);
  await payer.tick(4);
  await world.mine(3);
  expect(world.paid()).toEqual([980_000n]);
});

it('stops payments while the books are checked again', async () => {
  const { books } = world.app.slices;
  const payer = world.payer({ books });
  const id = await world.approved(customer, '0.01');
  const paid = world.paid().length;
  await alter(`update deposit set amount = amount + 1`);
  await books.checkNow([differs], world.app.clock.now());
  world.app.clock.advance({ hours: 1 });
  await books.nightly([
    async () => {
      expect(await stopOf('BTC')).toContain('a deposit');
      await payer.tick(4);
      expect((await world.record(customer, id)).thirdStatus).toBe('APPROVAL_TO_BE_SIGNED');
      return [];
    },
    differs,
  ])(world.app.clock.now());
  expect(await stopOf('BTC')).toContain('a deposit');

  await alter(`update deposit set amount = amount - 1`);
  await books.checkNow([], world.app.clock.now());
  await payer.tick(4);
  await world.mine(3);
  expect(world.paid()).toHaveLength(paid + 1);
});

const differs: BookCheck = async () => [
  { check: 'a deposit', subject: 'deposit 1', expected: '1', found: '2', coin: 'BTC' },
];

it('stops a payment whose own rows do not fit, without waiting for the night', async () => {
  const paid = world.paid().length;
  const id = await world.approved(customer, '0.02');
  await alter(`update withdrawal set amount = amount + 1 where id = ${id}`);
  await world.tick(4);
  await world.mine(3);
  expect(world.paid()).toHaveLength(paid);
  await alter(`update withdrawal set amount = amount - 1 where id = ${id}`);
  await world.tick(4);
  await world.mine(3);
  expect(world.paid()).toHaveLength(paid + 1);
});
