/** Proves that each event that concerns a customer's security reaches the other contact, within its budget and with no secret. */
import { methodAndPath } from '@lode/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../platform/commands/command.ts';
import { type TestApp, type TestCustomer, testPassword } from '../../testing/app.ts';
import { runCommand } from '../../testing/commands.ts';
import { bitcoinAddress, otherBitcoinAddress, startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';
import { addSecondContact } from './testing/second-contact.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: TestApp;
let customer: TestCustomer;
let mail: string;
let seconds = 0;

beforeAll(async () => {
  world = await startWithdrawalFixture({ env: { NOTICES_PER_DAY: '200', PUBLIC_URL: 'https://lode.example/' } });
  app = world.app;
});
afterAll(() => world.stop());
beforeEach(async () => {
  app.clock.advance({ hours: 25 });
  customer = await world.customer();
  mail = `second${(seconds += 1)}@example.com`;
});

const second = () => addSecondContact(app, customer, mail);
const sendCode = (scene: 'LOGIN' | 'SET_PASSWORD' | 'FUNDS_PASSWORD') =>
  app.data('sendCode', { account: customer.account, scene }, customer.caller);
const code = () => app.lastCode(customer.account);
const wrongLogins = async () => {
  for (let n = 0; n < 10; n += 1) await app.call('login', { account: customer.account, password: `wrong-${n}` });
};
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const logInWith = (userAgent: string) =>
  app.inject({
    method: 'POST',
    url: methodAndPath('login').path,
    headers: { deviceId: 'abcdefgh-secret', 'user-agent': userAgent },
    payload: { account: customer.account, password: testPassword },
  });
async function bookEntry(): Promise<string> {
  const entries = await app.data('withdrawAddressList', {}, customer.caller);
  return entries.find(({ coin }) => coin === 'BTC')?.id as string;
}
const otherLogin = () =>
  app.data('login', { account: customer.account, password: testPassword }, { deviceId: `other-${seconds}` });
async function addAddress() {
  const made = await world.code(customer, 'BTC', { address: otherBitcoinAddress });
  const input = {
    coin: 'BTC',
    network: 'BITCOIN',
    address: otherBitcoinAddress,
    password: '246810',
    code: made,
  } as const;
  await app.data('withdrawAddressAdd', input, customer.caller);
}
const submitted = async () => (await world.apply(customer, 'BTC', '0.1')).data.id;
const staff = async (name: string, args: string) => {
  const { exit, failed } = await world.ops(name, `--reason r ${args}`);
  if (exit !== 0) throw new Error(failed.join());
};
const newestToken = async () => (await app.securityNotices())[0]?.token ?? '';

/** What a customer may hear of: what makes it happen, and how its notice goes on after the masked account and the minute. */
const events: [string, () => Promise<unknown>, string][] = [
  ['CODE_SENT to log in', () => sendCode('LOGIN'), '申请了登录验证码'],
  ['CODE_SENT for a password', () => sendCode('SET_PASSWORD'), '申请了设置登录密码验证码'],
  ['CODE_SENT for the funds password', () => sendCode('FUNDS_PASSWORD'), '申请了设置资金密码验证码'],
  [
    'SESSION_OPENED',
    () => app.data('login', { account: customer.account, password: testPassword }, { deviceId: 'abcdefgh-secret' }),
    '在设备 abcdef 登录',
  ],
  ['SESSION_OPENED on a phone', () => logInWith(iPhone), '在 iPhone · Safari 17 登录。'],
  ['SESSION_OPENED on a computer', () => logInWith(windows), '在 Windows 10 · Chrome 131 登录。'],
  [
    'SESSIONS_REVOKED, all',
    async () => {
      await otherLogin();
      await app.data('sessionRevokeAll', {}, customer.caller);
    },
    '将 1 台设备退出登录',
  ],
  [
    'SESSIONS_REVOKED, one',
    async () => {
      await otherLogin();
      const sessions = await app.data('sessionList', {}, customer.caller);
      await app.data('sessionRevoke', { id: sessions.find(({ current }) => !current)?.id ?? '' }, customer.caller);
    },
    '将 1 台设备退出登录',
  ],
  ['LOGIN_LOCKED', wrongLogins, '登录已锁定'],
  [
    'FUNDS_PASSWORD_LOCKED',
    async () => {
      const wrong = { password: '000000', purpose: 'WITHDRAW' } as const;
      for (let n = 0; n < 5; n += 1) await app.call('checkFundsPassword', wrong, customer.caller);
    },
    '资金密码已锁定',
  ],
  [
    'PASSWORD_CHANGED',
    () => app.data('updatePassword', { oldPassword: testPassword, newPassword: 'Passw0rd2' }, customer.caller),
    '修改了登录密码。',
  ],
  [
    'PASSWORD_CHANGED with the sessions that it ended',
    async () => {
      await otherLogin();
      await app.data('updatePassword', { oldPassword: testPassword, newPassword: 'Passw0rd2' }, customer.caller);
    },
    '修改了登录密码，1 台设备已退出。',
  ],
  [
    'PASSWORD_SET',
    async () => {
      await sendCode('SET_PASSWORD');
      await app.data('setPassword', { account: customer.account, code: await code(), password: 'Passw0rd3' });
    },
    '重新设置了登录密码，1 台设备已退出',
  ],
  [
    'FUNDS_PASSWORD_SET',
    async () => {
      await sendCode('FUNDS_PASSWORD');
      await app.data('setFundsPassword', { code: await code(), password: '135790' }, customer.caller);
    },
    '设置了资金密码',
  ],
  ['ADDRESS_ADDED', addAddress, `添加了 BTC 地址（尾号 ${otherBitcoinAddress.slice(-6)}）`],
  [
    'ADDRESS_REMOVED',
    async () => app.data('withdrawAddressRemove', { id: await bookEntry() }, customer.caller),
    `删除了 BTC 地址（尾号 ${bitcoinAddress.slice(-6)}）`,
  ],
  ['WITHDRAWAL_SUBMITTED', submitted, `申请提现 0.10000000 BTC（地址尾号 ${bitcoinAddress.slice(-6)}）`],
  [
    'WITHDRAWAL_CANCELLED',
    async () =>
      app.data('withdrawCancel', { id: await submitted() }, { ...customer.caller, requestId: `c${customer.id}` }),
    '取消提现 0.10000000 BTC',
  ],
  [
    'WITHDRAWAL_RETURNED',
    async () => staff('withdrawal:reject', `--id ${await submitted()} --by finance`),
    '提现 0.10000000 BTC 未付出，已退回',
  ],
  ['FROZEN', async () => app.data('reportEvent', { token: await newestToken() }), '提现已冻结，所有设备已退出'],
  [
    'UNFROZEN',
    async () => {
      await app.data('reportEvent', { token: await newestToken() });
      await staff('customer:unfreeze', `--id ${customer.id} --by finance --approved-by approver`);
    },
    '提现已解冻',
  ],
];

const ofCustomer = async () => (await app.sentNotices()).filter(({ to }) => [mail, customer.account].includes(to));

describe('an event reaches the other contact', () => {
  it.each(events)('%s', async (name, happen, text) => {
    await second();
    const before = (await ofCustomer()).length;
    await happen();
    const sent = (await ofCustomer()).slice(0, -before || undefined);
    const found = sent.find((notice) => notice.text.includes(text));
    expect(found?.to).toBe(mail);
    expect(found?.text).toMatch(/^139\*{4}\d{2} 于 \d\d-\d\d \d\d:\d\d /);
    // What is frozen already needs no link that freezes it.
    if (name === 'FROZEN') expect(found?.text).not.toContain('http');
    else expect(found?.text).toMatch(/：https:\/\/lode\.example\/not_me\?token=[\w-]{43}$/);
    expect(sent.map(({ to }) => to)).not.toContain(customer.account);
  });

  it.each(events)('or the only one, unless it is a code: %s', async (name, happen, text) => {
    await app.securityNotices();
    await happen();
    const found = (await ofCustomer()).find((notice) => notice.text.includes(text));
    expect(found?.to).toBe(name.startsWith('CODE_SENT') ? undefined : customer.account);
  });

  it('SESSIONS_REVOKED by staff reaches every contact', async () => {
    await second();
    const ops: Record<string, Command> = app.slices.identity.opsCommands;
    const { exit } = await runCommand(
      app,
      ops['customer:end-sessions'],
      `--id ${customer.id} --by support --reason stolen`,
    );
    expect(exit).toBe(0);
    const sent = (await app.securityNotices()).filter(({ text }) => text.includes('由客服将 1 台设备退出登录'));
    expect(sent.map((notice) => notice.to).sort()).toEqual([customer.account, mail].sort());
  });

  it.each([
    ['customer:disable', '账号已停用，资产不变，如有疑问请联系客服'],
    ['customer:enable', '账号已恢复使用，请重新登录'],
  ])('%s reaches every contact', async (command, text) => {
    await second();
    const ops: Record<string, Command> = app.slices.identity.opsCommands;
    const run = (name: string) => runCommand(app, ops[name], `--id ${customer.id} --by admin --reason stolen`);
    if (command === 'customer:enable') await run('customer:disable');
    const before = (await app.securityNotices()).length;
    await run(command);
    const sent = (await app.securityNotices()).slice(0, -before || undefined);
    expect(sent.map(({ to }) => to).sort()).toEqual([customer.account, mail].sort());
    for (const notice of sent) expect(notice.text).toContain(text);
  });

  it('CONTACT_CHANGED reaches the former contact and the second one', async () => {
    await second();
    app.clock.advance({ minutes: 2 });
    const to = `new-${mail}`;
    const of = `--id ${customer.id} --to ${to} --by support --reason r`;
    const ops: Record<string, Command> = app.slices.identity.opsCommands;
    await runCommand(app, ops['customer:contact-code'], of);
    const codes = `--code ${await app.lastCode(to)} --old-code ${await code()}`;
    expect((await runCommand(app, ops['customer:contact-change'], `${of} ${codes}`)).exit).toBe(0);
    const sent = (await app.securityNotices()).filter(({ text }) =>
      text.includes('联系方式变更为 new****@example.com'),
    );
    expect(sent.map((notice) => notice.to).sort()).toEqual([customer.account, mail].sort());
  });

  it('a second contact needs the codes of both, and a replaced one hears of it', async () => {
    await second();
    const to = `third-${mail}`;
    const of = `--id ${customer.id} --to ${to} --by support --reason r`;
    const ops: Record<string, Command> = app.slices.identity.opsCommands;
    app.clock.advance({ minutes: 2 });
    await runCommand(app, ops['customer:contact-code'], of);
    const [right, own] = [await app.lastCode(to), await code()];
    const set = (codes: string) => runCommand(app, ops['customer:contact-second'], `${of} ${codes}`);
    expect((await set(`--code ${right} --old-code ${own === '000000' ? '000001' : '000000'}`)).exit).toBe(1);
    expect((await set(`--code ${right} --old-code ${own}`)).exit).toBe(0);
    const sent = (await app.securityNotices()).filter(({ text }) =>
      text.includes('第二联系方式变更为 thi****@example.com，登录账号不变'),
    );
    expect(sent.map((notice) => notice.to).sort()).toEqual([customer.account, mail].sort());
    await expect(
      app.database.query({
        text: `insert into customer_second_contact (customer_id, contact, new_code_id, own_code_id, staff_id, at)
               values ($1, 'thief@example.com', 1, 2, 1, now())`,
        values: [customer.id],
      }),
    ).rejects.toThrow('no used codes prove');
  });
});

describe('a notice', () => {
  it('holds no code, and the log holds no account, device or code in full', async () => {
    await second();
    await sendCode('FUNDS_PASSWORD');
    const sent = await code();
    for (const { text } of await app.securityNotices()) expect(text.split('http')[0]).not.toContain(sent);
    const { rows } = await app.owner.query<{ row: string }>({
      text: 'select e::text as row from security_event e',
      values: [],
    });
    for (const { row } of rows)
      for (const secret of [sent, customer.account, mail, customer.caller.deviceId]) expect(row).not.toContain(secret);
  });

  it('of an event that is rolled back is never sent', async () => {
    await app.securityNotices();
    const before = (await ofCustomer()).length;
    const event = { kind: 'FROZEN', customerId: customer.id, at: app.clock.now() } as const;
    const rolledBack = app.database.transaction(async (dbTx) => {
      await app.slices.security.announce(dbTx, event);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await ofCustomer()).toHaveLength(before);
  });

  it('of more than a day ago is no news', async () => {
    await second();
    const before = (await ofCustomer()).length;
    await app.data('updatePassword', { oldPassword: testPassword, newPassword: 'Passw0rd2' }, customer.caller);
    app.clock.advance({ hours: 25 });
    expect(await ofCustomer()).toHaveLength(before);
  });
});

describe('a flood', () => {
  it('of logins ends at the share of a customer, which the last notice says; what moves money is still announced', async () => {
    await second();
    for (let n = 0; n < 14; n += 1)
      await app.data('login', { account: customer.account, password: testPassword }, { deviceId: `d${n}` });
    const logins = (await ofCustomer()).filter(({ text }) => text.includes('登录。'));
    expect(logins).toHaveLength(10);
    expect(logins.filter(({ text }) => text.includes('不再逐条发送'))).toHaveLength(1);
    await submitted();
    expect((await ofCustomer()).some(({ text }) => text.includes('申请提现'))).toBe(true);
  });

  it('of changed passwords leaves the notice of money', async () => {
    for (let n = 0; n < 61; n += 1) {
      const event = { customerId: customer.id, at: app.clock.now(), detail: {} };
      await app.slices.security.announce(app.database, { ...event, kind: 'PASSWORD_CHANGED' });
    }
    expect((await ofCustomer()).filter(({ text }) => text.includes('登录密码'))).toHaveLength(10);
    await submitted();
    expect((await ofCustomer()).some(({ text }) => text.includes('申请提现'))).toBe(true);
  });

  it('of what a process for customers announces leaves the notice of a payment', async () => {
    const paymentsSaid = async (usedUp: 'MONEY' | 'HOUSE') => {
      const event = { customerId: customer.id, at: app.clock.now(), detail: { amount: '0.5', coin: 'BTC' } };
      await app.owner.query({
        text: `insert into security_notice (event_id, customer_id, budget, recipient, token_hash, at, expires_at)
               select (select max(id) from security_event), $1, $2, 'flood' || n, sha256(convert_to($2 || n, 'UTF8')), $3, $3
               from generate_series(1, 60) n`,
        values: [customer.id, usedUp, event.at],
      });
      await app.slices.security.announce(app.database, { ...event, kind: 'WITHDRAWAL_PAID' });
      return (await ofCustomer()).filter(({ text }) => text.includes('已到账')).length;
    };
    await app.slices.security.announce(app.database, { kind: 'FROZEN', customerId: customer.id, at: app.clock.now() });
    expect(await paymentsSaid('MONEY')).toBe(1);
    // Of the same budget it would be silent (broken control).
    expect(await paymentsSaid('HOUSE')).toBe(1);
  });

  it('of all customers ends at the budget of the day, with an alert', async () => {
    const sentNow = async () => {
      const { rows } = await app.owner.query<{ count: number }>({
        text: `select count(*)::int as count from security_notice where budget = 'SESSIONS' and at > $1`,
        values: [new Date(app.clock.now().getTime() - 86_400_000)],
      });
      return rows[0]?.count ?? 0;
    };
    await app.runJobs();
    for (let n = 0; n < 205; n += 1) {
      const payload = { kind: 'SESSION_OPENED' as const, at: app.clock.now(), detail: {} };
      await app.slices.security.announce(app.database, { ...payload, customerId: (await customerOf(n)).id });
    }
    await app.runJobs();
    expect(await sentNow()).toBe(200);
    const { rows } = await app.owner.query({
      text: `select kind, subject from alert where resolved_at is null`,
      values: [],
    });
    expect(rows).toContainEqual({ kind: 'notices-used-up', subject: 'SESSIONS' });
  });

  async function customerOf(n: number): Promise<{ id: bigint }> {
    const id = await app.slices.identity.createCustomer(app.database, {
      account: `f${n}@example.com`,
      nickname: '',
      tags: [],
    });
    if (id === null) throw new Error('it exists');
    return { id };
  }
});
