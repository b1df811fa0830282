// What does not go on by itself stands in the queue from when it stops until a person has ended it, for those who can act on it; a read
// that fails takes its own kinds with it and nothing else.

import { ScriptedChain } from '@lode/chain/testing';
import { maskAccount } from '@lode/contract';
import { customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StaffRole, staffRoles } from '../../platform/staff/authority.ts';
import type { TestApp } from '../../testing/app.ts';
import { needed, startDepositFixture } from '../../testing/arrival-fixture.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { startPayoutFixture } from '../../testing/payout-fixture.ts';
import { recordDay } from '../../testing/recorded-days.ts';
import { testNodes } from '../../testing/test-nodes.ts';
import { itemOf, type WorkKind } from './work-item.ts';
import { readSources } from './work-queue.slice.ts';

const btc = 100_000_000n;
const names = ['support', 'operations', 'finance', 'approver', 'admin', 'auditor'] as const;
type Name = (typeof names)[number];

/** Each member logs in once, until time has passed. */
function staffOf(app: TestApp) {
  let clients = new Map<Name, ReturnType<typeof consoleClient>>();
  const by = async (name: Name) => {
    const known = clients.get(name);
    if (known) return known;
    const client = consoleClient(app.console, { ip: `203.0.113.${names.indexOf(name) + 1}` });
    await client.call('loginByPassword', { name, password: 'Lode@Console1' });
    clients.set(name, client);
    return client;
  };
  const queue = async (name: Name = 'finance') => (await (await by(name)).call('workQueue')).data;
  return {
    by,
    queue,
    later(time: { minutes?: number; hours?: number }) {
      app.clock.advance(time);
      clients = new Map();
    },
    of: async (kind: WorkKind, name?: Name) => (await queue(name)).items.filter((item) => item.kind === kind),
    /** Every role sees it; whose step it is. */
    async rolesOf(kind: WorkKind): Promise<string[]> {
      const mine: string[] = [];
      for (const name of names) {
        const [item] = (await queue(name)).items.filter((one) => one.kind === kind);
        expect(item, `${kind} for ${name}`).toBeDefined();
        if (item?.isMine) mine.push(name);
      }
      return mine;
    },
    /** FINANCE proposes, APPROVER approves. */
    async byTwo(action: 'deposit:settle' | 'customer:unfreeze', options: Record<string, string>) {
      const { data } = await (await by('finance')).call('propose', { action, options, reason: 'r' });
      return (await (await by('approver')).call('approveProposal', { id: data.id })).code;
    },
  };
}

