// Parallel auto-approvals stay inside the daily totals; the lock and the trigger each hold them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../../platform/commands/command.ts';
import { asTransaction, type Queryable, type QueryConfig } from '../../../platform/db/database.ts';
import { isRefusal } from '../../../platform/http/refusal.ts';
import type { TestCustomer } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { startPayoutFixture } from '../../../testing/payout-fixture.ts';

let world: Awaited<ReturnType<typeof startPayoutFixture>>;
let app: (typeof world)['app'];
let customers: TestCustomer[];
const each = 6;

beforeAll(async () => {
  world = await startPayoutFixture({ max: 24, now: '2026-03-10T04:00:00.000Z' });
  app = world.app;
  customers = [];
  for (let n = 0; n < 3; n += 1) {
    const customer = await world.customer(10_000_000n);
    await world.approved(customer, '0.001');
    customers.push(customer);
  }
  await world.mine(7);
  app.clock.advance({ hours: 48 });
  const bounds = '--per-payment 0.001 --per-customer-day 0.004 --per-day 0.006 --known-days 1';
  const { exit } = await runCommand(
    app,
    app.slices.withdrawals.opsCommands['withdrawal:rule'] as Command,
    `--coin BTC ${bounds} --by admin --approved-by approver --reason r`,
  );
  expect(exit).toBe(0);
});
afterAll(() => world.stop());
beforeEach(() => app.clock.advance({ hours: 24 }));

let keys = 0;
async function applied(customer: TestCustomer): Promise<bigint> {
  const to = { coin: 'BTC', network: 'BITCOIN', address: world.destination } as const;
  const destination = await app.slices.withdrawals.readDestination(to);
  const id = await app.database.transaction((dbTx) =>
    app.slices.withdrawals.submit(dbTx, {
      customerId: customer.id,
      deviceId: customer.caller.deviceId,
      destination,
      amount: '0.001',
      confirm: false,
      key: `race ${++keys}`,
      now: app.clock.now(),
    }),
  );
  if (isRefusal(id)) throw new Error(String(id.codeName));
  return id;
}

/** Runs all jobs in parallel: the number of auto-approvals, the most of one customer, and the database's errors. */
async function rush() {
  const ids: bigint[] = [];
  for (const customer of customers) for (let n = 0; n < each; n += 1) ids.push(await applied(customer));
  const job = app.jobs['withdrawal-auto-approval'] as (payload: unknown) => Promise<void>;
  const said = await Promise.all(ids.map((id) => job({ id: String(id) }).catch((error: Error) => error.message)));
  const { rows } = await app.owner.query<{ n: number }>({
    text: `select count(*)::int as n from auto_approval join withdrawal w on w.id = withdrawal_id
           where w.id = any($1) group by w.customer_id`,
    values: [ids],
  });
  const ofEach = rows.map(({ n }) => n);
  return { all: ofEach.reduce((sum, n) => sum + n, 0), most: Math.max(...ofEach), said: new Set(said) };
}

/** Runs `work` with some queries replaced. */
async function broken<T>(
  instead: (db: Queryable, query: QueryConfig) => ReturnType<Queryable['query']> | null,
  work: () => Promise<T>,
) {
  const { transaction } = app.database;
  app.database.transaction = (inside) =>
    transaction((dbTx) =>
      inside(
        asTransaction({
          query: ((query: QueryConfig) => instead(dbTx, query) ?? dbTx.query(query)) as Queryable['query'],
        }),
      ),
    );
  try {
    return await work();
  } finally {
    app.database.transaction = transaction;
  }
}

const trigger = (state: 'enable' | 'disable') =>
  app.owner.query({
    text: `alter table auto_approval ${state} trigger auto_approval_is_allowed`,
  });
const withoutLock = (_dbTx: Queryable, query: QueryConfig) =>
  query.name === 'withdrawals.lock-auto-approval' ? Promise.resolve({ rows: [], rowCount: 0 }) : null;

describe(`${3 * each} withdrawals of three customers at once`, () => {
  it('fill the daily total exactly, and no customer exceeds theirs', async () => {
    const { all, most, said } = await rush();
    expect(all).toBe(6);
    expect(most).toBeLessThanOrEqual(4);
    expect(said).toEqual(new Set([undefined]));
  });

  it('stay inside the totals by the lock alone, with the trigger disabled', async () => {
    await trigger('disable');
    const { all, most } = await rush().finally(() => trigger('enable'));
    expect(all).toBe(6);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('stay inside the totals by the trigger alone, without the lock', async () => {
    const { all, most, said } = await broken(withoutLock, rush);
    expect(all).toBeLessThanOrEqual(6);
    expect(most).toBeLessThanOrEqual(4);
    said.delete(undefined as never);
    for (const words of said) expect(words).toContain('above the bounds of the auto-approval policy');
  });

  it('would exceed the totals without both (broken control)', async () => {
    // All read what the day has taken before any of them adds to it.
    let readers = 0;
    let goOn: () => void = () => undefined;
    const allHaveRead = new Promise<void>((resolve) => (goOn = resolve));
    const asIfAlone = (db: Queryable, query: QueryConfig) => {
      if (query.name === 'ledger.lock-balances')
        return db.query({
          text: 'select account, posted, held from ledger.balance where account = any($1)',
          values: query.values,
        });
      if (query.name !== 'withdrawals.policy-facts') return withoutLock(db, query);
      return db.query(query).then(async (answer) => {
        if (++readers === 3 * each) goOn();
        await allHaveRead;
        return answer;
      });
    };
    await trigger('disable');
    const { all } = await broken(asIfAlone, rush).finally(() => trigger('enable'));
    expect(all).toBe(3 * each);
  });
});
