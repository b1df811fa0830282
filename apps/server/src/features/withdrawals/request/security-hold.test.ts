// What holds a withdrawal back, since when and until when, and the address book that ends one of the holds.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestCustomer, testFundsPassword, testPassword } from '../../../testing/app.ts';
import {
  bitcoinAddress,
  evmAddress,
  otherBitcoinAddress,
  startWithdrawalFixture,
} from '../../../testing/withdrawal-fixture.ts';

const start = '2026-03-10T04:00:00.000Z';
let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let customer: TestCustomer;
beforeAll(async () => {
  world = await startWithdrawalFixture();
  app = world.app;
});
afterAll(() => world.stop());
beforeEach(async () => {
  app.clock.set(start);
  customer = await world.customer();
});

const inHours = (hours: number) => new Date(new Date(start).getTime() + hours * 3_600_000).toISOString();
const held = (reason: string, until: string | null) => ({ code: 40005, data: { reason, until } });
const device = (deviceId = customer.caller.deviceId, accessToken = customer.caller.accessToken) =>
  app.data('withdrawCheckDevice', {}, { accessToken, deviceId });
const freeze = () =>
  app.owner.query({
    text: `insert into customer_freeze (customer_id, reason, frozen_at) values ($1, 'a deposit vanished', $2)`,
    values: [customer.id, app.clock.now()],
  });

async function add(
  address: string,
  input: { coin?: 'BTC' | 'USDT'; password?: string; code?: string; label?: string } = {},
) {
  const { coin = 'BTC', label = ' cold ', password = testFundsPassword } = input;
  const code = input.code ?? (await world.code(customer, coin, { address }));
  const network = coin === 'BTC' ? 'BITCOIN' : 'ERC20';
  return app.call('withdrawAddressAdd', { coin, network, address, label, password, code }, customer.caller);
}

describe('a device [call:GET /api/withdraw/check/device] [code:40005]', () => {
  it('that is the first of the account may withdraw at once', async () => {
    expect(await device()).toEqual({ allowed: true, reason: null, until: null });
  });

  it('that is new waits a day from its first login on', async () => {
    const { accessToken } = await app.data(
      'login',
      { account: customer.account, password: testPassword },
      { deviceId: 'new-one' },
    );
    expect(await device('new-one', accessToken)).toEqual({ allowed: false, reason: 'NEW_DEVICE', until: inHours(24) });
    const caller = { ...customer, caller: { accessToken, deviceId: 'new-one' } };
    expect(await world.apply(caller, 'BTC', '0.1')).toMatchObject(held('NEW_DEVICE', inHours(24)));
    app.clock.advance({ hours: 23, minutes: 59 });
    await app.data('login', { account: customer.account, password: testPassword }, { deviceId: 'new-one' });
    expect(await device('new-one', accessToken)).toMatchObject({ until: inHours(24) });
    app.clock.advance({ minutes: 1 });
    expect(await device('new-one', accessToken)).toMatchObject({ allowed: true });
    expect(await world.apply(caller, 'BTC', '0.1')).toMatchObject({ code: 200 });
    expect(await device()).toMatchObject({ allowed: true });
  });

  /** What a browser gets when it logs in, as it sends it back. */
  async function cookieOf(login: { account: string; password: string }, deviceId: string, cookie?: string) {
    const headers = { deviceid: deviceId, ...(cookie && { cookie }) };
    const reply = await app.inject({ method: 'POST', url: '/api/user/login', headers, payload: login });
    const set = reply.headers['set-cookie'];
    const { accessToken } = (reply.json() as { data: { accessToken: string } }).data;
    return { set, accessToken, cookie: typeof set === 'string' ? (set.split(';')[0] ?? '') : undefined };
  }

  it('whose name was copied into another browser is a new one: that one has a cookie for another name', async () => {
    const { deviceId } = customer.caller;
    const victim = { account: customer.account, password: testPassword };
    const thief = await app.createCustomer();
    const own = await cookieOf({ account: thief.account, password: testPassword }, 'browser of a thief');
    expect(own.set).toMatch(/^lodeDevice=\S+; Path=\/api; Max-Age=34560000; HttpOnly; SameSite=Strict$/);
    const stolen = await cookieOf(victim, deviceId, own.cookie);
    expect(stolen.set).toBeUndefined();
    const asThief = { deviceId, accessToken: stolen.accessToken, cookie: own.cookie };
    const check = () => app.data('withdrawCheckDevice', {}, asThief);
    expect(await check()).toEqual({ allowed: false, reason: 'NEW_DEVICE', until: inHours(24) });
    // It is one and the same new one from then on.
    app.clock.advance({ hours: 24 });
    expect(await check()).toMatchObject({ allowed: true });
    // What it logged in as is not what the header alone says, nor what another cookie makes of it.
    expect(await app.call('wallet', {}, { deviceId, accessToken: stolen.accessToken })).toMatchObject({ code: 10111 });
    expect(await device()).toMatchObject({ allowed: true });
  });

  it('with a copied name is not distinguished by the header alone (broken control)', async () => {
    const { deviceId } = customer.caller;
    const { accessToken } = await cookieOf({ account: customer.account, password: testPassword }, deviceId);
    expect(await device(deviceId, accessToken)).toMatchObject({ allowed: true });
  });

  it('with its own cookie, with none, or with one that we have not made is what its header says', async () => {
    const { deviceId } = customer.caller;
    const { cookie = '' } = await cookieOf({ account: customer.account, password: testPassword }, deviceId);
    const forged = `${cookie.slice(0, cookie.indexOf('.'))}.${'A'.repeat(43)}`;
    for (const one of [
      cookie,
      `other=1; ${cookie}; more=2`,
      undefined,
      forged,
      'lodeDevice=',
      `lodeDevice=x.${'A'.repeat(43)}`,
    ]) {
      const caller = { ...customer.caller, ...(one !== undefined && { cookie: one }) };
      expect(await app.data('withdrawCheckDevice', {}, caller), one).toMatchObject({ allowed: true });
    }
  });

  it('is no first one when the sessions before it are thrown away', async () => {
    await app.owner.query({
      text: `update customer set created_at = created_at - interval '200 days' where id = $1`,
      values: [customer.id],
    });
    expect(await device()).toMatchObject({ allowed: false, reason: 'NEW_DEVICE' });
  });
});

