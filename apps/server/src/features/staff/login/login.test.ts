/**
 * Proves the console's login: passwords, codes of the app and passkeys; that outside the demo nothing is done before a factor stands;
 * that a session is its device's, short, and ends; and that strangers' guesses lock strangers out and no known device.
 */
import type { ConsoleCall } from '@lode/contract/console';
import { unattendedHeader } from '@lode/contract/console-paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsole } from '../../../console.ts';
import { loadConfig } from '../../../platform/config/config.ts';
import { requestCounts, requestLimits } from '../../../platform/http/limits.ts';
import { codeOfStep, stepAt } from '../../../platform/secrets/totp.ts';
import { rowReader } from '../../../testing/all-rows.ts';
import { startTestApp, type TestApp, testPepper } from '../../../testing/app.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../../testing/console-client.ts';
import { testAuthenticator } from '../testing/authenticator.ts';
import { staffWith } from '../testing/staff-with.ts';

let app: TestApp;
/** As in production: a factor is demanded. */
let strict: Awaited<ReturnType<typeof createConsole>>;
beforeAll(async () => {
  app = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  const config = loadConfig({ DEMO: '1', CONSOLE_ORIGIN: consoleOrigin, RATE_LIMIT_SCALE: '10000' });
  const limits = requestLimits(config, requestCounts(app.database));
  const deps = { clock: app.clock, config, pepper: testPepper, log: app.log, checksAnswers: true };
  strict = await createConsole(
    deps,
    { ...app.slices, staff: staffWith(app, {}) as TestApp['slices']['staff'] },
    limits,
  );
});
afterAll(async () => {
  await strict.close();
  await app.stop();
});

const password = 'Lode@Console1';
const code = {
  ok: 200,
  sessionExpired: 10111,
  disabled: 1001,
  wrong: 20001,
  wrongCode: 20002,
  locked: 20004,
  factorNeeded: 20007,
  overLimit: 40006,
  notOperable: 40008,
};
const eventsOf = async (kind: string) =>
  (
    await app.owner.query<{ detail: object }>({
      text: 'select detail from security_event where kind = $1 order by id',
      values: [kind],
    })
  ).rows;
const bytesOf = (secret: string) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};
const codeNow = (secret: string) => codeOfStep(bytesOf(secret), stepAt(app.clock.now()));

describe('in the demo', () => {
  it('a member without a factor logs in with the password alone, and the answer says so', async () => {
    const { call, jar } = consoleClient(app.console);
    const reply = await call('loginByPassword', { name: 'finance', password });
    expect(reply.data).toMatchObject({
      name: 'finance',
      role: 'FINANCE',
      stage: 'OPEN',
      factor: 'PASSWORD',
      hasNoFactor: true,
    });
    expect([...jar.keys()]).toEqual(['__Host-lodeStaff', '__Host-lodeStaffDevice']);
    for (const line of reply.headers['set-cookie'] as string[])
      expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
    expect(reply.headers['cache-control']).toBe('no-store');
    expect((await call('session')).data).toMatchObject({ name: 'finance' });
    expect(await eventsOf('STAFF_SESSION_OPENED')).toEqual([
      { detail: { staff: 'finance', factor: 'PASSWORD', network: '203.0.113.0/24' } },
    ]);
  });

  it('an unknown name, a wrong password and an empty session are refused', async () => {
    const { call } = consoleClient(app.console);
    expect((await call('loginByPassword', { name: 'unknown-name', password })).code).toBe(code.wrong);
    expect((await call('loginByPassword', { name: 'finance', password: 'wrong' })).code).toBe(code.wrong);
    expect((await call('session')).code).toBe(code.sessionExpired);
  });
});

/** Where the newest line of that action says that it was given from. */
const placeOf = async (action: string, name: string) =>
  (
    await app.owner.query({
      text: `select detail ->> 'session' as session, detail ->> 'origin' as origin from audit_log
             where action = $1 and subject = 'staff ' || $2 order by id desc limit 1`,
      values: [action, name],
    })
  ).rows[0];
const place = { session: expect.stringMatching(/^\d+$/), origin: expect.stringMatching(/^203\.0\.113\./) };

