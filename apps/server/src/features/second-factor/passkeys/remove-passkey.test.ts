// A passkey leaves with the factor itself or by two people, holds withdrawals, and takes the recovery codes of a last factor with it.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestCustomer, testPassword } from '../../../testing/app.ts';
import { startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';
import { authenticator, factorCode, setSecondFactor } from '../testing/authenticator.ts';
import { enrolPasskey, passkeyToken } from '../testing/passkey.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let customer: TestCustomer;
beforeAll(async () => {
  world = await startWithdrawalFixture();
});
afterAll(() => world.stop());
beforeEach(async () => {
  customer = await world.customer();
});

const state = () => world.app.data('secondFactor', {}, customer.caller);
const device = () => world.app.data('withdrawCheckDevice', {}, customer.caller);
const inHours = (hours: number) => new Date(world.app.clock.now().getTime() + hours * 3_600_000).toISOString();
const held = () => ({ allowed: false, reason: 'SECOND_FACTOR_REMOVED', until: inHours(72) });
const firstId = async () => (await state()).passkeys[0]?.id ?? '';
const remove = async (input: { secondFactor: string; id?: string; code?: string; password?: string }) =>
  world.app.call(
    'passkeyRemove',
    { id: await firstId(), password: testPassword, code: '000000', ...input },
    customer.caller,
  );

it('takes password, one-time code and a factor, and holds withdrawals for 72 hours [call:POST /api/user/passkey/remove]', async () => {
  const { passkey } = await enrolPasskey(world.app, customer);
  const token = () => passkeyToken(world.app, customer, passkey);
  const code = await factorCode(world.app, customer);
  const secondFactor = await token();
  expect(await remove({ secondFactor, code, password: 'Wrong-Passw0rd' })).toMatchObject({ code: 20001 });
  expect(await remove({ secondFactor, code: code === '000000' ? '000001' : '000000' })).toMatchObject({ code: 20002 });
  expect(await remove({ secondFactor: 'ABCDE-FGHIJ', code })).toMatchObject({ code: 20007, data: { remaining: 4 } });
  const stranger = await world.customer();
  await enrolPasskey(world.app, stranger);
  const [other] = (await world.app.data('secondFactor', {}, stranger.caller)).passkeys;
  expect(await remove({ secondFactor, code, id: other?.id })).toMatchObject({ code: 404 });
  expect(await device()).toMatchObject({ allowed: true });
  expect(await remove({ secondFactor, code })).toMatchObject({ code: 200 });
  expect(await state()).toMatchObject({ methods: [], passkeys: [], recoveryCodesLeft: 0 });
  expect(await device()).toEqual(held());
  expect(await world.apply(customer, 'BTC', '0.01')).toMatchObject({
    code: 40005,
    data: held() && { reason: 'SECOND_FACTOR_REMOVED' },
  });
});

it('leaves the other factors: an app without passkeys, passkeys without the app', async () => {
  const { codeOf, secret } = await setSecondFactor(world.app, customer);
  const { passkey } = await enrolPasskey(world.app, customer, codeOf());
  const removeApp = async (secondFactor: string) =>
    world.app.call(
      'secondFactorRemove',
      { password: testPassword, code: await factorCode(world.app, customer), secondFactor },
      customer.caller,
    );
  expect(await removeApp(await passkeyToken(world.app, customer, passkey))).toMatchObject({ code: 200 });
  expect(await device()).toEqual(held());
  expect(await state()).toMatchObject({ methods: ['PASSKEY', 'RECOVERY'], setAt: null, recoveryCodesLeft: 10 });
  expect(await removeApp(await passkeyToken(world.app, customer, passkey))).toMatchObject({ code: 40008 });
  expect(
    await remove({ secondFactor: authenticator(secret)(1), code: await factorCode(world.app, customer) }),
  ).toMatchObject({
    code: 20007,
  });
  const again = await world.app.data(
    'secondFactorBegin',
    { password: testPassword, secondFactor: await passkeyToken(world.app, customer, passkey) },
    customer.caller,
  );
  const setUp = { secondFactor: authenticator(again.secret)(-1), code: await factorCode(world.app, customer) };
  await world.app.data('secondFactorConfirm', setUp, customer.caller);
  const code = await factorCode(world.app, customer);
  expect(await remove({ secondFactor: authenticator(again.secret)(), code })).toMatchObject({ code: 200 });
  expect(await state()).toMatchObject({ methods: ['TOTP', 'RECOVERY'], passkeys: [], recoveryCodesLeft: 10 });
});

it('a lost device loses all by two people', async () => {
  const { codeOf } = await setSecondFactor(world.app, customer);
  await enrolPasskey(world.app, customer, codeOf());
  const at = world.app.clock.now();
  await world.app.owner.query({
    text: `insert into second_factor_removal (customer_id, removed_at, held_until, staff_id, approved_by)
           select $1, $2, $2::timestamptz + interval '72 hours', (select id from staff where name = 'support'), (select id from staff where name = 'approver')`,
    values: [customer.id, at],
  });
  expect(await state()).toMatchObject({ methods: [], passkeys: [], recoveryCodesLeft: 0 });
  expect(await device()).toEqual(held());
});

it('is refused by the database in any other way', async () => {
  await enrolPasskey(world.app, customer);
  const attempt = (text: string) => world.app.database.query({ text, values: [customer.id] });
  const removal = (passkey: string, staff: string) =>
    `insert into second_factor_removal (customer_id, removed_at, held_until, passkey_id, staff_id, approved_by)
     select $1, now(), now() + interval '72 hours', ${passkey}, ${staff}`;
  const own = '(select id from passkey where customer_id = $1)';
  const people = `(select id from staff where name = 'support'), (select id from staff where name = 'approver')`;
  await expect(attempt(removal(own, people))).rejects.toThrow(/lost_device_loses_all/);
  await expect(attempt(removal(`${own} + 1000`, 'null, null'))).rejects.toThrow(/no such second factor/);
  await expect(attempt(removal('null', 'null, null'))).rejects.toThrow(/no such second factor/);
  await expect(attempt('delete from passkey where customer_id = $1')).rejects.toThrow(/permission denied/);
  await expect(attempt(`update passkey set public_key = '\\x00' where customer_id = $1`)).rejects.toThrow(/permission/);
  await expect(attempt('update passkey set counter = counter - 1 where customer_id = $1')).rejects.toThrow(
    /only be removed/,
  );
  const challenge = { scene: 'SECOND_FACTOR' as const };
  await world.app.data('passkeyChallenge', challenge, customer.caller);
  await expect(attempt('update passkey_challenge set subject = subject || 1 where customer_id = $1')).rejects.toThrow(
    /permission denied/,
  );
  await attempt('update passkey_challenge set answered_at = now() where customer_id = $1 and answered_at is null');
  await expect(attempt('update passkey_challenge set answered_at = null where customer_id = $1')).rejects.toThrow(
    /good once/,
  );
  expect((await state()).passkeys).toHaveLength(1);
});
