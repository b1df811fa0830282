/** Proves that an event of a customer is one message, read by its owner alone, and sent once by what the owner chose. */
import { maskAccount } from '@lode/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp, TestCustomer } from '../../testing/app.ts';
import { as } from '../../testing/caller-role.ts';
import { runCommandWith } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';
import { startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';
import { deliverMessages, deliverMessagesJob, mostADay, mostKept } from './inbox.jobs.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: TestApp;
let customer: TestCustomer;

beforeAll(async () => {
  world = await startWithdrawalFixture();
  app = world.app;
});
afterAll(() => world.stop());
beforeEach(async () => {
  app.clock.advance({ hours: 25 });
  customer = await world.customer();
});

const page = (input = {}, of = customer) => app.data('messagePage', input, of.caller);
const texts = async (input = {}) => (await page(input)).records.map(({ text }) => text);
const unread = async () => (await app.data('indexInfo', {}, customer.caller)).unreadMessages;
const choose = (kind: 'DEPOSIT' | 'WITHDRAWAL', sms: boolean) =>
  app.data('setMessageSetting', { kind, sms, mail: false }, customer.caller);
const sentTo = async ({ account }: TestCustomer) =>
  (await app.notices()).filter(({ to }) => to === account).map(({ text }) => text);
const post = (key: string, text: string, { id } = customer) =>
  as('worker', () =>
    app.slices.inbox.postMessages(app.database, { kind: 'DEPOSIT', isAlwaysSent: false }, [
      { customerId: id, key, text, at: app.clock.now(), target: { of: 'DEPOSIT', id: 7n } },
    ]),
  );

describe('messages', () => {
  it('follow a withdrawal step by step and lead to it [call:GET /api/user/message/page]', async () => {
    const { id } = await world.applied(customer, 'BTC', '0.1');
    await world.propose(id);
    await world.approve(id);
    // The screening is still to come, and may refuse it.
    expect(await texts({ kind: 'WITHDRAWAL' })).toHaveLength(1);
    await app.owner.query({
      text: `insert into withdrawal_step (withdrawal_id, step, at) values ($1, 'KYT', $2)`,
      values: [id, app.clock.now()],
    });
    const { records } = await page({ kind: 'WITHDRAWAL' });
    expect(records.map(({ text }) => text)).toEqual([
      '提现 0.10000000 BTC 已审核通过。',
      expect.stringMatching(/^申请提现 0\.10000000 BTC（地址尾号 \w{6}）。$/),
    ]);
    expect(records.map(({ target }) => target)).toEqual([
      { of: 'WITHDRAWAL', id },
      { of: 'WITHDRAWAL', id },
    ]);
    expect((await texts({ kind: 'SECURITY' }))[0]).toMatch(/^新设备登录：device。非本人操作/);
  });

  it('are read one by one, or up to the newest that was seen [call:POST /api/user/message/read] [call:POST /api/user/message/read-all]', async () => {
    for (const n of [1, 2, 3]) await post(`test:${n}`, `第 ${n} 条`);
    const { records, nextCursor } = await page({ size: 2, kind: 'DEPOSIT' });
    expect(records.map(({ text }) => text)).toEqual(['第 3 条', '第 2 条']);
    expect((await page({ size: 2, kind: 'DEPOSIT', cursor: nextCursor })).records).toMatchObject([{ text: '第 1 条' }]);
    const before = await unread();
    const [newest, second] = records.map(({ id }) => ({ id }));
    for (const _ of ['first', 'again'])
      expect(await app.data('readMessage', second as { id: string }, customer.caller)).toEqual({ unread: before - 1 });
    const upTo = { upTo: second?.id as string };
    expect(await app.data('readAllMessages', upTo, customer.caller)).toEqual({ unread: 1 });
    expect((await page()).records.find(({ isRead }) => !isRead)).toMatchObject(newest as { id: string });
    // To another customer they do not exist.
    const stranger = (await world.customer()).caller;
    expect(await app.call('readMessage', newest as { id: string }, stranger)).toMatchObject({ code: 404 });
    expect(await app.call('readAllMessages', upTo, stranger)).toMatchObject({ code: 404 });
    expect(await unread()).toBe(1);
  });

  it('of one key are one', async () => {
    expect([await post('test:once', 'a'), await post('test:once', 'a')]).toEqual([1, 0]);
    expect(await texts({ kind: 'DEPOSIT' })).toEqual(['a']);
  });

  it('tell of machines that stopped, unless their owner stopped them', async () => {
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) {
      const machineNo = `${name}-${customer.account}`;
      ids.push(String(await addMachine(app, { machineNo, account: customer.account })));
    }
    await app.owner.query({
      text: `update machine set status = 'RUNNING' where customer_id = $1`,
      values: [customer.id],
    });
    const log = async (places: number[], status: string, by: string, reason: string) => {
      await app.owner.query({
        text: 'update machine_status_period set ended_at = $2 where machine_id = any($1) and ended_at is null',
        values: [places.map((place) => ids[place]), app.clock.now()],
      });
      await app.owner.query({
        text: `insert into machine_status_period (machine_id, started_at, seq, from_status, status, by, reason, recorded_at)
               select id, $2, 90 + $6::int, 'RUNNING', $3, $4, $5, $2 from unnest($1::bigint[]) id`,
        values: [places.map((place) => ids[place]), app.clock.now(), status, by, reason, places.length],
      });
    };
    await log([0], 'SUSPEND', 'customer', 'off');
    await log([0, 1, 2], 'ARREAR', 'clock', 'electricityOwed');
    const [a, b, c] = ['A', 'B', 'C'].map((name) => `${name}-${customer.account}`);
    app.clock.advance({ seconds: 1 });
    await log([0, 1], 'REPAIR', 'operator', '更换算力板。');
    const { records } = await page({ kind: 'MACHINE' });
    expect(records).toMatchObject([
      { text: `矿机停机维修：${a}、${b}，更换算力板。`, target: { of: 'MACHINE', id: null } },
      { text: `矿机因欠费停机：${a}、${b}、${c}，缴清后自动恢复。`, target: { of: 'MACHINE', id: null } },
    ]);
  });

  it('of maintenance reach who has a machine at the site, once', async () => {
    await addMachine(app, { machineNo: `S-${customer.account}`, account: customer.account, site: '新场地' });
    const elsewhere = await world.customer();
    const command = app.slices.inbox.opsCommands['message:maintenance'];
    const words = ['--text', '今晚停电检修', '--site', '新场地', '--by', 'support', '--approved-by', 'approver'];
    const run = () => runCommandWith(app, command, [...words, '--reason', 'announced']);
    expect((await run()).printed).toEqual(['1 customer gets the message']);
    expect((await run()).printed).toEqual(['site 新场地 has this text already: nothing changed']);
    expect(await texts({ kind: 'MAINTENANCE' })).toEqual(['今晚停电检修']);
    expect((await page({ kind: 'MAINTENANCE' }, elsewhere)).records).toEqual([]);
  });

  it('are kept for 180 days, and the newest thousand of a customer', async () => {
    const fill = (age: number, count: number) =>
      app.owner.query({
        text: `insert into customer_message (customer_id, key, kind, event, detail, at, delivery)
               select $1, 'fill:' || $2::int || ':' || n, 'TERMS', 'NOTICE', '{"text":"x"}', $3::timestamptz - make_interval(days => $2::int), 'NEVER'
               from generate_series(1, $4::int) n`,
        values: [customer.id, age, app.clock.now(), count],
      });
    const count = async () => {
      const { rows } = await app.owner.query<{ days: number; count: number }>({
        text: `select extract(day from $2::timestamptz - at)::int as days, count(*)::int as count
               from customer_message where customer_id = $1 and kind = 'TERMS' group by days order by days`,
        values: [customer.id, app.clock.now()],
      });
      return rows;
    };
    await fill(181, 2);
    await fill(179, 3);
    await as('worker', () => app.jobs['clean-up-messages']?.({}));
    expect(await count()).toEqual([{ days: 179, count: 3 }]);
    await fill(0, mostKept);
    await as('worker', () => app.jobs['clean-up-messages']?.({}));
    expect(await count()).toEqual([{ days: 0, count: mostKept }]);
  });
});

