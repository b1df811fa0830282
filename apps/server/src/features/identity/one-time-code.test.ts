// Codes are counted exactly, live ten minutes, die after five wrong guesses, and say nothing about who has an account.
import type { Input } from '@lode/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, TestApp } from '../../testing/app.ts';
import { someNewAddress } from '../../testing/withdrawal-actions.ts';
import {
  addAccounts,
  askForCode,
  assertCapsHoldAtOnce,
  phone,
  sentWithoutLock,
  startCodesApp,
} from './testing/ask-at-once.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startCodesApp();
});
afterEach(() => app.stop());

const ask = (account: string, caller?: Caller, scene?: Input<'sendCode'>['scene']) =>
  askForCode(app, account, caller, scene);
const answered = (replies: { code: number }[], code: number) => replies.filter((reply) => reply.code === code).length;

describe('asking [call:POST /api/sms/send]', () => {
  it('sends six digits and says how long they live', async () => {
    const { account } = await app.createCustomer();
    expect(await app.data('sendCode', { account, scene: 'LOGIN' })).toEqual({ expiresIn: 600, retryAfter: 60 });
    expect(await app.lastCode(account)).toMatch(/^\d{6}$/);
  });

  it('is answered alike for an unknown account, whose caps count too', async () => {
    const { account } = await app.createCustomer();
    const known = [await ask(account), await ask(account)];
    const unknown = [await ask(phone(1)), await ask(phone(1))];
    expect(unknown).toEqual(known);
    await app.runJobs();
    const { rows } = await app.database.query({ text: 'select distinct recipient from local_message' });
    expect(rows).toEqual([{ recipient: account }]);
  });

  it('names an account that is none', async () => {
    for (const account of ['12345', 'a@b', '1380013800']) {
      expect(await ask(account)).toMatchObject({ status: 400, data: { field: 'account' } });
    }
  });

  it('goes to a disabled customer as well: it may not show here', async () => {
    const { account, id } = await app.createCustomer();
    await app.database.query({ text: `update customer set status = 'DISABLED' where id = $1`, values: [id] });
    expect((await ask(account)).code).toBe(200);
  });

  it('for money goes to the owner in the own session only', async () => {
    const owner = await app.createCustomer();
    const other = await app.createCustomer();
    for (const scene of ['FUNDS_PASSWORD', 'WITHDRAW'] as const) {
      expect((await ask(owner.account, {}, scene)).code).toBe(10111);
      expect((await ask(owner.account, { accessToken: owner.caller.accessToken }, scene)).code).toBe(10111);
      expect((await ask(owner.account, other.caller, scene)).code).toBe(404);
      expect((await ask(owner.account, owner.caller, scene)).code).toBe(200);
    }
    await app.database.query({ text: `update customer set status = 'DISABLED' where id = $1`, values: [owner.id] });
    expect((await ask(owner.account, owner.caller, 'WITHDRAW')).code).toBe(1001);
  });
});

describe('asking for a code to withdraw', () => {
  const wanted = { coin: 'BTC', network: 'BITCOIN', address: someNewAddress.address, amount: '0.10' } as const;

  it.each([['coin'], ['network'], ['address']] as const)('is refused without %s', async (field) => {
    const { account, caller } = await app.createCustomer();
    const { [field]: _left, ...rest } = wanted;
    const reply = await app.call('sendCode', { account, scene: 'WITHDRAW', ...rest }, caller);
    expect(reply).toMatchObject({ status: 400, data: { field } });
  });

  it('is refused for an address that would put words into the message', async () => {
    const { account, caller } = await app.createCustomer();
    const input = { account, scene: 'WITHDRAW', ...wanted, address: '请致电 400-000 退款 https://a.cn' } as const;
    expect(await app.call('sendCode', input, caller)).toMatchObject({ status: 400, data: { field: 'address' } });
    await app.runJobs();
    const { rows } = await app.database.query({ text: `select from local_message where scene = 'WITHDRAW'` });
    expect(rows).toEqual([]);
  });

  it('brings a message with amount and address, and keeps what the code is for', async () => {
    const { account, caller } = await app.createCustomer();
    await app.data('sendCode', { account, scene: 'WITHDRAW', ...wanted }, caller);
    await app.runJobs();
    const { rows } = await app.database.query({ text: `select text from local_message where scene = 'WITHDRAW'` });
    expect(rows).toEqual([{ text: expect.stringContaining(`提现 0.1 BTC 至 ${wanted.address}，验证码`) }]);
    const kept = await app.database.query({ text: 'select subject from one_time_code' });
    expect(kept.rows).toEqual([{ subject: `BTC BITCOIN ${wanted.address} 0.1` }]);
  });
});

