// The pepper is replaced: all that was made with the one before goes on, comes under the new one at its next use, and is counted until then.
import { methodAndPath } from '@lode/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pepperCheck } from './commands/pepper-check.ts';
import { authenticator, setSecondFactor } from './features/second-factor/testing/authenticator.ts';
import { isRefusal } from './platform/http/refusal.ts';
import { pepperFingerprint, pepperId } from './platform/secrets/pepper.ts';
import { replacePepper } from './replace-pepper.ts';
import {
  startTestApp,
  type TestApp,
  type TestCustomer,
  testFundsPassword,
  testPassword,
  testPepper,
} from './testing/app.ts';
import { as } from './testing/caller-role.ts';
import { addStaff, runCommand } from './testing/commands.ts';
import { consoleClient, consoleOrigin } from './testing/console-client.ts';

const newPepper = Buffer.from('the pepper that takes its place');
const password = 'Lode@Console1';

let app: TestApp;
let [one, two, three] = [] as unknown as [TestCustomer, TestCustomer, TestCustomer];
let secrets: { recoveryCodes: string[]; secret: string };
let memberSecret: string;
let deviceCookie: string;
beforeAll(async () => {
  app = await startTestApp({ now: new Date().toISOString(), env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  await app.owner.query({
    text: `insert into installation (mode, pepper_fingerprint) values ('production', $1)`,
    values: [pepperFingerprint(testPepper)],
  });
  [one, two, three] = [await app.createMoneyCustomer(), await app.createMoneyCustomer(), await app.createCustomer()];
  secrets = await setSecondFactor(app, one);
  const { call } = consoleClient(app.console);
  await call('loginByPassword', { name: 'support', password });
  memberSecret = (await call('totpBegin', { password })).data.secret;
  expect((await call('totpConfirm', { code: authenticator(memberSecret)(-1) })).code).toBe(200);
  deviceCookie = (await logIn(app, one)).cookie.split(';')[0] ?? '';
});
afterAll(() => app.stop());

async function request(
  by: Pick<TestApp, 'inject'>,
  name: 'login' | 'checkFundsPassword',
  payload: object,
  headers: Record<string, string> = {},
) {
  const { method, path } = methodAndPath(name);
  const reply = await by.inject({ method, url: path, payload, headers });
  return { ...(JSON.parse(reply.body) as { code: number }), cookie: String(reply.headers['set-cookie'] ?? '') };
}
const logIn = (by: Pick<TestApp, 'inject'>, { account, caller }: TestCustomer, headers: Record<string, string> = {}) =>
  request(by, 'login', { account, password: testPassword }, { deviceid: caller.deviceId ?? '', ...headers });

const stored = async ({ id }: TestCustomer) =>
  (
    await app.owner.query<{ login: string; funds: string; changed: Date | null }>({
      text: `select password_hash as login, funds_password_hash as funds, funds_password_changed_at as changed
             from customer where id = $1`,
      values: [id],
    })
  ).rows[0];
const setHash = (to: string, { id }: TestCustomer) =>
  as('public', () =>
    app.database.query({ text: 'update customer set password_hash = $1 where id = $2', values: [to, id] }),
  );
/** Whether the database gives a time to a hash that names none; nothing stays. */
async function isTimed(to: string, { id }: TestCustomer): Promise<boolean> {
  const undone = new Error('undone');
  let at: Date | null | undefined;
  const set = as('public', () =>
    app.database.transaction(async (dbTx) => {
      const text = 'update customer set password_hash = $1 where id = $2 returning password_changed_at as at';
      at = (await dbTx.query<{ at: Date | null }>({ text, values: [to, id] })).rows[0]?.at;
      throw undone;
    }),
  );
  await expect(set).rejects.toBe(undone);
  return at instanceof Date && Math.abs(at.getTime() - Date.now()) < 60_000;
}
const check = () => runCommand(app, pepperCheck(), '');
const replacement = () => ({ previous: testPepper, present: newPepper, by: 'admin', now: app.clock.now() });

it('takes the pepper of this database and an ADMIN of the staff', async () => {
  expect((await check()).printed).toEqual(['the pepper was never replaced']);
  const wrong = (change: object) => replacePepper(app.owner, { ...replacement(), ...change });
  await expect(wrong({ previous: newPepper, present: testPepper })).rejects.toThrow(
    'is not the pepper of this database',
  );
  await expect(wrong({ present: testPepper })).rejects.toThrow('is the same as');
  await expect(wrong({ by: 'finance' })).rejects.toThrow('finance is no active ADMIN');
  await expect(replacePepper(app.database as TestApp['owner'], replacement())).rejects.toThrow();
});

it('gives each other hash that a process for customers writes the time of its change', async () => {
  const under = (pepper: Buffer) => `$argon2id$v=19$m=8,t=1,p=1,keyid=${pepperId(pepper)}$c2FsdA$aGFzaA`;
  expect(await isTimed(under(newPepper), three)).toBe(true);
  expect(await replacePepper(app.owner, replacement())).toEqual({ customers: 1, staff: 1 });
  expect(await replacePepper(app.owner, replacement())).toBe(null);
  for (const hash of [under(testPepper), 'unnamed']) expect(await isTimed(hash, three)).toBe(true);
  expect(await isTimed(under(newPepper), three)).toBe(false);
  await setHash(under(newPepper), three);
  // Once for each hash.
  expect(await isTimed(`${under(newPepper)}B`, three)).toBe(true);
});

it('opens all of before with both, and hashes anew what was right', async () => {
  expect((await check()).failed).toEqual([
    '2 login passwords are under the previous pepper',
    '2 funds passwords are under the previous pepper',
    '6 passwords of the staff are under the previous pepper',
    '10 recovery codes are under the previous pepper',
  ]);
  const both = await app.startAnother({ peppers: { present: newPepper, previous: testPepper } });
  const before = await stored(one);
  const again = await logIn(both, one, { cookie: deviceCookie });
  // The cookie names the device still, and is made anew.
  expect(again).toMatchObject({ code: 200, cookie: expect.stringContaining(deviceCookie.split('.')[0] ?? '') });
  expect(again.cookie).not.toContain(deviceCookie);
  const guess = (given: string) =>
    both.slices.secondFactor.proveSecondFactor({ customerId: one.id, given, madeFor: '', now: app.clock.now() });
  for (const given of [authenticator(secrets.secret)(), secrets.recoveryCodes[0] ?? ''])
    expect(isRefusal(await guess(given))).toBe(false);
  expect(isRefusal(await guess('AAAAAA-AAAAAA-AAAAAA-AAAAAA'))).toBe(true);
  const funds = { password: testFundsPassword, purpose: 'WITHDRAW' };
  const headers = { accesstoken: one.caller.accessToken ?? '', deviceid: one.caller.deviceId ?? '' };
  expect(await request(both, 'checkFundsPassword', funds, headers)).toMatchObject({ code: 200 });
  const after = await stored(one);
  for (const hash of [after?.login, after?.funds]) expect(hash).toContain(`,keyid=${pepperId(newPepper)}$`);
  expect(after?.login).not.toBe(before?.login);
  expect(after?.changed).toEqual(before?.changed);
  expect(await request(both, 'checkFundsPassword', funds, headers)).toMatchObject({ code: 200 });
  const member = { name: 'support', password, code: authenticator(memberSecret)() };
  expect(await consoleClient(both.console).call('loginByPassword', member)).toMatchObject({ code: 200 });
  expect(await app.slices.staff.findAlteredStaff()).toEqual([]);
  await both.stop();
});

it('is asked for no longer by what was hashed anew, and by the rest still', async () => {
  const alone = await app.startAnother({ peppers: { present: newPepper, previous: null } });
  expect(await logIn(alone, one)).toMatchObject({ code: 200 });
  expect(await logIn(alone, two)).toMatchObject({ code: 20001 });
  await alone.stop();
  expect((await check()).failed[0]).toBe('1 login passwords are under the previous pepper');
  const second = { previous: newPepper, present: Buffer.from('a third pepper of this test') };
  await expect(replacePepper(app.owner, { ...replacement(), ...second })).rejects.toThrow(
    /still needed by 1 login passwords, 1 funds passwords/,
  );
});