describe('SMS and mail of a message', () => {
  it('go out as the customer chose [call:GET /api/user/message/settings] [call:POST /api/user/message/settings]', async () => {
    await post('test:silent', '不发短信');
    const settings = await app.data('messageSettings', {}, customer.caller);
    expect(settings).toMatchObject({ phone: maskAccount(customer.account), mailbox: null });
    expect(settings.kinds).toContainEqual({ kind: 'DEPOSIT', sms: false, mail: false });
    expect(settings.kinds).toContainEqual({ kind: 'TERMS', sms: true, mail: false });
    await choose('DEPOSIT', true);
    await post('test:sent', '发短信');
    expect(await sentTo(customer)).toEqual(['发短信']);
    await choose('DEPOSIT', false);
    await post('test:silent-again', '不发了');
    expect(await sentTo(customer)).toEqual(['发短信']);
  });

  it('of security cannot be switched off', async () => {
    const off = { kind: 'SECURITY', sms: false, mail: false };
    expect(await app.call('setMessageSetting', off as never, customer.caller)).toMatchObject({ code: 400 });
    const insert = {
      text: `insert into message_preference values ($1, 'SECURITY', false, false)`,
      values: [customer.id],
    };
    await expect(app.owner.query(insert)).rejects.toThrow('message_preference_kind_check');
  });

  it('end for a day after many deposits: a stranger can pay dust to an address', async () => {
    await choose('DEPOSIT', true);
    for (let n = 0; n <= mostADay; n += 1) await post(`test:${n}`, `第 ${n} 条`);
    expect(await sentTo(customer)).toHaveLength(mostADay);
    expect(await texts({ kind: 'DEPOSIT', size: 100 })).toHaveLength(mostADay + 1);
    app.clock.advance({ hours: 25 });
    await post('test:next-day', '次日');
    expect((await sentTo(customer))[0]).toBe('次日');
  });

  /** The worker dies after it queued the SMS and before the commit, and again between the commit and the end of the job. */
  async function deliverInADyingProcess(key: string): Promise<string[]> {
    await choose('DEPOSIT', true);
    await post(key, key);
    const { rows } = await app.owner.query<{ id: string }>({
      text: 'select id::text from customer_message where key = $1 and customer_id = $2',
      values: [key, customer.id],
    });
    const payload = { messages: rows.map(({ id }) => id) };
    const { queueNotices } = app.slices.messages;
    const dying = deliverMessages({
      database: app.database,
      clock: app.clock,
      describeEvent: () => null,
      async queueNotices(db, notices) {
        await queueNotices(db, notices);
        throw new Error('killed');
      },
    });
    await expect(as('worker', () => dying(payload))).rejects.toThrow('killed');
    await as('worker', () => app.jobs[deliverMessagesJob]?.(payload));
    return sentTo(customer);
  }

  it('goes out once when the worker is killed at any point', async () => {
    expect(await deliverInADyingProcess('test:killed')).toEqual(['test:killed']);
  });

  it('would go out twice if it were not marked with what is queued (broken control)', async () => {
    const sent = await app.without('inbox.mark-sent', () => deliverInADyingProcess('test:control'));
    expect(sent).toEqual(['test:control', 'test:control']);
  });
});