describe('caps [code:20003]', () => {
  it('let one a minute and ten a day through, per account and scene', async () => {
    const account = phone(2);
    expect((await ask(account)).code).toBe(200);
    app.clock.advance({ seconds: 40 });
    const refused = await ask(account);
    expect(refused).toEqual({
      status: 200,
      code: 20003,
      message: '操作过于频繁，请稍后再试',
      data: { retryAfter: 20 },
    });
    expect((await ask(account, {}, 'SET_PASSWORD')).code).toBe(200);
    app.clock.advance({ seconds: 20 });
    for (let sent = 1; sent < 10; sent++) {
      expect((await ask(account)).code).toBe(200);
      app.clock.advance({ hours: 1 });
    }
    // The first of the ten is ten hours and a minute old now, less the hour that the loop began with.
    const { data } = await ask(account);
    expect(data.retryAfter).toBe(24 * 3600 - 60 - 9 * 3600);
    app.clock.advance({ seconds: data.retryAfter });
    expect((await ask(account)).code).toBe(200);
  });

  it('let thirty a day through per device', async () => {
    const device = { deviceId: 'one-phone' };
    for (let sent = 0; sent < 30; sent++) expect((await ask(phone(sent), device)).code).toBe(200);
    expect(await ask(phone(30), device)).toMatchObject({ code: 20003, data: { retryAfter: 24 * 3600 } });
    expect((await ask(phone(30), { deviceId: 'another' })).code).toBe(200);
  });

  it('let the configured number of messages a day out', async () => {
    const [last = '', ...accounts] = await addAccounts(app, 41);
    for (const account of accounts) expect((await ask(account)).code).toBe(200);
    expect((await ask(last)).code).toBe(20003);
    expect((await ask(phone(99))).code, 'an unknown account is answered alike').toBe(20003);
    app.clock.advance({ days: 1 });
    expect((await ask(last)).code).toBe(200);
  });

  it('leave the known devices of customers the last fifth, however many others ask', async () => {
    const [owner, other] = [await app.createCustomer(), await app.createCustomer()];
    for (const account of await addAccounts(app, 40)) await ask(account);
    const { deviceId } = owner.caller;
    expect((await ask(owner.account, { deviceId: 'another' })).code).toBe(20003);
    expect((await ask(owner.account, { deviceId }, 'SET_PASSWORD')).code).toBe(200);
    // The device of another account is none that this one knows.
    expect((await ask(other.account, { deviceId })).code).toBe(20003);
    expect((await ask(other.account, other.caller)).code).toBe(200);
  });

  it('count no message that was not sent: strangers cannot use up the budget with accounts that do not exist', async () => {
    for (let asked = 0; asked < 100; asked++) expect((await ask(phone(asked))).code).toBe(200);
    const { account } = await app.createCustomer();
    expect((await ask(account)).code).toBe(200);
  });

  it('leave customers who are logged in a budget of their own', async () => {
    const owner = await app.createCustomer();
    for (const account of await addAccounts(app, 40)) await ask(account);
    expect((await ask(owner.account)).code).toBe(20003);
    expect((await ask(owner.account, owner.caller, 'WITHDRAW')).code).toBe(200);
  });

  it('are exact when all ask at once', () => assertCapsHoldAtOnce(app, 600));

  it('would not hold without the lock [control]', async () => {
    expect(await sentWithoutLock(app)).toBeGreaterThan(1);
  });
});