describe('outside the demo', () => {
  it('nothing is done before a factor is set up, which ends the other sessions', async () => {
    const [one, other] = [consoleClient(strict), consoleClient(strict)];
    await other.call('loginByPassword', { name: 'support', password });
    expect((await one.call('loginByPassword', { name: 'support', password })).data.stage).toBe('SET_UP_FACTOR');
    expect((await one.call('sessions')).code).toBe(code.notOperable);
    expect((await one.call('totpBegin', { password: 'wrong' })).code).toBe(code.wrong);
    const { secret, uri } = (await one.call('totpBegin', { password })).data;
    expect(uri).toContain(`secret=${secret}`);
    expect((await one.call('totpConfirm', { code: '000000' })).code).toBe(code.wrongCode);
    const before = one.jar.get('__Host-lodeStaff');
    expect((await one.call('totpConfirm', { code: codeNow(secret) })).data).toMatchObject({
      stage: 'OPEN',
      hasNoFactor: false,
    });
    expect(one.jar.get('__Host-lodeStaff')).not.toBe(before);
    expect((await other.call('session')).code).toBe(code.sessionExpired);
    expect((await one.call('sessions')).data).toHaveLength(1);

    const fresh = consoleClient(strict);
    expect(await fresh.call('loginByPassword', { name: 'support', password })).toMatchObject({
      code: code.factorNeeded,
      data: { methods: ['TOTP'] },
    });
    expect((await fresh.call('loginByPassword', { name: 'support', password, code: codeNow(secret) })).code).toBe(
      code.wrongCode,
    );
    app.clock.advance({ minutes: 1 });
    expect(
      (await fresh.call('loginByPassword', { name: 'support', password: 'wrong', code: codeNow(secret) })).code,
    ).toBe(code.wrong);
    expect(
      (await fresh.call('loginByPassword', { name: 'support', password, code: codeNow(secret) })).data,
    ).toMatchObject({
      factor: 'TOTP',
      stage: 'OPEN',
    });
    expect((await fresh.call('totpBegin', { password })).code).toBe(code.notOperable);
    expect(await app.slices.staff.findAlteredStaff()).toEqual([]);
    expect(await placeOf('staff:totp', 'support')).toEqual(place);
  });

  it('a first password is only good to choose another one', async () => {
    const added = await runCommand(
      app,
      app.slices.staff.opsCommands['staff:add'],
      '--name eve --role FINANCE --by admin --approved-by approver --reason joined',
    );
    const first = /is ([A-Z2-7]{20}):/.exec(added.printed.join())?.[1] ?? '';
    const { call } = consoleClient(strict);
    expect((await call('loginByPassword', { name: 'eve', password: first })).data.stage).toBe('CHOOSE_PASSWORD');
    expect((await call('totpBegin', { password: first })).code).toBe(code.notOperable);
    expect((await call('passkeyOptions', { password: first })).code).toBe(code.notOperable);
    expect((await call('changePassword', { password: first, newPassword: 'Passw0rd' })).code).toBe(20005);
    expect((await call('changePassword', { password: 'wrong', newPassword: 'Lode@Eve12' })).code).toBe(code.wrong);
    expect((await call('changePassword', { password: first, newPassword: 'Lode@Eve12' })).data.stage).toBe(
      'SET_UP_FACTOR',
    );
    expect(await placeOf('staff:password', 'eve')).toEqual(place);
    expect((await consoleClient(strict).call('loginByPassword', { name: 'eve', password: first })).code).toBe(
      code.wrong,
    );
  });
});

