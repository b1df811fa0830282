// Ten wrong logins in fifteen minutes lock an account for fifteen, exactly, also when guesses come all at once. No stranger locks
// the owner's known device with them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refuse } from '../../platform/http/refusal.ts';
import { checkLoginLimit } from '../../platform/secrets/lock-out.ts';
import { startTestApp, type TestApp, testPassword } from '../../testing/app.ts';
import { countedAttempts } from './counted-attempt.ts';
import { insertAttempt } from './login-attempt.store.ts';

const start = new Date('2026-03-10T04:00:00Z').getTime();
const at = (seconds: number) => new Date(start + seconds * 1000);

describe('the rule', () => {
  const attempts = (times: number[], failed = true) =>
    times.map((time, index) => ({ id: BigInt(index), at: at(time), failed })).toReversed();
  const every = (seconds: number, count: number) => Array.from({ length: count }, (_, index) => index * seconds);

  it('lets nine wrong ones pass and locks at the tenth, for fifteen minutes from it', () => {
    expect(checkLoginLimit(attempts(every(60, 9)), at(540))).toEqual({ verdict: 'free' });
    expect(checkLoginLimit(attempts(every(60, 10)), at(540))).toEqual({ verdict: 'locked', until: at(540 + 900) });
    expect(checkLoginLimit(attempts(every(60, 10)), at(540 + 899))).toMatchObject({ verdict: 'locked' });
    expect(checkLoginLimit(attempts(every(60, 10)), at(540 + 900))).toEqual({ verdict: 'free' });
  });

  it('does not lock when ten take longer than the window', () => {
    expect(checkLoginLimit(attempts(every(101, 10)), at(909))).toEqual({ verdict: 'free' });
  });

  it('lets those wait who would be one too many if all that is being compared is wrong', () => {
    const comparing = attempts(every(0, 10), false);
    expect(checkLoginLimit(comparing, at(1))).toEqual({ verdict: 'wait' });
    expect(checkLoginLimit(comparing.slice(1), at(1))).toEqual({ verdict: 'free' });
  });
});