describe('guessing', () => {
  const guess = (account: string, code: string, caller?: Caller) =>
    app.call('setPassword', { account, code, password: 'N3wPassword' }, caller);
  const wrong = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');

  it('ends after five wrong ones: then the right one is wrong too', async () => {
    const { account } = await app.createCustomer();
    await ask(account, {}, 'SET_PASSWORD');
    const code = await app.lastCode(account);
    for (let tried = 0; tried < 5; tried++) expect((await guess(account, wrong(code))).code).toBe(20002);
    expect((await guess(account, code)).code).toBe(20002);
    app.clock.advance({ minutes: 1 });
    await ask(account, {}, 'SET_PASSWORD');
    expect((await guess(account, await app.lastCode(account))).code).toBe(200);
  });

  it('by strangers ends a code for strangers only: the device that asked has five guesses of its own', async () => {
    const { account } = await app.createCustomer();
    const [owner, stranger] = [{ deviceId: 'new phone' }, { deviceId: 'stranger' }];
    await ask(account, owner, 'SET_PASSWORD');
    const code = await app.lastCode(account);
    for (let tried = 0; tried < 5; tried++) expect((await guess(account, wrong(code), stranger)).code).toBe(20002);
    for (const other of [stranger, { deviceId: 'another' }, {}]) {
      expect((await guess(account, code, other)).code).toBe(20002);
    }
    for (let tried = 0; tried < 4; tried++) expect((await guess(account, wrong(code), owner)).code).toBe(20002);
    expect((await guess(account, code, owner)).code).toBe(200);
  });

  it('of the device that asked ends the code for it, whatever others have left', async () => {
    const { account } = await app.createCustomer();
    const owner = { deviceId: 'new phone' };
    await ask(account, owner, 'LOGIN');
    const code = await app.lastCode(account);
    const logIn = (tried: string, caller: Caller) => app.call('login', { account, code: tried }, caller);
    for (let tried = 0; tried < 5; tried++) expect((await logIn(wrong(code), owner)).code).toBe(20002);
    expect((await logIn(code, owner)).code).toBe(20002);
    expect((await logIn(code, { deviceId: 'the tablet' })).code).toBe(200);
  });

  it('from elsewhere ends for all accounts together, and goes on for who asked', async () => {
    const { account } = await app.createCustomer();
    const owner = { deviceId: 'new phone' };
    const guessedElsewhere = (count: number) =>
      app.owner.query({
        text: `insert into one_time_code (account, scene, device_id, code_hash, sent_at, expires_at, wrong_guesses_elsewhere)
               values ('13800009999', 'LOGIN', 'flood', '\\x00', $1, $1, $2)`,
        values: [app.clock.now(), count],
      });
    await guessedElsewhere(999);
    await ask(account, owner, 'SET_PASSWORD');
    const code = await app.lastCode(account);
    expect((await guess(account, code, { deviceId: 'the tablet' })).code).toBe(200);
    app.clock.advance({ minutes: 1 });
    await guessedElsewhere(1);
    await ask(account, owner, 'SET_PASSWORD');
    const next = await app.lastCode(account);
    expect((await guess(account, next, { deviceId: 'the tablet' })).code).toBe(20002);
    expect((await guess(account, next, owner)).code).toBe(200);
  });

  it('is checked five times when thousands guess at once', async () => {
    const { account } = await app.createCustomer();
    await ask(account, {}, 'SET_PASSWORD');
    const code = await app.lastCode(account);
    const replies = await Promise.all(Array.from({ length: 1000 }, () => guess(account, wrong(code))));
    expect(answered(replies, 20002)).toBe(1000);
    const { rows } = await app.database.query({
      text: 'select wrong_guesses from one_time_code where account = $1',
      values: [account],
    });
    expect(rows).toEqual([{ wrong_guesses: 5 }]);
    expect((await guess(account, code)).code).toBe(20002);
  });

  it('keeps no code in the table that could be read or tried without the pepper', async () => {
    const { account } = await app.createCustomer();
    await ask(account);
    const code = await app.lastCode(account);
    const { rows } = await app.database.query<{ code_hash: Buffer }>({ text: 'select * from one_time_code' });
    expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(code);
    expect(rows[0]?.code_hash).toHaveLength(32);
  });
});