describe('a changed password holds for a day, a first setting does not [code:40005]', () => {
  it('login password', async () => {
    await app.data('updatePassword', { oldPassword: testPassword, newPassword: 'Passw0rd2' }, customer.caller);
    expect(await device()).toEqual({ allowed: false, reason: 'PASSWORD_CHANGED', until: inHours(24) });
    expect(await world.apply(customer, 'BTC', '0.1')).toMatchObject(held('PASSWORD_CHANGED', inHours(24)));
    app.clock.advance({ hours: 24 });
    expect(await world.apply(customer, 'BTC', '0.1')).toMatchObject({ code: 200 });
  });

  it('funds password', async () => {
    app.clock.advance({ hours: 2 });
    await app.data('sendCode', { account: customer.account, scene: 'FUNDS_PASSWORD' }, customer.caller);
    const code = await app.lastCode(customer.account);
    await app.data('setFundsPassword', { password: '135790', code }, customer.caller);
    const again = { password: '135790' };
    expect(await world.apply(customer, 'USDT', '20', again)).toMatchObject(held('PASSWORD_CHANGED', inHours(26)));
  });
});

describe('a freeze', () => {
  it('has no end of its own: two of the staff end it [code:40005]', async () => {
    await freeze();
    expect(await device()).toEqual({ allowed: false, reason: 'FROZEN', until: null });
    expect(await world.apply(customer, 'BTC', '0.1')).toMatchObject(held('FROZEN', null));
    const unfreeze = (args: string) => world.ops('customer:unfreeze', `--id ${customer.id} --reason r ${args}`);
    expect((await unfreeze('--by finance')).printed[0]).toMatch(/^proposed as \d+/);
    expect(await device()).toEqual({ allowed: false, reason: 'FROZEN', until: null });
    expect((await unfreeze('--by finance --approved-by finance')).exit).toBe(1);
    expect((await unfreeze('--by finance --approved-by approver')).exit).toBe(0);
    expect((await unfreeze('--by finance --approved-by approver')).failed[0]).toContain('not frozen');
    expect(await world.apply(customer, 'BTC', '0.1')).toMatchObject({ code: 200 });
  });
});

