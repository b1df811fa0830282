// A passkey is enrolled by who has the password, the phone and the factor that is set; its signature is good once, for what it was made for.
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestCustomer, testFundsPassword, testPassword } from '../../../testing/app.ts';
import { testPasskey } from '../../../testing/passkey-device.ts';
import { bitcoinAddress, otherBitcoinAddress, startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';
import { factorCode, setSecondFactor } from '../testing/authenticator.ts';
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

const payment = {
  scene: 'WITHDRAW',
  coin: 'BTC',
  network: 'BITCOIN',
  address: bitcoinAddress,
  amount: '0.01',
} as const;
const needed = (methods: string[]) => ({ code: 20007, data: { methods, remaining: null } });
const state = () => world.app.data('secondFactor', {}, customer.caller);
const begin = (input: object = {}) =>
  world.app.call('passkeyBegin', { password: testPassword, ...input }, customer.caller);
const prove = (assertion: ReturnType<ReturnType<typeof testPasskey>['get']>, by = customer) =>
  world.app.call('passkeyProve', assertion, by.caller);
const challenge = async (made: object = payment) =>
  (await world.app.data('passkeyChallenge', { ...payment, ...made }, customer.caller)).challenge;
const apply = (secondFactor?: string, amount = '0.01') =>
  world.apply(customer, 'BTC', amount, secondFactor === undefined ? {} : { secondFactor });

describe('enrolling', () => {
  it('shows it by name and date, with recovery codes of a first factor [call:POST /api/user/passkey/begin] [call:POST /api/user/passkey/confirm]', async () => {
    const { data } = await begin();
    expect(data).toMatchObject({
      rpId: 'localhost',
      userName: customer.account,
      algorithms: [-8, -7, -257],
      exclude: [],
    });
    expect(data.userId).not.toContain(customer.account);
    const { recoveryCodes } = await enrolPasskey(world.app, customer);
    expect(new Set(recoveryCodes).size).toBe(10);
    const addedAt = world.app.clock.now().toISOString();
    expect(await state()).toMatchObject({
      methods: ['PASSKEY', 'RECOVERY'],
      setAt: null,
      recoveryCodesLeft: 10,
      passkeys: [{ name: expect.any(String), addedAt, lastUsedAt: null }],
    });
    const notices = (await world.app.securityNotices()).filter(({ to }) => to === customer.account);
    expect(notices.map(({ text }) => text)).toContainEqual(expect.stringContaining('添加了通行密钥'));
  });

  it('needs the login password, a one-time code and a verified person on the own page; each challenge once', async () => {
    expect(await begin({ password: 'Wrong-Passw0rd' })).toMatchObject({ code: 20001 });
    const passkey = testPasskey();
    const code = await factorCode(world.app, customer);
    const confirm = (input: object) =>
      world.app.call('passkeyConfirm', { ...passkey.create(''), code, ...input }, customer.caller);
    const made = async (as: object = {}) => passkey.create((await begin()).data.challenge, as);
    expect(await confirm({ ...(await made()), code: code === '000000' ? '000001' : '000000' })).toMatchObject({
      code: 20002,
    });
    for (const as of [
      { origin: 'http://localhost:9999' },
      { rpId: 'lode.test' },
      { flags: 0x01 },
      { type: 'webauthn.get' },
    ])
      expect(await confirm(await made(as))).toMatchObject(needed(['PASSKEY']));
    expect(await confirm(passkey.create('made up'))).toMatchObject({ code: 40008 });
    const late = await made();
    world.app.clock.advance({ minutes: 5 });
    expect(await confirm(late)).toMatchObject({ code: 40008 });
    const stranger = await world.customer();
    const { challenge: other } = await world.app.data('passkeyBegin', { password: testPassword }, stranger.caller);
    expect(await confirm(passkey.create(other))).toMatchObject({ code: 40008 });
    expect((await state()).methods).toEqual([]);
    const right = await made();
    expect(await confirm(right)).toMatchObject({ code: 200 });
    expect(await confirm({ ...right, code: await factorCode(world.app, customer) })).toMatchObject({ code: 40008 });
  });

  it('takes the factor of a customer who has one, app or passkey', async () => {
    const { codeOf, recoveryCodes } = await setSecondFactor(world.app, customer);
    expect(await begin()).toMatchObject(needed(['TOTP', 'RECOVERY']));
    expect(await begin({ secondFactor: codeOf(-100) })).toMatchObject({ code: 20007 });
    const { passkey, ...first } = await enrolPasskey(world.app, customer, codeOf());
    expect(first.recoveryCodes).toEqual([]);
    expect(await begin()).toMatchObject(needed(['PASSKEY', 'TOTP', 'RECOVERY']));
    await enrolPasskey(world.app, customer, await passkeyToken(world.app, customer, passkey));
    await enrolPasskey(world.app, customer, recoveryCodes[0]);
    expect((await state()).passkeys).toHaveLength(3);
  });

  it('ends where a factor was set after it began, and so does the set-up of an app', async () => {
    const passkey = testPasskey();
    const early = (await begin()).data.challenge;
    const { data: app } = await world.app.call('secondFactorBegin', { password: testPassword }, customer.caller);
    await enrolPasskey(world.app, customer);
    const confirm = async () =>
      world.app.call(
        'passkeyConfirm',
        { ...passkey.create(early), code: await factorCode(world.app, customer) },
        customer.caller,
      );
    expect(await confirm()).toMatchObject({ code: 40008 });
    const { authenticator } = await import('../testing/authenticator.ts');
    const input = { secondFactor: authenticator(app.secret)(), code: await factorCode(world.app, customer) };
    expect(await world.app.call('secondFactorConfirm', input, customer.caller)).toMatchObject({ code: 40008 });
    expect(await state()).toMatchObject({ methods: ['PASSKEY', 'RECOVERY'], passkeys: [{}] });
  });

  it('of an app beside it needs a passkey or a recovery code; its secret counts only once it is confirmed', async () => {
    const { recoveryCodes } = await enrolPasskey(world.app, customer);
    const startApp = (secondFactor?: string) =>
      world.app.call(
        'secondFactorBegin',
        { password: testPassword, ...(secondFactor && { secondFactor }) },
        customer.caller,
      );
    expect(await startApp()).toMatchObject(needed(['PASSKEY', 'RECOVERY']));
    const { data } = await startApp(recoveryCodes[0]);
    const { authenticator } = await import('../testing/authenticator.ts');
    const codeOf = authenticator(data.secret);
    expect(await apply(codeOf())).toMatchObject({ code: 20007 });
    // First, as the app's code of the step before is soon two steps old.
    const code = await factorCode(world.app, customer);
    const input = { secondFactor: codeOf(-1), code };
    expect(await world.app.data('secondFactorConfirm', input, customer.caller)).toEqual({ recoveryCodes: [] });
    expect(await apply(codeOf())).toMatchObject({ code: 200 });
  });
});

describe('withdraw/apply', () => {
  it('is taken with the signature for this payment alone, once, within five minutes [call:POST /api/user/passkey/challenge] [call:POST /api/user/passkey/prove]', async () => {
    const { passkey } = await enrolPasskey(world.app, customer);
    const token = (made: object = {}) => passkeyToken(world.app, customer, passkey, { ...payment, ...made });
    const methods = ['PASSKEY', 'RECOVERY'];
    expect(await apply()).toMatchObject(needed(methods));
    expect(await apply(await token({ amount: '0.02' }))).toMatchObject(needed(methods));
    expect(await apply(await token({ address: otherBitcoinAddress }))).toMatchObject(needed(methods));
    expect(await apply(await token({ amount: undefined }))).toMatchObject(needed(methods));
    expect(await apply(await token({ scene: 'SECOND_FACTOR' }))).toMatchObject(needed(methods));
    const late = await token();
    world.app.clock.advance({ minutes: 5 });
    expect(await apply(late)).toMatchObject(needed(methods));
    const right = await token();
    expect(await apply(right)).toMatchObject({ code: 200 });
    expect(await apply(right)).toMatchObject(needed(methods));
    const [shown] = (await state()).passkeys;
    expect(shown?.lastUsedAt).toBe(world.app.clock.now().toISOString());
  });

  it('uses up no signature by a refusal, and takes one of two requests with the same', async () => {
    const { passkey } = await enrolPasskey(world.app, customer);
    const small = await passkeyToken(world.app, customer, passkey, { ...payment, amount: '0.00000001' });
    expect(await apply(small, '0.00000001')).toMatchObject({ code: 40002 });
    expect(await apply(small, '0.00000001')).toMatchObject({ code: 40002 });
    const token = await passkeyToken(world.app, customer, passkey, payment);
    const code = await world.code(customer, 'BTC', { amount: '0.01', address: bitcoinAddress });
    const both = ['one', 'two'].map((requestId) =>
      world.apply(customer, 'BTC', '0.01', { secondFactor: token, code, requestId }),
    );
    expect((await Promise.all(both)).filter((answer) => answer.code === 200)).toHaveLength(1);
  });

  it('is refused with the token of another customer', async () => {
    const { passkey } = await enrolPasskey(world.app, customer);
    const token = await passkeyToken(world.app, customer, passkey, payment);
    const owner = customer;
    customer = await world.customer();
    await enrolPasskey(world.app, customer);
    expect(await apply(token)).toMatchObject({ code: 20007 });
    customer = owner;
    expect(await apply(token)).toMatchObject({ code: 200 });
  });
});

it('withdraw/address/add takes the signature for this address', async () => {
  const { passkey } = await enrolPasskey(world.app, customer);
  const target = { coin: 'BTC', network: 'BITCOIN', address: otherBitcoinAddress } as const;
  const code = await world.code(customer, 'BTC', { address: otherBitcoinAddress });
  const add = (secondFactor: string) =>
    world.app.call(
      'withdrawAddressAdd',
      { ...target, password: testFundsPassword, code, secondFactor },
      customer.caller,
    );
  const token = (address: string) =>
    passkeyToken(world.app, customer, passkey, { scene: 'WITHDRAW', ...target, address });
  expect(await add(await token(bitcoinAddress))).toMatchObject({ code: 20007 });
  expect(await add(await token(otherBitcoinAddress))).toMatchObject({ code: 200 });
});

describe('a signature', () => {
  it.each([
    ['of another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['made on another page', { origin: 'https://lode.example' }],
    ['for another host', { rpId: 'lode.example' }],
    ['without a verified person', { flags: 0x01 }],
    ['of an enrolment', { type: 'webauthn.create' }],
  ])('%s is refused', async (_what, as) => {
    const { passkey } = await enrolPasskey(world.app, customer);
    expect(await prove(passkey.get(await challenge(), as))).toMatchObject(needed(['PASSKEY']));
    expect(await prove(passkey.get(await challenge()))).toMatchObject({ code: 200 });
  });

  it('is judged once for each challenge, by its own customer, while the challenge lives', async () => {
    const { passkey } = await enrolPasskey(world.app, customer);
    const one = await challenge();
    expect(await prove(passkey.get(one, { flags: 0x01 }))).toMatchObject({ code: 20007 });
    expect(await prove(passkey.get(one))).toMatchObject({ code: 20007 });
    expect(await prove(passkey.get('bWFkZSB1cA'))).toMatchObject({ code: 20007 });
    const stranger = await world.customer();
    const { passkey: foreign } = await enrolPasskey(world.app, stranger);
    expect(await prove(passkey.get(await challenge()), stranger)).toMatchObject({ code: 20007 });
    expect(await prove(foreign.get(await challenge()))).toMatchObject({ code: 20007 });
    const late = await challenge();
    world.app.clock.advance({ minutes: 5 });
    expect(await prove(passkey.get(late))).toMatchObject({ code: 20007 });
    expect(await prove(testPasskey().get(await challenge()))).toMatchObject({ code: 20007 });
  });

  it('of a copied key is found by its counter', async () => {
    const { passkey } = await enrolPasskey(world.app, customer);
    expect(await prove(passkey.get(await challenge(), { counter: 5 }))).toMatchObject({ code: 200 });
    expect(await prove(passkey.get(await challenge(), { counter: 5 }))).toMatchObject({ code: 20007 });
    expect(await prove(passkey.get(await challenge(), { counter: 4 }))).toMatchObject({ code: 20007 });
    expect(await prove(passkey.get(await challenge(), { counter: 6 }))).toMatchObject({ code: 200 });
  });

  it('is asked of customers with a passkey alone', async () => {
    expect(await world.app.call('passkeyChallenge', payment, customer.caller)).toMatchObject({ code: 40008 });
    await enrolPasskey(world.app, customer);
    const { address: _, ...without } = payment;
    expect(await world.app.call('passkeyChallenge', without, customer.caller)).toMatchObject({ code: 400 });
  });
});