describe('a passkey', () => {
  const authenticator = testAuthenticator({ origin: consoleOrigin });

  it('is added with the password, and logs in alone', async () => {
    const { call } = consoleClient(strict);
    await call('loginByPassword', { name: 'approver', password });
    expect((await call('passkeyOptions', { password: 'wrong' })).code).toBe(code.wrong);
    const options = (await call('passkeyOptions', { password })).data;
    expect(options).toMatchObject({
      rp: { id: 'console.example.com' },
      user: { name: 'approver' },
      authenticatorSelection: { userVerification: 'required' },
    });
    const add = (falsified = {}, challenge = options.challenge) =>
      call('passkeyAdd', { response: authenticator.create(challenge, falsified), label: 'key' });
    expect((await add({}, Buffer.alloc(32).toString('base64url'))).code).toBe(code.notOperable);
    const again = (await call('passkeyOptions', { password })).data.challenge;
    expect((await add({ origin: 'https://evil.example.com' }, again)).code).toBe(code.notOperable);
    const third = (await call('passkeyOptions', { password })).data.challenge;
    expect((await add({}, third)).data).toMatchObject({ stage: 'OPEN', factor: 'PASSKEY' });
    expect((await add({}, third)).code).toBe(code.notOperable);
    expect(await app.slices.staff.findAlteredStaff()).toEqual([]);
    expect(await placeOf('staff:passkey', 'approver')).toEqual(place);
    expect(await consoleClient(strict).call('loginByPassword', { name: 'approver', password })).toMatchObject({
      code: code.factorNeeded,
      data: { methods: ['PASSKEY'] },
    });
  });

  it('signs each challenge once, for this origin, with its PIN, with a counter that grows', async () => {
    const { call } = consoleClient(strict);
    const ask = async (falsified = {}, challenge?: string) => {
      const own = challenge ?? (await call('loginPasskeyOptions')).data.challenge;
      return call('loginByPasskey', { response: authenticator.get(own, falsified) });
    };
    expect((await ask({ origin: 'https://evil.example.com' })).code).toBe(code.wrong);
    expect((await ask({ rpId: 'evil.example.com' })).code).toBe(code.wrong);
    expect((await ask({ flags: 0x01 })).code).toBe(code.wrong);
    for (const unknown of [Buffer.alloc(32).toString('base64url'), '\0', ''])
      expect((await ask({}, unknown)).code).toBe(code.wrong);
    const stranger = testAuthenticator({ origin: consoleOrigin });
    const { challenge } = (await call('loginPasskeyOptions')).data;
    expect((await call('loginByPasskey', { response: stranger.get(challenge) })).code).toBe(code.wrong);
    const good = (await call('loginPasskeyOptions')).data.challenge;
    expect((await ask({}, good)).data).toMatchObject({ name: 'approver', factor: 'PASSKEY', stage: 'OPEN' });
    expect((await ask({}, good)).code).toBe(code.wrong);
    expect((await ask({ counter: 1 })).code).toBe(code.wrong);
    app.clock.advance({ minutes: 6 });
    const old = (await call('loginPasskeyOptions')).data.challenge;
    app.clock.advance({ minutes: 6 });
    expect((await ask({}, old)).code).toBe(code.wrong);
  });

  it('is one of ten at most, also where two began while there were nine', async () => {
    const login = consoleClient(strict);
    const options = async () => (await login.call('passkeyOptions', { password })).data;
    const add = (challenge: string) =>
      login.call('passkeyAdd', {
        response: testAuthenticator({ origin: consoleOrigin }).create(challenge),
        label: 'key',
      });
    await login.call('loginByPassword', { name: 'operations', password });
    for (let n = 0; n < 9; n++) expect((await add((await options()).challenge)).code).toBe(code.ok);
    const [tenth, eleventh] = [(await options()).challenge, (await options()).challenge];
    expect((await add(tenth)).code).toBe(code.ok);
    expect(await add(eleventh)).toMatchObject({ code: code.overLimit, data: { limit: '10' } });
    expect(await login.call('passkeyOptions', { password })).toMatchObject({ code: code.overLimit });
  });
});

