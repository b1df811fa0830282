// Parallel auto-approvals, of one worker together or of several, stay inside the daily totals, and one withdrawal is approved once, by the
// policy or by people: locks and triggers each hold it. One that fails is no failure of the others.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../../platform/commands/command.ts';
import { asTransaction, type Queryable, type QueryConfig } from '../../../platform/db/database.ts';
import { isRefusal } from '../../../platform/http/refusal.ts';
import type { TestCustomer } from '../../../testing/app.ts';
import { paymentArgs, runCommand } from '../../../testing/commands.ts';
import { awaitWaitingConnections } from '../../../testing/lock-waiters.ts';
import { paymentCommands } from '../../../testing/payout-deps.ts';
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

const job = (id: bigint) =>
  (app.jobs['withdrawal-auto-approval'] as (payload: unknown) => Promise<void>)({ id: String(id) });
/** As if each were another worker's. */
const alone = async (id: bigint): Promise<void> => void (await app.slices.withdrawals.autoApproveAlone(id));

/** Asks for all in parallel: the number of auto-approvals, the most of one customer, and the database's errors. */
async function rush(approve: (id: bigint) => Promise<void>) {
  const ids: bigint[] = [];
  for (const customer of customers) for (let n = 0; n < each; n += 1) ids.push(await applied(customer));
  const said = await Promise.all(ids.map((id) => approve(id).catch((error: Error) => error.message)));
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

const trigger = (state: 'enable' | 'disable', of = 'auto_approval', name = 'auto_approval_is_allowed') =>
  app.owner.query({ text: `alter table ${of} ${state} trigger ${name}` });
const withoutLock = (_dbTx: Queryable, query: QueryConfig) =>
  query.name === 'withdrawals.lock-auto-approval' ? Promise.resolve({ rows: [], rowCount: 0 }) : null;

describe('one withdrawal, by the policy and by people at once', () => {
  const policy = (id: bigint): Promise<string> =>
    alone(id).then(
      () => '',
      (error: Error) => error.message,
    );
  /** Empty, or what the person reads instead. */
  async function person(by: string, name: 'propose' | 'approve', id: bigint): Promise<string> {
    const args = `${await paymentArgs(app, String(id))} --by ${by} --reason seen`;
    return (await runCommand(app, paymentCommands(app)[`withdrawal:${name}`], args)).failed.join();
  }
  const approvals = async (id: bigint) =>
    (
      await app.owner.query({
        text: `select (select count(*) from auto_approval where withdrawal_id = $1)::int as policy,
                 (select count(*) from withdrawal_review where withdrawal_id = $1 and part = 'APPROVED')::int as people`,
        values: [id],
      })
    ).rows[0];
  const late = expect.stringContaining('it is APPROVED, not waiting');

  beforeAll(() =>
    app.slices.staff.seedStaff(
      app.database,
      [{ name: 'deputy', role: 'APPROVER', password: 'Lode@Console1' }],
      app.clock.now(),
    ),
  );

  /** Holds the withdrawal until all of them wait for it, in this order. */
  async function queued(id: bigint, ...acts: (() => Promise<string>)[]): Promise<string[]> {
    const running: Promise<string>[] = [];
    await app.database.transaction(async (dbTx) => {
      await dbTx.query({ text: 'select from withdrawal where id = $1 for update', values: [id] });
      for (const act of acts) {
        running.push(act());
        await awaitWaitingConnections(app.owner, running.length);
      }
    });
    return Promise.all(running);
  }

  it('is approved once and paid once; who comes later is refused and reads why', async () => {
    const before = world.paid().length;
    const ids: bigint[] = [];
    for (const customer of customers) ids.push(await applied(customer));
    const [proposed, byPolicy, byPeople] = ids as [bigint, bigint, bigint];
    expect(await person('finance', 'propose', proposed)).toBe('');
    const people = (id: bigint) => ['approver', 'deputy'].map((name) => () => person(name, 'approve', id));
    const ask = (id: bigint) => () => policy(id);
    const propose = (id: bigint) => () => person('finance', 'propose', id);

    const said = [
      await queued(proposed, ask(proposed), ...people(proposed), ask(proposed)),
      await queued(byPolicy, ask(byPolicy), propose(byPolicy), ...people(byPolicy)),
      await queued(byPeople, propose(byPeople), ask(byPeople), ...people(byPeople)),
    ];
    expect(said.map((lines) => lines.filter((line) => line !== ''))).toEqual([[late], [late, late, late], [late]]);
    expect(await Promise.all(ids.map(approvals))).toEqual([
      { policy: 0, people: 1 },
      { policy: 1, people: 0 },
      { policy: 0, people: 1 },
    ]);
    await world.mine(8);
    expect(world.paid().slice(before)).toEqual([80_000n, 80_000n, 80_000n]);
    await world.assertBooks();
  });

  /** The policy has read the withdrawal before people approve it, and writes after them: no lock holds it. */
  async function overtaken(id: bigint, { isGuarded }: { isGuarded: boolean }): Promise<string> {
    let goOn: () => void = () => undefined;
    let begin: () => void = () => undefined;
    const peopleAreDone = new Promise<void>((resolve) => (goOn = resolve));
    const isRead = new Promise<void>((resolve) => (begin = resolve));
    const instead = (db: Queryable, query: QueryConfig) => {
      const { name, text, values } = query;
      if (name === 'withdrawals.lock') return db.query({ text: text.replace('for update', ''), values });
      if (name === 'staff.lock-subject') return Promise.resolve({ rows: [], rowCount: 0 });
      if (name === 'withdrawals.update-phase' && !isGuarded) {
        const always = text.replace('w.phase = $2', '$2::text is not null');
        return db.query({ text: always.replace('$6::text is not null', '$& on conflict do nothing'), values });
      }
      if (name !== 'withdrawals.policy-facts') return null;
      return db.query(query).then(async (answer) => {
        begin();
        await peopleAreDone;
        return answer;
      });
    };
    return broken(instead, async () => {
      const asked = policy(id);
      await isRead;
      expect(await person('finance', 'propose', id)).toBe('');
      expect(await person('approver', 'approve', id)).toBe('');
      goOn();
      return asked;
    });
  }

  it('is approved once by the database alone, without the lock', async () => {
    const id = await applied(customers[0] as TestCustomer);
    expect(await overtaken(id, { isGuarded: true })).toContain('in manual review');
    expect(await approvals(id)).toEqual({ policy: 0, people: 1 });
  });

  it('would be approved twice without lock and triggers, and is paid once even then (broken control)', async () => {
    const before = world.paid().length;
    const id = await applied(customers[1] as TestCustomer);
    const guards = [
      ['auto_approval', 'auto_approval_is_allowed'],
      ['withdrawal', 'withdrawal_moves'],
    ] as const;
    for (const [table, name] of guards) await trigger('disable', table, name);
    try {
      expect(await overtaken(id, { isGuarded: false })).toBe('');
    } finally {
      for (const [table, name] of guards) await trigger('enable', table, name);
    }
    expect(await approvals(id)).toEqual({ policy: 1, people: 1 });
    await world.mine(8);
    // That of the test before, and this one.
    expect(world.paid().slice(before)).toEqual([80_000n, 80_000n]);
    await app.owner.query({ text: 'delete from auto_approval where withdrawal_id = $1', values: [id] });
  });
});

describe(`${3 * each} withdrawals of three customers at once`, () => {
  it.each([
    ['together, by one worker', job],
    ['each by a worker of its own', alone],
  ])('fill the daily total exactly, and no customer exceeds theirs: %s', async (_, approve) => {
    const { all, most, said } = await rush(approve);
    expect(all).toBe(6);
    expect(most).toBeLessThanOrEqual(4);
    expect(said).toEqual(new Set([undefined]));
  });

  it.each([
    ['together', job],
    ['each', alone],
  ])('stay inside the totals by the lock alone, with the trigger disabled: %s', async (_, approve) => {
    await trigger('disable');
    const { all, most } = await rush(approve).finally(() => trigger('enable'));
    expect(all).toBe(6);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('stay inside the totals by the trigger alone, without the lock', async () => {
    const { all, most, said } = await broken(withoutLock, () => rush(alone));
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
    const { all } = await broken(asIfAlone, () => rush(alone)).finally(() => trigger('enable'));
    expect(all).toBe(3 * each);
  });

  it('are decided in one transaction by one worker, and one that the database refuses fails alone', async () => {
    const ids: bigint[] = [];
    for (const customer of customers) ids.push(await applied(customer), await applied(customer));
    const refused = ids[2] as bigint;
    const groups: number[] = [];
    const { transaction } = app.database;
    app.database.transaction = (inside) =>
      transaction((dbTx) => {
        const at = groups.push(0) - 1;
        return inside(
          asTransaction({
            query: ((query: QueryConfig) => {
              if (query.name !== 'withdrawals.insert-auto-approval') return dbTx.query(query);
              groups[at] = (groups[at] as number) + 1;
              return query.values?.[0] === refused ? dbTx.query({ text: 'select 1 / 0' }) : dbTx.query(query);
            }) as Queryable['query'],
          }),
        );
      });
    const said = await Promise.all(
      ids.map((id) =>
        job(id).then(
          () => '',
          (error: Error) => error.message,
        ),
      ),
    ).finally(() => {
      app.database.transaction = transaction;
    });
    expect(said).toEqual(ids.map((id) => (id === refused ? 'division by zero' : '')));
    const { rows } = await app.owner.query<{ id: bigint }>({
      text: 'select withdrawal_id as id from auto_approval where withdrawal_id = any($1) order by 1',
      values: [ids],
    });
    expect(rows.map(({ id }) => id)).toEqual(ids.filter((id) => id !== refused));
    expect(Math.max(...groups)).toBeGreaterThan(1);
  });
});
