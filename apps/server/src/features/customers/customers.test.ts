/** Proves that a customer's page shows what is the customer's and nothing of another, that each opening is in the audit log, and how the list is walked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestCustomer } from '../../testing/app.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { addMachine } from '../../testing/machines.ts';
import { startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let call: ReturnType<typeof consoleClient>['call'];
let customer: TestCustomer;
let other: TestCustomer;
beforeAll(async () => {
  world = await startWithdrawalFixture({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  app = world.app;
  [customer, other] = [await world.customer(), await world.customer()];
  for (const { account } of [customer, other])
    await addMachine(app, { machineNo: `M-${account}`, account, startTime: '2026-03-09T00:00:00Z' });
  await world.apply(customer, 'BTC', '0.1');
  await world.apply(other, 'USDT', '20');
  await app.call('supportOpen', { of: 'GENERAL', text: '何时到账？' }, { ...customer.caller, requestId: 'q' });
  await logIn();
});
afterAll(() => world.stop());

/** A session of the staff is shorter than a hold. */
async function logIn(): Promise<void> {
  ({ call } = consoleClient(app.console));
  await call('loginByPassword', { name: 'auditor', password: 'Lode@Console1' });
}

const lists = [
  'customerMachines',
  'customerMovements',
  'customerWithdrawals',
  'customerDeposits',
  'customerSessions',
  'customerNotices',
  'customerMessages',
  'customerThreads',
] as const;

const shown = async () => {
  const { rows } = await app.owner.query<{ subject: string; part: string; name: string }>({
    text: `select subject, detail->>'part' as part, staff.name from audit_log join staff on staff.id = staff_id
           where action = 'customer:show' order by audit_log.id`,
  });
  return rows;
};

describe('a customer', () => {
  it('is shown with all that is theirs', async () => {
    const { data } = await call('customer', { id: String(customer.id) });
    expect(data.customer).toMatchObject({ account: customer.account, status: 'ACTIVE', payMode: 'PREPAID_FIRST' });
    const bitcoin = data.accounts.find(({ account, coin }) => account === 'OUTPUT_ACCOUNT' && coin === 'BTC');
    expect(bitcoin).toMatchObject({ available: '0.90000000', frozen: '0.10000000', total: '1.00000000' });
    expect(data.counts).toMatchObject({ machines: 1, withdrawals: 1, openWithdrawals: 1, deposits: 0, threads: 1 });
    expect(data.openWithdrawals).toEqual([{ coin: 'BTC', amount: '0.10000000' }]);
    expect(data.machines).toMatchObject([{ machineNo: `M-${customer.account}` }]);
    expect(data.withdrawals).toMatchObject([{ coin: 'BTC', amount: '0.10000000', phase: 'AWAITING_APPROVAL' }]);
    expect(data.movements[0]).toMatchObject({ title: '提现', amount: '-0.10000000', balanceAfter: '0.90000000' });
    expect(data.sessions).toMatchObject([{ endedAt: null }]);
    expect(data.addresses.map(({ network }) => network).sort()).toEqual(['BITCOIN', 'ERC20']);
    expect(data.holds).toEqual([]);
    expect(data.latest).toBeNull();
    expect(JSON.stringify(data)).not.toContain(other.account);
  });

  it('is shown with what holds withdrawals, and until when', async () => {
    const held = await world.customer();
    await app.owner.query({
      text: `insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'a deposit vanished', $2)`,
      values: [held.id, app.clock.now()],
    });
    await app.owner.query({
      text: 'update customer set password_changed_at = $2 where id = $1',
      values: [held.id, app.clock.now()],
    });
    const { data } = await call('customer', { id: String(held.id) });
    const until = new Date(app.clock.now().getTime() + 24 * 3_600_000).toISOString();
    expect(data.holds).toEqual([
      { reason: 'FROZEN', until: null, about: 'a deposit vanished' },
      { reason: 'PASSWORD_CHANGED', until, about: null },
    ]);
    app.clock.advance({ hours: 24 });
    await logIn();
    expect((await call('customer', { id: String(held.id) })).data.holds).toMatchObject([{ reason: 'FROZEN' }]);
  });

  it('has lists of its own, and none of another', async () => {
    for (const name of lists) {
      const { code, data } = await call(name, { id: String(customer.id) });
      expect(code, name).toBe(200);
      expect(data.nextCursor, name).toBeNull();
      expect(JSON.stringify(data), name).not.toContain(other.account);
    }
    const of = async (name: (typeof lists)[number]) => (await call(name, { id: String(customer.id) })).data.records;
    expect(await of('customerThreads')).toMatchObject([{ title: '一般咨询', status: 'WAITING' }]);
    expect(await of('customerWithdrawals')).toHaveLength(1);
    expect((await of('customerMovements')).length).toBeGreaterThan(1);
  });

  it('that does not exist is none, for each call, and leaves no line', async () => {
    const before = await shown();
    for (const name of ['customer', ...lists] as const)
      for (const id of ['999999999', 'x', '0', '9'.repeat(30)])
        expect((await call(name, { id })).status, name).toBe(404);
    expect(await shown()).toEqual(before);
  });
});