describe('beside deposits, jobs and books', () => {
  let world: Awaited<ReturnType<typeof startDepositFixture>>;
  let staff: ReturnType<typeof staffOf>;
  const sql = (text: string, values: unknown[] = []) => world.app.owner.query({ text, values });
  beforeAll(async () => {
    world = await startDepositFixture({ env: { CONSOLE_ORIGIN: consoleOrigin } });
    await addStaff(world.app);
    staff = staffOf(world.app);
    await sql(
      `insert into reference_price (coin, date, usdt, source, created_at) values ('BTC', '2026-03-08', 9000000000, 'test', now()), ('BTC', '2026-03-07', 1, 'test', now())`,
    );
  });
  afterAll(() => world.app.stop());

  it('a deposit that a reorganisation removed waits until it is settled, then until the freeze is lifted', async () => {
    const customer = await world.addCustomer();
    const tx = world.pay({ key: customer.key, amount: btc });
    world.mine(needed);
    await world.look();
    expect(await staff.of('DEPOSIT')).toEqual([]);
    world.blocks.reorganise(
      needed,
      Array.from({ length: needed + 1 }, () => []),
    );
    world.blocks.mempool.clear();
    await world.look();
    const [removed, ...others] = await staff.of('DEPOSIT');
    expect(removed).toMatchObject({
      title: tx.txid,
      detail: 'REMOVED',
      account: maskAccount(customer.account),
      coin: 'BTC',
      amount: '1.00000000',
      usdt: '9000.000000',
      since: world.app.clock.now().toISOString(),
    });
    expect(others).toEqual([]);
    expect((await staff.queue()).prices).toEqual([{ coin: 'BTC', date: '2026-03-08', price: '9000.000000' }]);
    // Once: SUSPENSE has its amount, and is not to be explained.
    expect(await staff.of('SUSPENSE')).toEqual([]);
    expect(await staff.rolesOf('DEPOSIT')).toEqual(['finance']);

    expect(await staff.byTwo('deposit:settle', { id: removed?.id ?? '' })).toBe(200);
    expect(await staff.of('DEPOSIT')).toMatchObject([{ id: removed?.id, detail: 'FROZEN', amount: null }]);
    expect(await staff.byTwo('customer:unfreeze', { id: String(customer.id) })).toBe(200);
    expect(await staff.of('DEPOSIT')).toEqual([]);
  });

  it('a large deposit waits while the second node does not confirm it; one below the minimum or not final does not', async () => {
    const [large, small] = [await world.addCustomer(), await world.addCustomer()];
    world.pay({ key: large.key, amount: 30n * btc }, { key: small.key, amount: 5_000n });
    world.mine(6);
    world.pay({ key: small.key, amount: btc });
    world.mine();
    const watcherWith = (second: ScriptedChain) =>
      world.watcher(undefined, undefined, {
        isDemo: false,
        nodes: testNodes({ BITCOIN: world.chain }, { needed, depth: 12, second: { BITCOIN: second } }),
      });
    await watcherWith(new ScriptedChain())(world.app.clock.now());
    expect(await staff.of('DEPOSIT')).toMatchObject([
      {
        detail: 'SECOND_NODE',
        isMine: false,
        account: maskAccount(large.account),
        amount: '30.00000000',
        usdt: '270000.000000',
      },
    ]);
    await watcherWith(world.chain)(world.app.clock.now());
    expect(await staff.of('DEPOSIT')).toEqual([]);
  });

  it('what chain and books differ by waits since the first comparison in a row, and one without an answer ends nothing', async () => {
    const found = (minutes: number, ledger: number | null, chain: number | null, unknown: string | null = null) =>
      sql(
        `insert into custody_comparison (coin, compared_at, ledger, chain, unknown) values ('BTC', $1::timestamptz + make_interval(mins => $2), $3, $4, $5)`,
        [world.app.clock.now(), minutes, ledger, chain, unknown],
      );
    await found(-300, 90, 100);
    await found(-240, 100, 100);
    expect(await staff.of('DIFFERENCE')).toEqual([]);
    await found(-180, 100, 90);
    await found(-120, 100, 95);
    await found(-60, null, null, 'the node does not answer');
    staff.later({ minutes: 1 });
    const since = new Date(world.app.clock.now().getTime() - 181 * 60_000).toISOString();
    expect(await staff.of('DIFFERENCE')).toMatchObject([
      { id: 'CHAIN.BTC', title: 'BTC', detail: 'CHAIN', amount: '0.00000005', usdt: '0.000450', since },
    ]);
    expect(await staff.rolesOf('DIFFERENCE')).toEqual(['finance']);
    await found(0, 100, 100);
    staff.later({ minutes: 1 });
    expect(await staff.of('DIFFERENCE')).toEqual([]);
  });

  it('what pools and books differ by waits while no day is being posted, and ends with a posting', async () => {
    const { id } = await world.addCustomer();
    await recordDay(world.app.owner, '2026-03-02', {
      outputs: [{ machineId: 1n, customerId: id, coin: 'BTC', net: 1000n }],
    });
    const tieOut = { lines: [{ name: 'outputs', coin: 'BTC', expected: '1000', posted: '1000' }] };
    await sql(
      `insert into day_close_batch (kind, date, stage, batch, first_customer, last_customer, finished_at, result)
       values ('mining', '2026-03-02', 'tie-out', 0, 1, 9, now(), $1)`,
      [JSON.stringify(tieOut)],
    );
    staff.later({ minutes: 1 });
    // The day is closed and nothing was posted.
    expect(await staff.of('DIFFERENCE')).toMatchObject([{ id: 'POOL.BTC', detail: 'POOL', amount: '-0.00001000' }]);
    await recordDay(world.app.owner, '2026-03-03', { isClosed: false });
    staff.later({ minutes: 1 });
    expect(await staff.of('DIFFERENCE')).toEqual([]);
    await sql(
      `update day_close set closed_at = now(), seal = '\\x${'00'.repeat(32)}', tie_out = '[]' where date = '2026-03-03'`,
    );
    await postTransfer(world.app.database, {
      key: 'output:1',
      input: null,
      kind: 'test',
      businessDate: '2026-03-10',
      postedAt: world.app.clock.now(),
      postings: [
        {
          from: houseAccount('MINING_RECEIVABLE', 'BTC'),
          to: customerAccount(id, 'OUTPUT_ACCOUNT', 'BTC'),
          type: 'MINING_OUTPUT',
          amount: 1000n,
          date: '2026-03-02',
        },
      ],
    });
    staff.later({ minutes: 1 });
    expect(await staff.of('DIFFERENCE')).toEqual([]);
  });

  it('a job that is given up waits until it begins anew', async () => {
    const { rows } = await world.app.owner.query<{ id: string }>({
      text: `select id::text from graphile_worker.add_job('withdrawal-broadcast', '{"id":"7"}'::json, max_attempts := 3)`,
    });
    const id = rows[0]?.id ?? '';
    expect(await staff.of('FAILED_JOB')).toEqual([]);
    await sql(
      `update graphile_worker._private_jobs set attempts = 3, last_error = 'refused for 13800001234', updated_at = now() - interval '2 hours' where id = $1`,
      [id],
    );
    const [job] = await staff.of('FAILED_JOB');
    expect(job).toMatchObject({
      id,
      title: 'withdrawal-broadcast',
      subject: 'withdrawal 7',
      detail: 'refused for 138****34',
      count: 3,
    });
    const hours = (world.app.clock.now().getTime() - Date.parse(job?.since ?? '')) / 3_600_000;
    expect(hours).toBeCloseTo(2, 1);
    expect(await staff.rolesOf('FAILED_JOB')).toEqual(['finance', 'approver']);
    const finance = await staff.by('finance');
    expect((await finance.call('retryJob', { id, reason: 'r' })).code).toBe(200);
    expect(await staff.of('FAILED_JOB')).toEqual([]);
  });

  it('a day that a person ordered and that broke waits until it is ordered again, or closed', async () => {
    const ordered = (date: string, outcome: string | null) =>
      sql(
        `insert into day_close_order (kind, date, work, ordered_by, ordered_at, ended_at, outcome, findings)
         select 'mining', $1, 'CLOSE', id, $2::timestamptz, case when $3::text is null then null else $2::timestamptz end, $3,
           case when $3::text is null then null else '[]'::jsonb end from staff where name = 'finance'`,
        [date, world.app.clock.now(), outcome],
      );
    await ordered('2026-03-08', 'FAILED');
    // Closed since then.
    await ordered('2026-03-02', 'FAILED');
    await ordered('2026-03-07', 'REFUSED');
    const [order, ...others] = await staff.of('FAILED_ORDER');
    expect(others).toEqual([]);
    expect(order).toMatchObject({ title: 'mining', detail: 'CLOSE', day: '2026-03-08', by: 'finance' });
    expect(await staff.rolesOf('FAILED_ORDER')).toEqual(['finance']);
    await ordered('2026-03-08', null);
    expect(await staff.of('FAILED_ORDER')).toEqual([]);
  });
});

