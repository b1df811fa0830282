// A second factor is set by who has the password, the app and the contact; it is removed with itself or by two people, and holds withdrawals.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../platform/commands/command.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import { isProposable } from '../../platform/staff/proposable-command.ts';
import { startTestApp, type TestApp, type TestCustomer, testPassword, testPepper } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { authenticator, factorCode, setSecondFactor } from './testing/authenticator.ts';

let app: TestApp;
let customer: TestCustomer;
beforeAll(async () => {
  app = await startTestApp();
  await addStaff(app);
});
afterAll(() => app.stop());
beforeEach(async () => {
  customer = await app.createMoneyCustomer();
});

const state = () => app.data('secondFactor', {}, customer.caller);
const begin = (password = testPassword) => app.call('secondFactorBegin', { password }, customer.caller);
const none = { methods: [], setAt: null, recoveryCodesLeft: 0, passkeys: [], passkeyHost: 'localhost' };
const noticesToCustomer = async () =>
  (await app.securityNotices()).filter(({ to }) => to === customer.account).map(({ text }) => text);
const heldFor72Hours = () => ({
  allowed: false,
  reason: 'SECOND_FACTOR_REMOVED',
  until: new Date(app.clock.now().getTime() + 72 * 3_600_000).toISOString(),
});
const device = () => app.data('withdrawCheckDevice', {}, customer.caller);

describe('setting it', () => {
  it('shows the state, the secret and ten recovery codes [call:GET /api/user/second-factor] [call:POST /api/user/second-factor/begin] [call:POST /api/user/second-factor/confirm]', async () => {
    expect(await state()).toEqual(none);
    const { data: begun } = await begin();
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.uri).toBe(
      `otpauth://totp/Lode:${customer.account}?secret=${begun.secret}&issuer=Lode&digits=6&period=30`,
    );
    expect(await state()).toEqual(none);
    const input = { secondFactor: authenticator(begun.secret)(), code: await factorCode(app, customer) };
    const { recoveryCodes } = await app.data('secondFactorConfirm', input, customer.caller);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{6}(-[A-Z2-7]{6}){3}$/);
    const setAt = app.clock.now().toISOString();
    expect(await state()).toEqual({ ...none, methods: ['TOTP', 'RECOVERY'], setAt, recoveryCodesLeft: 10 });
    expect(await noticesToCustomer()).toContainEqual(expect.stringContaining('开启了二次验证'));
    expect(await device()).toMatchObject({ allowed: true });
  });

  it('stores neither the secret nor a recovery code in readable form', async () => {
    const { secret, recoveryCodes } = await setSecondFactor(app, customer);
    const { rows } = await app.owner.query({
      text: `select s::text as row, encode(sealed_secret, 'escape') as bytes, c::text as code
             from second_factor s join recovery_code c using (customer_id) where customer_id = $1`,
      values: [customer.id],
    });
    expect(rows).toHaveLength(10);
    for (const plain of [secret, ...recoveryCodes]) expect(JSON.stringify(rows)).not.toContain(plain);
  });

  it('needs the login password, a code of the app and a one-time code; a refusal leaves the one-time code good', async () => {
    expect(await begin('Wrong-Passw0rd')).toMatchObject({ code: 20001 });
    const { data } = await begin();
    const codeOf = authenticator(data.secret);
    const code = await factorCode(app, customer);
    const confirm = (secondFactor: string, by = code) =>
      app.call('secondFactorConfirm', { secondFactor, code: by }, customer.caller);
    expect(await confirm(codeOf(), code === '000000' ? '000001' : '000000')).toMatchObject({ code: 20002 });
    expect(await confirm(codeOf(-100))).toMatchObject({ code: 20007 });
    expect(await state()).toEqual(none);
    expect(await confirm(codeOf())).toMatchObject({ code: 200 });
    expect(await begin()).toMatchObject({ code: 40008 });
    expect(await confirm(codeOf(1), await factorCode(app, customer))).toMatchObject({ code: 40008 });
  });

  it('ends after half an hour without a code', async () => {
    const { data } = await begin();
    app.clock.advance({ minutes: 30 });
    const input = { secondFactor: authenticator(data.secret)(), code: await factorCode(app, customer) };
    expect(await app.call('secondFactorConfirm', input, customer.caller)).toMatchObject({ code: 40008 });
  });

  it('is sent a code only in the own session', async () => {
    const stranger = await app.createCustomer();
    const input = { account: customer.account, scene: 'SECOND_FACTOR' as const };
    expect((await app.call('sendCode', input)).code).toBe(10111);
    expect((await app.call('sendCode', input, stranger.caller)).code).toBe(404);
  });
});

