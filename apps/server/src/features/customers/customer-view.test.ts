/** Proves that the staff sees what the customer's own calls answer, masked, with a reason in the audit log, and can write nothing by it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestCustomer, testFundsPassword } from '../../testing/app.ts';
import { as } from '../../testing/caller-role.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { addMachine } from '../../testing/machines.ts';
import { type RecordedOutput, recordDay } from '../../testing/recorded-days.ts';
import { startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';
import { readWithoutWriting } from './customer-view.store.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let call: ReturnType<typeof consoleClient>['call'];
let customer: TestCustomer;
let other: TestCustomer;
beforeAll(async () => {
  world = await startWithdrawalFixture({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  app = world.app;
  [customer, other] = [await world.customer(), await world.customer()];
  const outputs: RecordedOutput[] = [];
  for (const { id, account } of [customer, other]) {
    for (const n of [1, 2]) {
      const machineNo = `M${n}-${account}`;
      const machineId = await addMachine(app, { machineNo, account, startTime: '2026-03-09T00:00:00Z' });
      outputs.push({ machineId, customerId: id, net: 1000n * BigInt(n) });
    }
    const said = [1, 2].map((n) => ({ customerId: id, key: `said${n}`, text: `${account} ${n}`, at: app.clock.now() }));
    await as('staff', () =>
      app.slices.inbox.postMessages(app.database, { kind: 'SUPPORT', isAlwaysSent: false }, said),
    );
  }
  await recordDay(app.owner, '2026-03-09', { outputs });
  await app.owner.query({
    text: `insert into setting (key, value, effective_from, changed_by, reason, version)
           values ('coin-up.open', 'true', $1, 'test', 'test', 2)`,
    values: [app.clock.now()],
  });
  for (const amount of ['0.01', '0.02']) {
    const caller = { ...customer.caller, requestId: `subscribe-${amount}` };
    const order = { coin: 'BTC', amount, password: testFundsPassword, confirm: false } as const;
    expect((await app.call('coinUpSubscribe', order, caller)).code).toBe(200);
  }
  await world.apply(customer, 'BTC', '0.1');
  await world.apply(customer, 'USDT', '20');
  await world.apply(other, 'USDT', '20');
  ({ call } = consoleClient(app.console));
  await call('loginByPassword', { name: 'support', password: 'Lode@Console1' });
});
afterAll(() => world.stop());

type ListedCall = 'billPage' | 'machinePage' | 'withdrawPage' | 'outputPage' | 'coinUpPage' | 'messagePage';
const views = [
  'viewHome',
  'viewAssets',
  'viewBill',
  'viewBillMonth',
  'viewMachines',
  'viewOutputs',
  'viewCoinUp',
  'viewCoinUpRecords',
  'viewWithdrawals',
  'viewMessages',
] as const;
/** They name the machines, whose numbers hold the account here. */
const namingMachines: readonly string[] = ['viewMachines', 'viewOutputs', 'viewMessages'];
const reason = '客户来电：余额与昨天不同';
const asked = (extra: object = {}) => ({ id: String(customer.id), reason, ...extra });

const opened = async () => {
  const { rows } = await app.owner.query({
    text: `select subject, reason, detail->>'part' as part, staff.name from audit_log join staff on staff.id = staff_id
           where action = 'customer:view' order by audit_log.id`,
  });
  return rows;
};

