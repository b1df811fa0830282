/** Proves that a thread is its customer's alone, written once for each request, bounded, and answered by SUPPORT with a message. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { as } from '../../testing/caller-role.ts';
import { addStaff, runCommandWith } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';
import { limits } from './post.ts';
import { threadTitle } from './texts.zh.ts';

let app: TestApp;
let customer: TestCustomer;
let stranger: TestCustomer;

beforeAll(async () => {
  app = await startTestApp();
  await addStaff(app);
  stranger = await app.createCustomer();
});
afterAll(() => app?.stop());
beforeEach(async () => {
  app.clock.advance({ hours: 25 });
  customer = await app.createCustomer();
});

const open = (text: string, about: { of?: 'GENERAL' | 'MACHINE'; id?: string; key?: string } = {}, by = customer) => {
  const { of = 'GENERAL', id, key } = about;
  return app.call('supportOpen', { of, text, ...(id && { id }) }, { ...by.caller, ...(key && { requestId: key }) });
};
const opened = async (...args: Parameters<typeof open>) => ((await open(...args)).data as { id: string }).id;
const write = (id: string, text: string, key?: string, by = customer) =>
  app.call('supportWrite', { id, text }, { ...by.caller, ...(key && { requestId: key }) });
const texts = async (id: string) =>
  (await app.data('supportThread', { id }, customer.caller)).messages.map(({ by, text }) => `${by} ${text}`);
const ops = async (name: string, ...args: string[]) => {
  const people = ['--by', 'support', '--reason', 'asked'];
  return runCommandWith(app, app.slices.support.opsCommands[name], [...args, ...people]);
};
const messages = async () =>
  (await app.data('messagePage', { kind: 'SUPPORT' }, customer.caller)).records.map(({ text, target }) => ({
    text,
    target,
  }));
const addOwnMachine = async () =>
  String(await addMachine(app, { machineNo: `M-${customer.account}`, account: customer.account }));

describe('a customer', () => {
  it('asks about a record once, and goes on in the same thread [call:POST /api/user/support/open] [call:GET /api/user/support/thread]', async () => {
    const record = { of: 'MACHINE', id: await addOwnMachine() } as const;
    const id = await opened('为何停机？', { ...record, key: 'a' });
    expect(await opened('为何停机？', { ...record, key: 'a' })).toBe(id);
    expect(await open('另一句', { ...record, key: 'a' })).toMatchObject({ code: 40007 });
    expect(await opened('还在吗', { ...record, key: 'b' })).toBe(id);
    expect(await texts(id)).toEqual(['CUSTOMER 为何停机？', 'CUSTOMER 还在吗']);
    const { thread } = await app.data('supportThread', { id }, customer.caller);
    expect(thread).toMatchObject({ status: 'WAITING', about: { ...record, title: `矿机 M-${customer.account}` } });
  });

  it('reads the number of the withdrawal that it asked about, and the day of interest', () => {
    const amounts = { coin: 'BTC', amount: '19' };
    expect(threadTitle('WITHDRAWAL', { ...amounts, number: 'W20261122-0123456789' })).toBe(
      '提现 W20261122-0123456789 0.00000019 BTC',
    );
    // A thread that began before withdrawals had numbers.
    expect(threadTitle('WITHDRAWAL', amounts)).toBe('提现 0.00000019 BTC');
    expect(threadTitle('COIN_UP', { ...amounts, direction: 'INCOMES', date: '2026-11-21' })).toBe(
      'COIN UP 利息 2026-11-21 0.00000019 BTC',
    );
    expect(threadTitle('COIN_UP', { ...amounts, direction: 'OUT' })).toBe('COIN UP 转出 0.00000019 BTC');
  });

  it('reads and writes no thread and no record of another [call:POST /api/user/support/write]', async () => {
    const id = await opened('问');
    const machine = await addOwnMachine();
    expect(await write(id, '插话', 'k', stranger)).toMatchObject({ code: 404, data: null });
    expect(await app.call('supportThread', { id }, stranger.caller)).toMatchObject({ code: 404 });
    expect((await app.data('supportPage', {}, stranger.caller)).records).toEqual([]);
    expect(await open('谁的？', { of: 'MACHINE', id: machine }, stranger)).toMatchObject({ code: 404 });
    // Control: the owner is let in.
    expect(await write(id, '在吗', 'k')).toMatchObject({ code: 200 });
    expect(await open('我的', { of: 'MACHINE', id: machine })).toMatchObject({ code: 200 });
  });

  it('walks the threads by cursor, the last changed first [call:GET /api/user/support/page]', async () => {
    const ids: string[] = [];
    for (const text of ['一', '二', '三']) {
      app.clock.advance({ minutes: 1 });
      ids.push(await opened(text));
    }
    app.clock.advance({ minutes: 1 });
    await write(ids[0] as string, '还有');
    const first = await app.data('supportPage', { size: 2 }, customer.caller);
    const rest = await app.data('supportPage', { size: 2, cursor: first.nextCursor as string }, customer.caller);
    expect([...first.records, ...rest.records].map(({ text }) => text)).toEqual(['还有', '三', '二']);
  });

  it('has bounded threads and messages, also when all come at once', async () => {
    const all = await Promise.all(Array.from({ length: limits.openThreads + 4 }, (_, n) => open(`问 ${n}`)));
    expect(all.filter(({ code }) => code === 200)).toHaveLength(limits.openThreads);
    expect(all.find(({ code }) => code !== 200)).toMatchObject({ code: 40006, data: { limit: '10' } });
    const { id } = all.find(({ code }) => code === 200)?.data ?? { id: '' };
    await app.owner.query({
      text: `insert into support_message (thread_id, customer_id, text, at) select $1, $2, 'x', $3 from generate_series(1, $4)`,
      values: [id, customer.id, app.clock.now(), limits.messagesADay - limits.openThreads - 1],
    });
    expect([(await write(id, '最后')).code, (await write(id, '太多')).code]).toEqual([200, 40006]);
    app.clock.advance({ hours: 25 });
    expect((await write(id, '次日')).code).toBe(200);
  });

  it('writes only text, in an open thread', async () => {
    const id = await opened('问');
    for (const text of ['', '  ', 'x'.repeat(1001)]) expect((await write(id, text)).code).toBe(400);
    await ops('support:close', '--id', id);
    expect((await write(id, '在吗')).code).toBe(40008);
    await expect(
      app.owner.query({
        text: `insert into support_message (thread_id, customer_id, text, at) values ($1, $2, 'x', now())`,
        values: [id, customer.id],
      }),
    ).rejects.toThrow('no open support thread');
  });

  it('cannot write as the staff: the process of customers has no right to', async () => {
    const id = await opened('问');
    const forged = as('public', () =>
      app.database.query({
        text: `insert into support_message (thread_id, customer_id, staff_id, text, at) values ($1, $2, 1, 'x', now())`,
        values: [id, customer.id],
      }),
    );
    await expect(forged).rejects.toThrow('permission denied');
  });
});

describe('the staff', () => {
  it('answers once, in a message that leads to the thread', async () => {
    const id = await opened('何时到账？');
    const answer = ['--id', id, '--text', '约 2 小时'];
    expect(await ops('support:answer', ...answer)).toMatchObject({ exit: 0 });
    expect(await ops('support:answer', ...answer)).toMatchObject({ exit: 1 });
    expect(await texts(id)).toEqual(['CUSTOMER 何时到账？', 'STAFF 约 2 小时']);
    expect(await messages()).toEqual([{ text: '客服回复「一般咨询」：约 2 小时', target: { of: 'SUPPORT', id } }]);
    const { rows } = await app.owner.query({
      text: 'select action, subject from audit_log where subject = $1',
      values: [`support thread ${id}`],
    });
    expect(rows).toEqual([{ action: 'support:answer', subject: `support thread ${id}` }]);
  });

  it('leaves neither answer nor message when the transaction fails', async () => {
    const id = await opened('问');
    await app.owner.query({
      text: `create function refuse_message() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
             create trigger refuse before insert on customer_message for each row when (new.kind = 'SUPPORT') execute function refuse_message()`,
    });
    await expect(ops('support:answer', '--id', id, '--text', '答')).rejects.toThrow('no room');
    await app.owner.query({ text: 'drop trigger refuse on customer_message' });
    expect(await texts(id)).toEqual(['CUSTOMER 问']);
    expect(await messages()).toEqual([]);
  });

  it('lists, assigns, shows and closes', async () => {
    const id = await opened('问\n二');
    expect((await ops('support:assign', '--id', id, '--to', 'finance')).failed.join()).toContain('no active member');
    expect(await ops('support:assign', '--id', id, '--to', 'support')).toMatchObject({ exit: 0 });
    const listed = (await ops('support:list', '--assignee', 'support', '--status', 'WAITING')).printed;
    expect(listed.find((line) => line.startsWith(`${id} `))).toMatch(/WAITING of support since .* GENERAL - 一般咨询/);
    expect((await ops('support:show', '--id', id)).printed[0]).toMatch(/customer: 问 二$/);
    expect(await ops('support:close', '--id', id)).toMatchObject({ exit: 0 });
    expect((await ops('support:close', '--id', id)).failed.join()).toContain('is closed');
    expect((await app.data('supportThread', { id }, customer.caller)).thread.status).toBe('CLOSED');
  });
});

it('shows the contact and the FAQ of the settings, which are checked [call:GET /api/setting/detail/support]', async () => {
  const nothing = { name: null, wechat: null, phone: null, mail: null, hours: null };
  expect(await app.data('supportInfo', {})).toEqual({ ...nothing, faq: [] });
  const set = (key: string, value: unknown) =>
    runCommandWith(app, app.slices.settings.opsCommands['setting:change'], [
      '--key',
      key,
      '--value',
      JSON.stringify(value),
      '--by',
      'admin',
      '--approved-by',
      'approver',
      '--reason',
      'agreed',
    ]);
  for (const flaw of [{ phone: 'call me' }, { mail: 'a@b' }, { wechat: '<b>' }, { name: ' ' }, { site: 'x' }])
    expect(await set('support.contact', { ...nothing, ...flaw }), JSON.stringify(flaw)).toMatchObject({ exit: 1 });
  const contact = {
    name: '小林',
    wechat: 'lode_support',
    phone: '400-800-1234',
    mail: 'help@lode.example',
    hours: '每天 9:00–21:00',
  };
  const faq = [{ question: '提现多久到账？', answer: '审核后约 2 小时。' }];
  expect(await set('support.contact', contact)).toMatchObject({ exit: 0 });
  expect(await set('support.faq', faq)).toMatchObject({ exit: 0 });
  expect(await app.data('supportInfo', {})).toEqual({ ...contact, faq });
});
