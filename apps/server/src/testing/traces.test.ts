// What an attack leaves in the security log: from which network, with which factor, each wrong secret, each refused session; and no secret.
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setSecondFactor } from '../features/second-factor/testing/authenticator.ts';
import { startTestApp, type TestApp, type TestCustomer, testFundsPassword, testPassword } from './app.ts';
import { addStaff, runCommand } from './commands.ts';

let app: TestApp;
let customer: TestCustomer;
let before = 0n;
const logged: Record<string, unknown>[] = [];
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  app = await startTestApp({ log });
  await addStaff(app);
});
beforeEach(async () => {
  customer = await app.createMoneyCustomer();
  before = (await events()).at(-1)?.id ?? 0n;
});
afterAll(() => app.stop());

interface Event {
  id: bigint;
  kind: string;
  customerId: bigint | null;
  detail: Record<string, string>;
}

async function events(): Promise<Event[]> {
  const text = `select id, kind, customer_id as "customerId", detail from security_event where id > $1 order by id`;
  return (await app.owner.query<Event>({ text, values: [before] })).rows;
}
const ofKind = async (kind: string) => (await events()).filter((event) => event.kind === kind);
const details = async (kind: string) => (await ofKind(kind)).map(({ detail }) => detail);
const network = '127.0.0.0/24';

describe('a login', () => {
  it('says its network and its factor, also when the secret was wrong', async () => {
    const { account } = customer;
    await app.call('login', { account, password: 'wrong-one' });
    await app.data('login', { account, password: testPassword });
    app.clock.advance({ minutes: 2 });
    await app.data('sendCode', { account, scene: 'LOGIN' });
    await app.data('login', { account, code: await app.lastCode(account) });
    expect(await details('LOGIN_FAILED')).toMatchObject([{ factor: 'password', network }]);
    expect(await details('SESSION_OPENED')).toMatchObject([
      { factor: 'password', network },
      { factor: 'code', network },
    ]);
  });

  it('names a network and never the address', async () => {
    const headers = { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' };
    const proxied = await startTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    await proxied.inject({ method: 'POST', url: '/api/user/login?account=a@b.cn&password=wrong-one', headers });
    const { rows } = await proxied.owner.query<{ detail: object }>({ text: 'select detail from security_event' });
    await proxied.stop();
    expect(rows).toMatchObject([{ detail: { network: '2001:db8:1:0/56' } }]);
    expect(JSON.stringify(rows)).not.toContain(':3:4');
  });
});

describe('each wrong secret of a customer who is logged in', () => {
  it('is an event until its lock closes: no flood writes more', async () => {
    const guess = () => app.call('checkFundsPassword', { password: '135791', purpose: 'WITHDRAW' }, customer.caller);
    for (let n = 0; n < 12; n++) await guess();
    const left = (await details('FUNDS_PASSWORD_FAILED')).map(({ remaining }) => remaining);
    expect(left).toEqual(['4', '3', '2', '1', '0']);
    expect(await details('FUNDS_PASSWORD_LOCKED')).toHaveLength(1);
  });

  it('of the app and of a message, too, and none of them is in the log', async () => {
    const { codeOf } = await setSecondFactor(app, customer);
    const wrong = codeOf(-100);
    await app.slices.secondFactor.proveSecondFactor({
      customerId: customer.id,
      given: wrong,
      madeFor: '',
      now: app.clock.now(),
    });
    app.clock.advance({ minutes: 2 });
    const { account, caller } = customer;
    await app.data('sendCode', { account, scene: 'FUNDS_PASSWORD' }, caller);
    const right = await app.lastCode(account);
    const code = right === '000000' ? '111111' : '000000';
    for (let n = 0; n < 8; n++) await app.call('setFundsPassword', { password: '802468', code }, caller);
    expect(await details('SECOND_FACTOR_FAILED')).toMatchObject([{ remaining: '4' }]);
    expect(await details('CODE_FAILED')).toEqual(
      Array.from({ length: 5 }, () => ({ scene: 'FUNDS_PASSWORD', network })),
    );
    const text = JSON.stringify((await events()).map(({ detail }) => detail));
    for (const secret of [wrong, right, `"${code}"`, testFundsPassword, account, caller.accessToken])
      expect(text).not.toContain(secret);
  });
});

describe('refused access', () => {
  it('of a right token on another device is an event, once in an hour with the number', async () => {
    const { accessToken } = customer.caller;
    const ask = () => app.call('userInfo', {}, { accessToken, deviceId: 'another' });
    for (let n = 0; n < 3; n++) expect((await ask()).code).toBe(10111);
    await app.call('wallet', {}, { accessToken, deviceId: 'another' });
    app.clock.advance({ hours: 1 });
    await ask();
    expect(await details('ACCESS_REFUSED')).toMatchObject([
      { reason: 'other-device', times: '1', network },
      { reason: 'other-device', times: '4', network },
    ]);
    expect((await ofKind('ACCESS_REFUSED'))[0]?.customerId).toBe(customer.id);
  });

  it('of a disabled customer, and to the codes of another one, are events; an unknown or ended session is none', async () => {
    const other = await app.createCustomer();
    await app.call('sendCode', { account: other.account, scene: 'FUNDS_PASSWORD' }, customer.caller);
    await app.call('logout', {}, other.caller);
    await app.call('userInfo', {}, other.caller);
    await app.call('userInfo', {}, { accessToken: 'guess' });
    const disable = app.slices.identity.opsCommands['customer:disable'];
    await runCommand(app, disable, `--id ${customer.id} --by admin --reason a`);
    expect((await app.call('wallet', {}, customer.caller)).code).toBe(1001);
    expect((await details('ACCESS_REFUSED')).map(({ reason }) => reason)).toEqual(['other-account', 'disabled']);
  });

  it('of staff without the role is an event', async () => {
    const disable = app.slices.identity.opsCommands['customer:disable'];
    expect((await runCommand(app, disable, `--id ${customer.id} --by support --reason a`)).exit).toBe(1);
    expect(await details('STAFF_DENIED')).toEqual([{ staff: 'support', reason: 'role' }]);
  });

  it('by the input check, or of what is not there, is a line of the program log, sampled and without the input', async () => {
    const from = logged.length;
    for (let n = 0; n < 3; n++) await app.call('sessionRevoke', { id: '999999' }, customer.caller);
    await app.inject({ method: 'POST', url: '/api/user/login?account=a&colour=red-as-blood' });
    const lines = logged.slice(from).filter(({ event }) => event === 'request.refused');
    expect(lines).toMatchObject([
      { call: 'sessionRevoke', by: 'not-found', network, customer: String(customer.id), refused: 1 },
      { call: 'login', by: 'input', network, refused: 1 },
    ]);
    expect(JSON.stringify(lines)).not.toContain('red-as-blood');
  });
});

it('sessions ended all at once are an event with their number', async () => {
  const { account, caller } = customer;
  await app.data('login', { account, password: testPassword });
  await app.data('updatePassword', { oldPassword: testPassword, newPassword: 'Lode@Other1' }, caller);
  await app.data('login', { account, password: 'Lode@Other1' });
  await app.data('sessionRevokeAll', {}, caller);
  expect(await details('SESSION_ENDED')).toEqual([{ reason: 'password-changed', sessions: '1', network }]);
  expect(await details('SESSIONS_REVOKED')).toEqual([{ reason: 'revoked', sessions: '1', network }]);
});