describe('a payment', () => {
  let world: Awaited<ReturnType<typeof startPayoutFixture>>;
  beforeAll(async () => {
    world = await startPayoutFixture({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  });
  afterAll(() => world.stop());

  it('that no block takes waits until one has it', async () => {
    const staff = staffOf(world.app);
    const customer = await world.customer();
    const id = await world.approved(customer, '0.05');
    for (let round = 0; round < 4; round += 1) await world.tick();
    staff.later({ minutes: 59 });
    expect(await staff.of('STUCK_PAYMENT')).toEqual([]);
    staff.later({ minutes: 2 });
    expect(await staff.of('STUCK_PAYMENT')).toMatchObject([
      { id, detail: 'UNCONFIRMED', account: maskAccount(customer.account), amount: '0.05000000', usdt: null },
    ]);
    expect(await staff.rolesOf('STUCK_PAYMENT')).toEqual(['finance']);
    await world.mine(needed);
    expect(await staff.of('STUCK_PAYMENT')).toEqual([]);
  });
});

describe('a read that fails', () => {
  const item = (kind: WorkKind, role: StaffRole = 'FINANCE') =>
    itemOf(role, kind, { id: '1', title: '', at: new Date(0) });
  const given = (kind: WorkKind) => ({ kinds: [kind], read: async () => [item(kind)] });
  const failing = (...kinds: WorkKind[]) => ({ kinds, read: () => Promise.reject(new Error('canceled')) });

  it('is named, logged, and hides no other kind', async () => {
    const logged: object[] = [];
    const sources = [failing('PROPOSE_WITHDRAWAL', 'APPROVE_WITHDRAWAL'), given('DEPOSIT'), given('DAY')];
    const { drafts, failed } = await readSources(sources, { error: (line) => logged.push(line) });
    expect(drafts.map(({ kind }) => kind)).toEqual(['DEPOSIT', 'DAY']);
    expect(failed).toEqual(['PROPOSE_WITHDRAWAL', 'APPROVE_WITHDRAWAL']);
    expect(logged).toMatchObject([{ event: 'work-queue.read-failed' }]);
  });

  it('is an error of the page where no other answers', async () => {
    await expect(readSources([failing('DAY'), failing('PRICE')], { error: () => undefined })).rejects.toThrow(
      'canceled',
    );
  });

  it('leaves every step to the roles of its kind', () => {
    const mine = (kind: WorkKind) => staffRoles.filter((role) => item(kind, role).isMine);
    expect(mine('DEPOSIT')).toEqual(['FINANCE']);
    expect(mine('ARREARS')).toEqual(['SUPPORT']);
    expect(mine('THREAD')).toEqual([]);
  });
});