it('puts each opening into the audit log, of the page and of each list, whatever the cursor', async () => {
  const before = (await shown()).length;
  const id = String(customer.id);
  await call('customer', { id });
  for (const name of lists) await call(name, { id });
  const { data } = await call('customerMovements', { id });
  const cursor = Buffer.from(data.records[0]?.id.replace('-', ' ') ?? '').toString('base64url');
  const behind = await call('customerMovements', { id, cursor });
  expect(behind.data.records).toEqual(data.records.slice(1));
  const rows = (await shown()).slice(before);
  expect(rows.map(({ part }) => part)).toEqual([
    'page',
    ...lists.map((name) => name.replace('customer', '').toLowerCase()),
    'movements',
    'movements',
  ]);
  for (const row of rows) expect(row).toMatchObject({ subject: `customer ${id}`, name: 'auditor' });
});

async function walk(input: object): Promise<string[]> {
  const walked: string[] = [];
  const list = (cursor: string) => call('customerList', { ...input, ...(cursor && { cursor }) });
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data }: Awaited<ReturnType<typeof list>> = await list(cursor);
    walked.push(...data.records.map(({ id }) => id));
    expect(data.records.length).toBeLessThanOrEqual(50);
    cursor = data.nextCursor;
  }
  return walked;
}

describe('the list', () => {
  it('shows no whole contact, and filters by status, tag, debt and freeze', async () => {
    const { data } = await call('customerList');
    expect(data.records.map(({ id }) => id)).toEqual(expect.arrayContaining([String(customer.id), String(other.id)]));
    expect(JSON.stringify(data)).not.toContain(customer.account);
    await app.owner.query({ text: `update customer set tags = '{vip}' where id = $1`, values: [other.id] });
    await app.owner.query({ text: `update customer set status = 'DISABLED' where id = $1`, values: [customer.id] });
    const ids = async (input: object) => (await call('customerList', input)).data.records.map(({ id }) => id);
    expect(await ids({ tag: 'vip' })).toEqual([String(other.id)]);
    expect(await ids({ status: 'DISABLED' })).toEqual([String(customer.id)]);
    expect(await ids({ state: 'OWING' })).toEqual([]);
    const [frozen] = await ids({ state: 'FROZEN' });
    expect((await call('customer', { id: frozen ?? '' })).data.holds[0]?.reason).toBe('FROZEN');
    await app.owner.query({ text: `update customer set status = 'ACTIVE' where id = $1`, values: [customer.id] });
  });

  it('puts each part of a search into the audit log, with what was asked for, and each further part of all', async () => {
    await call('customerList');
    await call('customerList', { sort: 'ACCOUNT' });
    await call('customerList', { tag: 'vip', state: 'OWING', sort: 'OLDEST' });
    const cursor = Buffer.from(String(customer.id)).toString('base64url');
    await call('customerList', { tag: 'vip', cursor });
    await call('customerList', { cursor, sort: 'OLDEST' });
    const { rows } = await app.owner.query({
      text: `select staff.name, detail - 'session' - 'origin' as detail from audit_log join staff on staff.id = staff_id
             where action = 'customer:search' order by audit_log.id desc limit 3`,
    });
    // A cursor that the server never gave hides no search.
    expect(rows).toEqual([
      { name: 'auditor', detail: {} },
      { name: 'auditor', detail: { tag: 'vip' } },
      { name: 'auditor', detail: { tag: 'vip', state: 'OWING' } },
    ]);
  });

  it('finds the number of an account, which the audit log says, also of one that no customer has', async () => {
    const before = (await shown()).length;
    expect((await call('findCustomer', { account: ` ${customer.account} ` })).data).toEqual({
      id: String(customer.id),
    });
    expect((await shown()).slice(before)).toEqual([
      { subject: `customer ${customer.id}`, part: 'number', name: 'auditor' },
    ]);
    expect((await call('findCustomer', { account: '13000000000' })).data).toBeNull();
    const { rows } = await app.owner.query({
      text: `select subject, reason, detail - 'session' - 'origin' as detail from audit_log
             where action = 'customer:search' order by id desc limit 1`,
    });
    expect(rows).toEqual([{ subject: 'customers', reason: 'console', detail: { account: '13000000000', found: 0 } }]);
  });

  it('is walked whole by its cursor in each order', async () => {
    await app.owner.query({
      text: `insert into customer (account, created_at) select 'c' || lpad((n * 37 % 101)::text, 3, '0') || '@example.com', $1 from generate_series(1, 100) n`,
      values: [app.clock.now()],
    });
    const { rows } = await app.owner.query<{ id: bigint }>({ text: 'select id from customer order by account' });
    const byAccount = rows.map(({ id }) => String(id));
    const byId = byAccount.toSorted((a, b) => Number(BigInt(a) - BigInt(b)));
    expect(await walk({ sort: 'OLDEST' })).toEqual(byId);
    expect(await walk({ sort: 'NEWEST' })).toEqual(byId.toReversed());
    expect(await walk({ sort: 'ACCOUNT' })).toEqual(byAccount);
    expect((await call('customerList', { cursor: 'x' })).code).toBe(400);
  });

  it('is walked whole with each set of filters in each order', async () => {
    await app.owner.query({
      text: `update customer set tags = case when id % 4 > 0 then '{often,twice}'::text[] else '{}' end,
               status = case when id % 3 = 0 then 'DISABLED' else 'ACTIVE' end
             where account like 'c___@example.com'`,
    });
    await app.owner.query({
      text: `update customer set tags = '{twice}' where id % 4 = 1 and account like 'c___@example.com'`,
    });
    await app.owner.query({ text: `update customer set tags = '{often,often}' where account = 'c001@example.com'` });
    await app.owner.transaction(async (dbTx) => {
      for (const text of [
        'alter table customer_freeze disable trigger user',
        'alter table electricity_charge disable trigger user',
        'alter table electricity_charge enable trigger electricity_charge_may_be_owed',
        `insert into customer_freeze (customer_id, reason, frozen_at) select id, 'test', now() from customer cross join (values (1), (2)) twice
         where id % 5 > 1`,
        `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, owed)
         select machine.id, '2020-01-01'::date + customer.id::int * 2 + n, customer.id, machine_no, machine.coin, 86400, 1975, 0.05, 5, 5
         from customer cross join generate_series(0, 1) n cross join (select * from machine order by id limit 1) machine where customer.id % 5 > 0`,
        'alter table customer_freeze enable trigger user',
        'alter table electricity_charge enable trigger user',
      ])
        await dbTx.query({ text });
    });
    const orders = { NEWEST: 'id desc', OLDEST: 'id', ACCOUNT: 'account' };
    const states = {
      OWING: 'id in (select customer_id from owed_fees)',
      FROZEN: 'id in (select customer_id from customer_freeze where lifted_at is null)',
    };
    for (const [sort, order] of Object.entries(orders))
      for (const tag of [undefined, 'often'])
        for (const status of [undefined, 'ACTIVE', 'DISABLED'])
          for (const [state, isIn] of [[undefined, 'true'] as const, ...Object.entries(states)]) {
            const { rows } = await app.owner.query<{ id: bigint }>({
              text: `select id from customer where ($1::text is null or $1 = any (tags)) and ($2::text is null or status = $2) and ${isIn} order by ${order}`,
              values: [tag ?? null, status ?? null],
            });
            const input = { sort, ...(tag && { tag }), ...(status && { status }), ...(state && { state }) };
            expect(rows.length, JSON.stringify(input)).toBeGreaterThan(5);
            expect(await walk(input), JSON.stringify(input)).toEqual(rows.map(({ id }) => String(id)));
          }
  });

  it('is walked along the accounts where too many have a tag to sort them', async () => {
    await app.owner.query({
      text: `insert into customer (account, tags, created_at) select 'd' || lpad((n * 37 % 5101)::text, 4, '0') || '@example.com', '{many}', $1
             from generate_series(1, 5100) n`,
      values: [app.clock.now()],
    });
    const { rows } = await app.owner.query<{ id: bigint }>({
      text: `select id from customer where tags @> '{many}' order by account limit 50`,
    });
    const { data } = await call('customerList', { tag: 'many', sort: 'ACCOUNT' });
    expect(data.records.map(({ id }) => id)).toEqual(rows.map(({ id }) => String(id)));
  });
});