describe('a session', () => {
  const logIn = async (name = 'finance') => {
    const client = consoleClient(app.console);
    await client.call('loginByPassword', { name, password });
    return client;
  };

  it('ends after fifteen idle minutes, after twelve hours, and not before', async () => {
    const { call } = await logIn();
    for (let n = 0; n < 51; n++) {
      app.clock.advance({ minutes: 14 });
      expect((await call('session')).code).toBe(code.ok);
    }
    app.clock.advance({ minutes: 7 });
    expect((await call('session')).code).toBe(code.sessionExpired);
    const idle = await logIn();
    app.clock.advance({ minutes: 16 });
    expect((await idle.call('session')).code).toBe(code.sessionExpired);
  });

  it('ends after fifteen minutes in which only its page asked, whatever it asked', async () => {
    const left = await logIn('auditor');
    const byItself = { [unattendedHeader]: '1' };
    for (let n = 0; n < 14; n++) {
      app.clock.advance({ minutes: 1 });
      expect((await left.call('workQueue', {}, byItself)).code).toBe(code.ok);
    }
    app.clock.advance({ minutes: 2 });
    expect((await left.call('workQueue', {}, byItself)).code).toBe(code.sessionExpired);
  });

  it('is good on its own device only', async () => {
    const [mine, other] = [await logIn(), await logIn()];
    const stolen = consoleClient(app.console);
    stolen.jar.set('__Host-lodeStaff', mine.jar.get('__Host-lodeStaff') ?? '');
    expect((await stolen.call('session')).code).toBe(code.sessionExpired);
    stolen.jar.set('__Host-lodeStaffDevice', other.jar.get('__Host-lodeStaffDevice') ?? '');
    expect((await stolen.call('session')).code).toBe(code.sessionExpired);
    stolen.jar.set('__Host-lodeStaffDevice', `${'a'.repeat(32)}.${'a'.repeat(43)}`);
    expect((await stolen.call('session')).code).toBe(code.sessionExpired);
    expect((await mine.call('session')).code).toBe(code.ok);
  });

  it('ends by logout, by another session of the member, and by no other member', async () => {
    const [one, other, stranger] = [await logIn(), await logIn(), await logIn('auditor')];
    const id = (await one.call('session')).data.id;
    expect((await stranger.call('endSession', { id })).status).toBe(404);
    expect((await other.call('sessions')).data.map(({ isCurrent }) => isCurrent)).toContain(true);
    expect((await other.call('endSession', { id })).code).toBe(code.ok);
    expect((await one.call('session')).code).toBe(code.sessionExpired);
    const third = await logIn();
    expect((await third.call('endSessions')).code).toBe(code.ok);
    expect((await other.call('session')).code).toBe(code.sessionExpired);
    expect((await third.call('logout')).code).toBe(code.ok);
    expect(third.jar.has('__Host-lodeStaff')).toBe(false);
    expect((await stranger.call('session')).code).toBe(code.ok);
    expect((await eventsOf('STAFF_SESSION_ENDED')).length).toBe(3);
  });

  it('on the same device replaces the one before, and an eleventh device ends the oldest', async () => {
    const first = await logIn('auditor');
    const before = first.jar.get('__Host-lodeStaff') ?? '';
    await first.call('loginByPassword', { name: 'auditor', password });
    const now = first.jar.get('__Host-lodeStaff') ?? '';
    first.jar.set('__Host-lodeStaff', before);
    expect((await first.call('session')).code).toBe(code.sessionExpired);
    first.jar.set('__Host-lodeStaff', now);
    await first.call('endSessions');
    for (let n = 2; n <= 10; n++) await logIn('auditor');
    expect((await first.call('sessions')).data).toHaveLength(10);
    const eleventh = await logIn('auditor');
    expect((await first.call('session')).code).toBe(code.sessionExpired);
    expect((await eleventh.call('sessions')).data).toHaveLength(10);
  });

  it('of a member who is disabled ends, and none is opened', async () => {
    const { call } = await logIn('operations');
    const disable = '--name operations --by admin --approved-by approver --reason left';
    expect((await runCommand(app, app.slices.staff.opsCommands['staff:disable'], disable)).exit).toBe(0);
    expect((await call('session')).code).toBe(code.sessionExpired);
    expect((await call('loginByPassword', { name: 'operations', password })).code).toBe(code.disabled);
    expect((await call('loginByPassword', { name: 'operations', password: 'wrong' })).code).toBe(code.wrong);
  });

  it('begins only for a member who still has the password that was compared', async () => {
    const { rows } = await app.owner.query<{ was: boolean; is: boolean; disabled: boolean }>({
      text: `select hold_staff(a.id, 'a hash of before') as was, hold_staff(a.id, a.password_hash) as is, hold_staff(o.id, o.password_hash) as disabled
             from staff a, staff o where a.name = 'admin' and o.name = 'operations'`,
    });
    expect(rows).toEqual([{ was: false, is: true, disabled: false }]);
  });

  it('that ended stays ended, whatever a staff process writes', async () => {
    await expect(
      app.owner.query({
        text: `update staff_session set ended_at = null, end_reason = null where ended_at is not null`,
      }),
    ).rejects.toThrow('it is ended or confirmed');
  });
});