describe('removing it', () => {
  it('takes password, one-time code and the factor itself, and holds withdrawals for 72 hours [call:POST /api/user/second-factor/remove]', async () => {
    const { codeOf } = await setSecondFactor(app, customer);
    const code = await factorCode(app, customer);
    const remove = (input: object) =>
      app.call(
        'secondFactorRemove',
        { password: testPassword, code, secondFactor: codeOf(), ...input },
        customer.caller,
      );
    expect(await remove({ password: 'Wrong-Passw0rd' })).toMatchObject({ code: 20001 });
    expect(await remove({ code: code === '000000' ? '000001' : '000000' })).toMatchObject({ code: 20002 });
    expect(await remove({ secondFactor: codeOf(-100) })).toMatchObject({ code: 20007, data: { remaining: 4 } });
    expect((await state()).methods).toEqual(['TOTP', 'RECOVERY']);
    expect(await device()).toMatchObject({ allowed: true });
    expect(await remove({})).toMatchObject({ code: 200 });
    expect(await state()).toEqual(none);
    expect(await device()).toEqual(heldFor72Hours());
    expect(await noticesToCustomer()).toContainEqual(expect.stringContaining('关闭了二次验证'));
    app.clock.advance({ hours: 72 });
    expect(await device()).toMatchObject({ allowed: true });
  });

  it('works with a recovery code, however it is typed', async () => {
    const { recoveryCodes } = await setSecondFactor(app, customer);
    const [first = ''] = recoveryCodes;
    const secondFactor = ` ${first.toLowerCase().replaceAll('-', ' ')} `;
    const input = { password: testPassword, code: await factorCode(app, customer), secondFactor };
    expect(await app.call('secondFactorRemove', input, customer.caller)).toMatchObject({ code: 200 });
  });
});

it('a recovery code of before they were longer goes on', async () => {
  await setSecondFactor(app, customer);
  const hash = recoveryCodeHash(testPepper, customer.id, 'ABCDE-23456');
  await app.owner.query({
    text: 'insert into recovery_code (customer_id, code_hash) values ($1, $2)',
    values: [customer.id, hash],
  });
  const guess = { customerId: customer.id, given: 'abcde 23456', madeFor: '', now: app.clock.now() };
  expect(isRefusal(await app.slices.secondFactor.proveSecondFactor(guess))).toBe(false);
});

describe('a lost device', () => {
  const commands = (): Record<string, Command> => {
    const ops: Record<string, Command> = app.slices.secondFactor.opsCommands;
    const handlerOf = (command: Command | undefined) =>
      command && isProposable(command) ? command.proposal : undefined;
    return { ...ops, ...app.slices.staff.proposalCommands((action) => handlerOf(ops[action])) };
  };
  const ops = (name: string, args: string) => runCommand(app, commands()[name], args);
  const propose = () =>
    ops('customer:second-factor-remove', `--account ${customer.account} --by support --reason seen`);

  it('takes two people, and holds withdrawals for 72 hours', async () => {
    expect(await propose()).toMatchObject({ exit: 1 });
    await setSecondFactor(app, customer);
    const { exit, printed } = await propose();
    expect(exit).toBe(0);
    const id = /proposed as (\d+)/.exec(printed.join('\n'))?.[1];
    expect((await state()).methods).toHaveLength(2);
    // Before it is removed: who still has the device can object.
    expect(await noticesToCustomer()).toContainEqual(expect.stringContaining('由客服登记二次验证丢失'));
    expect(await ops('approve', `--id ${id} --by support`)).toMatchObject({ exit: 1 });
    expect(await ops('approve', `--id ${id} --by approver`)).toMatchObject({ exit: 0 });
    expect(await state()).toEqual(none);
    expect(await device()).toEqual(heldFor72Hours());
    expect(await noticesToCustomer()).toContainEqual(expect.stringContaining('关闭了二次验证'));
  });

  it('is refused by the database to one person, and to any other way', async () => {
    await setSecondFactor(app, customer);
    const attempt = (text: string) => app.database.query({ text, values: [customer.id] });
    const removal = (people: string) =>
      `insert into second_factor_removal (customer_id, removed_at, held_until, staff_id, approved_by)
       select $1, now(), now() + interval '72 hours', ${people}`;
    const staff = (name: string) => `(select id from staff where name = '${name}')`;
    await expect(attempt(removal(`${staff('support')}, null`))).rejects.toThrow(/two_people/);
    await expect(attempt(removal(`${staff('approver')}, ${staff('approver')}`))).rejects.toThrow(/two_people/);
    await expect(attempt(removal(`${staff('support')}, ${staff('finance')}`))).rejects.toThrow(/may not approve/);
    await expect(attempt(removal('null, null').replace('72', '71'))).rejects.toThrow(/violates check/);
    await expect(attempt('delete from second_factor where customer_id = $1')).rejects.toThrow(/permission denied/);
    await expect(attempt('update customer set second_factor_held_until = null where id = $1')).rejects.toThrow(
      /permission denied/,
    );
    await expect(attempt('update second_factor set last_step = 0 where customer_id = $1')).rejects.toThrow(/is set/);
    await expect(attempt('update second_factor set confirmed_at = null where customer_id = $1')).rejects.toThrow(
      /is set/,
    );
    expect((await state()).methods).toHaveLength(2);
  });
});