describe('what a customer sees', () => {
  it('is what the customer is answered, call by call', async () => {
    const own = async (name: 'indexInfo' | 'electricityReminder' | 'billMonth', input = {}) =>
      (await app.call(name, input, customer.caller)).data;
    const listed = async (name: ListedCall, input = {}) => {
      const { records, nextCursor } = (await app.call(name, input, customer.caller)).data;
      expect(records.length, name).toBeGreaterThan(1);
      return { records, nextCursor };
    };
    const home = await own('indexInfo');
    expect((await call('viewHome', asked())).data).toEqual({
      account: `${customer.account.slice(0, 3)}****${customer.account.slice(-2)}`,
      status: 'ACTIVE',
      home,
      reminder: await own('electricityReminder'),
    });
    expect((await call('viewAssets', asked())).data).toEqual((home as { assetsInfo: unknown }).assetsInfo);
    expect((await call('viewBill', asked())).data).toEqual(await listed('billPage'));
    expect((await call('viewBillMonth', asked())).data).toEqual(await own('billMonth'));
    expect((await call('viewMachines', asked())).data).toEqual(await listed('machinePage', { sort: 'ATTENTION' }));
    expect((await call('viewWithdrawals', asked())).data).toEqual(await listed('withdrawPage'));
    expect((await call('viewOutputs', asked())).data).toEqual(await listed('outputPage'));
    expect((await call('viewCoinUpRecords', asked())).data).toEqual(await listed('coinUpPage'));
    expect((await call('viewMessages', asked())).data).toEqual(await listed('messagePage'));
    const coins = await Promise.all(
      (['BTC', 'USDT'] as const).map(async (coin) => (await app.call('coinUpDetail', { coin }, customer.caller)).data),
    );
    expect(coins.map(({ principal }) => /[1-9]/.test(principal))).toEqual([true, false]);
    expect((await call('viewCoinUp', asked())).data).toEqual({ coins });
  });

  it('leaves the messages unread', async () => {
    await call('viewMessages', asked());
    const { records } = (await app.call('messagePage', {}, customer.caller)).data;
    expect(records.every(({ isRead }) => !isRead)).toBe(true);
  });

  it('of an earlier month, and behind a cursor, is the customer’s too', async () => {
    const month = '2026-02';
    expect((await call('viewBill', asked({ month }))).data.records).toEqual([]);
    expect((await call('viewBillMonth', asked({ month }))).data.month).toBe(month);
    const [first] = (await call('viewWithdrawals', asked())).data.records;
    const cursor = Buffer.from(first?.id ?? '').toString('base64url');
    const behind = await call('viewWithdrawals', asked({ cursor }));
    expect(behind.data.records.map(({ coin }) => coin)).toEqual(['BTC']);
    expect((await call('viewWithdrawals', asked({ cursor: 'x' }))).code).toBe(400);
  });

  it('holds no whole account, no secret, and nothing of another', async () => {
    for (const name of views) {
      const text = JSON.stringify((await call(name, asked())).data);
      expect(text, name).not.toContain(other.account);
      if (!namingMachines.includes(name)) expect(text, name).not.toContain(customer.account);
      expect(text, name).not.toMatch(/password|token|secret|hash"/i);
    }
  });

  it('is opened with a reason, which stands in the audit log for each part', async () => {
    const before = (await opened()).length;
    for (const name of views) await call(name, asked());
    const rows = (await opened()).slice(before);
    expect(rows.map(({ part }) => part)).toEqual([
      'home',
      'assets',
      'bill',
      'bill',
      'machines',
      'outputs',
      'coin-up',
      'coin-up',
      'withdrawals',
      'messages',
    ]);
    for (const row of rows) expect(row).toMatchObject({ subject: `customer ${customer.id}`, reason, name: 'support' });
    for (const name of views)
      for (const bad of ['', '   ', 'a\nb', 'x'.repeat(501)])
        expect((await call(name, asked({ reason: bad }))).code, name).toBe(400);
    for (const name of views)
      for (const id of ['999999999', 'x', '0']) expect((await call(name, asked({ id }))).status, name).toBe(404);
    expect((await opened()).length).toBe(before + views.length);
  });

  it('of a customer who cannot log in says so', async () => {
    const set = (status: string) =>
      app.owner.query({ text: 'update customer set status = $2 where id = $1', values: [customer.id, status] });
    await set('DISABLED');
    expect((await call('viewHome', asked())).data.status).toBe('DISABLED');
    await set('ACTIVE');
  });
});

describe('a reading', () => {
  it('can write nothing, and cannot take that back', async () => {
    const writing = readWithoutWriting(app.database, (db) =>
      db.query({ text: `update customer set nickname = 'x' where id = $1`, values: [customer.id] }),
    );
    await expect(writing).rejects.toThrow('read-only transaction');
    const takingBack = readWithoutWriting(app.database, (db) => db.query({ text: 'set transaction read write' }));
    await expect(takingBack).rejects.toThrow('read-write mode');
  });

  it('that fails leaves no part of it a connection to go on with', async () => {
    let goOn = (): void => undefined;
    const failed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const parts: Promise<unknown>[] = [];
    const failing = readWithoutWriting(app.owner, (db) => {
      const late = failed.then(() =>
        db.query({ text: `update customer set nickname = 'late' where id = $1`, values: [customer.id] }),
      );
      parts.push(late);
      return Promise.all([db.query({ text: 'select 1 / 0' }), late]);
    });
    await expect(failing).rejects.toThrow('division by zero');
    goOn();
    await expect(Promise.all(parts)).rejects.toThrow('this view is over');
    expect((await call('viewHome', asked())).code).toBe(200);
    const { rows } = await app.owner.query({ text: `select from customer where nickname = 'late'` });
    expect(rows).toEqual([]);
  });

  it('makes no session of the customer', async () => {
    const count = async () =>
      (
        await app.owner.query<{ count: bigint }>({
          text: 'select count(*) from session where customer_id = $1',
          values: [customer.id],
        })
      ).rows[0]?.count;
    const before = await count();
    for (const name of views) await call(name, asked());
    expect(await count()).toBe(before);
  });
});