describe('an address [call:GET /api/withdraw/check/address] [call:POST /api/withdraw/address/add]', () => {
  const check = (address: string, coin: 'BTC' | 'USDT' = 'BTC') =>
    app.data('withdrawCheckAddress', { coin, network: coin === 'BTC' ? 'BITCOIN' : 'ERC20', address }, customer.caller);

  it('that is not in the book is new, and its day begins when it is added [code:40005]', async () => {
    const address = otherBitcoinAddress;
    expect(await check(address)).toEqual({ valid: true, reason: 'NEW_ADDRESS', known: false, until: inHours(24) });
    expect(await world.apply(customer, 'BTC', '0.1', { address })).toMatchObject(held('NEW_ADDRESS', inHours(24)));
    app.clock.advance({ hours: 5 });
    expect(await add(address)).toMatchObject({ code: 200, data: { label: 'cold', address, until: inHours(29) } });
    app.clock.advance({ hours: 23 });
    expect(await check(address)).toEqual({ valid: true, reason: 'NEW_ADDRESS', known: true, until: inHours(29) });
    app.clock.advance({ hours: 1 });
    expect(await check(address)).toEqual({ valid: true, reason: null, known: true, until: null });
    expect(await world.apply(customer, 'BTC', '0.1', { address })).toMatchObject({ code: 200 });
  });

  it('is the same in capitals, without 0x, and as mainnet writes it', async () => {
    const known = { valid: true, known: true, reason: null };
    expect(await check(bitcoinAddress.toUpperCase())).toMatchObject(known);
    expect(await check('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toMatchObject(known);
    expect(await check(evmAddress.slice(2).toLowerCase(), 'USDT')).toMatchObject(known);
    const address = bitcoinAddress.toUpperCase();
    expect(await world.apply(customer, 'BTC', '0.1', { address })).toMatchObject({ data: { address: bitcoinAddress } });
    const [, entry] = await app.data('withdrawAddressList', {}, customer.caller);
    expect(await add(address)).toMatchObject({ data: { id: entry?.id, label: '', until: null } });
  });

  it.each([' ', '1', 'bc1q', '0x', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt08q', ` ${bitcoinAddress}`])(
    'that is none is an answer, not an error: "%s"',
    async (address) => {
      expect(await check(address)).toMatchObject({ valid: false, known: false, until: null });
    },
  );

  it('is added with the funds password and a code, which a refusal leaves good [code:30001] [code:20002] [code:40003]', async () => {
    const code = await world.code(customer, 'BTC', { address: otherBitcoinAddress });
    expect(await add(otherBitcoinAddress, { code, password: '000000' })).toMatchObject({ code: 30001 });
    expect(await add(otherBitcoinAddress, { code: '000000' })).toMatchObject({ code: 20002 });
    expect(await add('nonsense', { code })).toMatchObject({ code: 40003 });
    expect(await add(bitcoinAddress, { code })).toMatchObject({ code: 20002 });
    expect(await add(otherBitcoinAddress, { code, label: '冷\u202e' })).toMatchObject({
      code: 400,
      data: { field: 'label' },
    });
    expect(await add(otherBitcoinAddress, { code })).toMatchObject({ code: 200 });
    expect(await add(otherBitcoinAddress, { code })).toMatchObject({ code: 20002 });
    expect(await add(otherBitcoinAddress, { coin: 'USDT' })).toMatchObject({ code: 40003 });
  });

  it('removed from the address book and added again is new; a customer cannot change the book of another [call:GET /api/withdraw/address/list] [call:POST /api/withdraw/address/remove]', async () => {
    const list = () => app.data('withdrawAddressList', {}, customer.caller);
    const id = (await list()).find(({ coin }) => coin === 'BTC')?.id as string;
    const other = await world.customer();
    expect(await app.call('withdrawAddressRemove', { id }, other.caller)).toMatchObject({ status: 404 });
    expect(await app.call('withdrawAddressRemove', { id }, customer.caller)).toMatchObject({ code: 200 });
    expect(await app.call('withdrawAddressRemove', { id }, customer.caller)).toMatchObject({ status: 404 });
    expect(await world.apply(customer, 'BTC', '0.1')).toMatchObject(held('NEW_ADDRESS', inHours(24)));
    await add(bitcoinAddress);
    expect(await check(bitcoinAddress)).toMatchObject({ known: true, until: inHours(24) });
    expect(await list()).toHaveLength(2);
  });

  it('is one too many after fifty [code:40006]', async () => {
    for (let n = 0; n < 48; n += 1) await world.know(customer.id, 'USDT', `0x${String(n + 10).padStart(40, '1')}`);
    const code = await world.code(customer, 'BTC', { address: bitcoinAddress });
    expect(await add(otherBitcoinAddress, { code })).toMatchObject({ code: 40006, data: { limit: '50' } });
    expect(await add(bitcoinAddress, { code })).toMatchObject({ code: 200 });
  });
});