describe('logging in', () => {
  let app: TestApp;
  let account: string;
  beforeAll(async () => {
    app = await startTestApp({ max: 20 });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    account = (await app.createCustomer()).account;
  });

  const logIn = (password: string) => app.call('login', { account, password });
  /** How many answers had each code. */
  const codes = (replies: { code: number }[]) => {
    const counts: Record<number, number> = {};
    for (const { code } of replies) counts[code] = (counts[code] ?? 0) + 1;
    return counts;
  };

  it('is refused after ten wrong passwords, the right one included, until the lock ends [code:20004]', async () => {
    for (let guess = 0; guess < 10; guess++) {
      expect((await logIn('wrong-guess-1')).code).toBe(20001);
      app.clock.advance({ seconds: 10 });
    }
    expect(await logIn(testPassword)).toMatchObject({
      code: 20004,
      message: '账号已锁定，请稍后再试',
      data: { retryAfter: 890 },
    });
    app.clock.advance({ seconds: 889 });
    expect(await logIn(testPassword)).toMatchObject({ code: 20004, data: { retryAfter: 1 } });
    app.clock.advance({ seconds: 1 });
    expect((await logIn(testPassword)).code).toBe(200);
  });

  it('locks an account that does not exist just the same', async () => {
    const unknown = () => app.call('login', { account: '13700000000', password: 'wrong-guess-1' });
    for (let guess = 0; guess < 10; guess++) expect((await unknown()).code).toBe(20001);
    expect((await unknown()).code).toBe(20004);
  });

  it('compares exactly ten of a hundred guesses made at once', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => logIn('wrong-guess-1')));
    expect(codes(replies)).toEqual({ 20001: 10, 20004: 90 });
  });

  it('does not lock an account with the right password, however many logins come at once', async () => {
    const replies = await Promise.all(Array.from({ length: 60 }, () => logIn(testPassword)));
    expect(codes(replies)).toEqual({ 200: 60 });
  });

  /** Guesses of many processes at once, each with a queue of its own: how many were compared. */
  async function comparedByManyProcesses(): Promise<number> {
    let compared = 0;
    const guess = async () => {
      compared++;
      await app.passwords.verify(null, 'wrong-guess-1');
      return refuse('wrongCredentials');
    };
    const processes = Array.from({ length: 20 }, () => countedAttempts({ ...app, announce: async () => undefined }));
    const stranger = { account, knownDevice: null };
    await Promise.all(
      processes.flatMap(({ underLock }) => Array.from({ length: 5 }, () => underLock(stranger, guess))),
    );
    return compared;
  }

  it('does not count attempts of processes that died, and lets no guess more through behind them', async () => {
    const leaveUnfinished = async () => {
      for (let n = 0; n < 40; n++) await insertAttempt(app.database, { account, knownDevice: null }, app.clock.now());
      app.clock.advance({ seconds: 31 });
    };
    await leaveUnfinished();
    for (let guess = 0; guess < 10; guess++) expect((await logIn('wrong-guess-1')).code).toBe(20001);
    await leaveUnfinished();
    expect((await logIn(testPassword)).code).toBe(20004);
  });

  it('compares exactly ten however many processes there are', async () => {
    expect(await comparedByManyProcesses()).toBe(10);
  });

  it('would compare more without the lock in the database [control]', async () => {
    expect(await app.without('login-attempt.lock', comparedByManyProcesses)).toBeGreaterThan(10);
  });

  it('counts wrong codes and wrong old passwords with wrong logins', async () => {
    const { caller, account: other } = await app.createCustomer();
    const { deviceId } = caller;
    for (let guess = 0; guess < 5; guess++) {
      expect((await app.call('login', { account: other, code: '000000' }, { deviceId })).code).toBe(20002);
      const change = { oldPassword: 'wrong-guess-1', newPassword: 'N3wPassword' };
      expect((await app.call('updatePassword', change, caller)).code).toBe(20001);
    }
    expect((await app.call('login', { account: other, password: testPassword }, { deviceId })).code).toBe(20004);
    const change = { oldPassword: testPassword, newPassword: 'N3wPassword' };
    expect((await app.call('updatePassword', change, caller)).code).toBe(20004);
  });

  it('ends a lock-out when the owner sets a new password with a code', async () => {
    for (let guess = 0; guess < 10; guess++) await logIn('wrong-guess-1');
    await app.data('sendCode', { account, scene: 'SET_PASSWORD' });
    await app.data('setPassword', { account, code: await app.lastCode(account), password: 'N3wPassword' });
    expect((await logIn('N3wPassword')).code).toBe(200);
  });

  it('ends a lock-out when the owner logs in with a code; a wrong one is refused like anything else', async () => {
    for (let guess = 0; guess < 10; guess++) await logIn('wrong-guess-1');
    await app.data('sendCode', { account, scene: 'LOGIN' });
    const code = await app.lastCode(account);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await app.call('login', { account, code: wrong })).toMatchObject({ code: 20004, data: { retryAfter: 900 } });
    expect((await app.call('login', { account, code })).code).toBe(200);
    expect((await logIn(testPassword)).code).toBe(200);
  });

  describe('from a known device', () => {
    /** As many devices as guesses, all invented. */
    async function lockOutStrangers(): Promise<void> {
      for (let guess = 0; guess < 10; guess++) {
        const stranger = { deviceId: `invented-${guess}` };
        expect((await app.call('login', { account, password: 'wrong-guess-1' }, stranger)).code).toBe(20001);
      }
      expect((await app.call('login', { account, password: testPassword }, { deviceId: 'one-more' })).code).toBe(20004);
      expect((await logIn(testPassword)).code).toBe(20004);
    }

    it('goes on while strangers are locked out, with all devices that they can invent', async () => {
      await lockOutStrangers();
      const own = { deviceId: `device-of-${account}` };
      const { accessToken } = await app.data('login', { account, password: testPassword }, own);
      const change = { oldPassword: testPassword, newPassword: 'N3wPassword' };
      expect((await app.call('updatePassword', change, { ...own, accessToken })).code).toBe(200);
    });

    it('has a lock-out of its own, which locks no other caller', async () => {
      const own = { deviceId: `device-of-${account}` };
      for (let guess = 0; guess < 10; guess++) {
        expect((await app.call('login', { account, password: 'wrong-guess-1' }, own)).code).toBe(20001);
      }
      expect((await app.call('login', { account, password: testPassword }, own)).code).toBe(20004);
      expect((await logIn(testPassword)).code).toBe(200);
    });

    it('does so when it is not the first, once its first login is a day ago', async () => {
      const second = { deviceId: 'second-phone' };
      await app.data('login', { account, password: testPassword }, second);
      app.clock.advance({ seconds: 24 * 3600 - 1 });
      await lockOutStrangers();
      expect((await app.call('login', { account, password: testPassword }, second)).code).toBe(20004);
      app.clock.advance({ seconds: 1 });
      expect((await app.call('login', { account, password: testPassword }, second)).code).toBe(200);
    });

    it('is not who copied its name into a browser that has a cookie of its own', async () => {
      const { account: thief } = await app.createCustomer();
      const reply = await app.inject({
        method: 'POST',
        url: '/api/user/login',
        headers: { deviceId: 'thief' },
        payload: { account: thief, password: testPassword },
      });
      const [cookie = ''] = String(reply.headers['set-cookie']).split(';');
      const copied = { deviceId: `device-of-${account}`, cookie };
      for (let guess = 0; guess < 10; guess++) {
        expect((await app.call('login', { account, password: 'wrong-guess-1' }, copied)).code).toBe(20001);
      }
      const own = { deviceId: `device-of-${account}` };
      expect((await app.call('login', { account, password: testPassword }, own)).code).toBe(200);
    });

    it('is known to its own account only', async () => {
      const { caller } = await app.createCustomer();
      await lockOutStrangers();
      const other = { deviceId: caller.deviceId };
      expect((await app.call('login', { account, password: testPassword }, other)).code).toBe(20004);
    });
  });
});