describe('wrong guesses', () => {
  it('of strangers lock strangers out, and neither a known device nor the terminal', async () => {
    const known = consoleClient(app.console);
    await known.call('loginByPassword', { name: 'admin', password });
    const strangers = Array.from({ length: 3 }, (_, n) => consoleClient(app.console, { ip: `198.51.100.${n}` }));
    for (let n = 0; n < 10; n++)
      expect((await strangers[n % 3]?.call('loginByPassword', { name: 'admin', password: 'wrong' }))?.code).toBe(
        code.wrong,
      );
    for (const stranger of strangers)
      expect((await stranger.call('loginByPassword', { name: 'admin', password })).code).toBe(code.locked);
    expect((await known.call('loginByPassword', { name: 'admin', password })).code).toBe(code.ok);
    expect(await eventsOf('STAFF_LOCKED')).toEqual([{ detail: { staff: 'admin', caller: 'stranger' } }]);
    for (let n = 0; n < 10; n++) await known.call('loginByPassword', { name: 'admin', password: 'wrong' });
    expect((await known.call('loginByPassword', { name: 'admin', password })).code).toBe(code.locked);
    app.clock.advance({ minutes: 16 });
    expect((await known.call('loginByPassword', { name: 'admin', password })).code).toBe(code.ok);
  });

  it('many at once are no more than ten', async () => {
    const guesses = Array.from({ length: 40 }, () =>
      consoleClient(app.console).call('loginByPassword', { name: 'auditor', password: 'wrong' }),
    );
    const codes = (await Promise.all(guesses)).map((reply) => reply.code);
    expect(codes.filter((one) => one === code.wrong)).toHaveLength(10);
    expect(codes.filter((one) => one === code.locked)).toHaveLength(30);
  });
});

it('a request that comes again finds the session over that it came with, or its code or challenge used up', async () => {
  const [me, key] = [consoleClient(strict), testAuthenticator({ origin: consoleOrigin })];
  const [member, own] = [{ name: 'eve', password: 'Lode@Eve12' }, { password: 'Lode@Eve34' }];
  await me.call('loginByPassword', member);
  const readAll = rowReader(app);
  async function once(name: ConsoleCall, input: object, again: number) {
    const cookie = [...me.jar].map(([cookieName, value]) => `${cookieName}=${value}`).join('; ');
    expect((await me.call(name, input)).code, name).toBe(code.ok);
    const after = await readAll();
    expect((await consoleClient(strict).call(name, input, { cookie })).code, name).toBe(again);
    expect(await readAll(), `${name} again`).toEqual(after);
  }
  await once('changePassword', { password: member.password, newPassword: own.password }, code.sessionExpired);
  const { secret } = (await me.call('totpBegin', own)).data;
  await once('totpConfirm', { code: codeNow(secret) }, code.sessionExpired);
  const made = key.create((await me.call('passkeyOptions', own)).data.challenge);
  await once('passkeyAdd', { response: made, label: 'key' }, code.sessionExpired);
  const other = consoleClient(strict);
  app.clock.advance({ minutes: 1 });
  await other.call('loginByPassword', { ...member, ...own, code: codeNow(secret) });
  await once('endSession', { id: (await other.call('session')).data.id }, 404);
  await once('endSessions', {}, code.ok);
  await once('logout', {}, code.sessionExpired);
  const { challenge } = (await me.call('loginPasskeyOptions')).data;
  await once('loginByPasskey', { response: key.get(challenge) }, code.wrong);
  app.clock.advance({ minutes: 1 });
  await once('loginByPassword', { ...member, ...own, code: codeNow(secret) }, code.wrongCode);
});
