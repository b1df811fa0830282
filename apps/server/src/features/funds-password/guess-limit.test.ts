// Five wrong funds passwords in a row lock it for three hours, exactly, also when guesses come all at once.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer, testFundsPassword } from '../../testing/app.ts';
import { insertAttempt } from './attempt.store.ts';
import { guardedGuesses } from './guarded-guess.ts';
import { checkGuessLimit } from './guess-limit.ts';
import { guessTenThousandTimes } from './testing/guess-at-once.ts';

const start = new Date('2026-03-10T04:00:00Z').getTime();
const at = (seconds: number) => new Date(start + seconds * 1000);

describe('the rule', () => {
  const attempts = (times: number[], failed = true) =>
    times.map((time, index) => ({ id: BigInt(index), at: at(time), failed })).toReversed();
  const week = 7 * 24 * 3600;

  it('lets four wrong ones pass and locks at the fifth for three hours from it, however long they took', () => {
    expect(checkGuessLimit(attempts([0, 1, 2, 3]), at(4))).toEqual({ verdict: 'free' });
    const five = attempts([0, week, 2 * week, 3 * week, 4 * week]);
    const until = at(4 * week + 10_800);
    expect(checkGuessLimit(five, at(4 * week))).toEqual({ verdict: 'locked', until });
    expect(checkGuessLimit(five, at(4 * week + 10_799))).toEqual({ verdict: 'locked', until });
    expect(checkGuessLimit(five, at(4 * week + 10_800))).toEqual({ verdict: 'free-again' });
  });

  it('lets those wait who would be one too many if all that is being compared is wrong', () => {
    const comparing = attempts([0, 0, 0, 0, 0], false);
    expect(checkGuessLimit(comparing, at(1))).toEqual({ verdict: 'wait' });
    expect(checkGuessLimit(comparing.slice(1), at(1))).toEqual({ verdict: 'free' });
  });
});

describe('checking the funds password', () => {
  let app: TestApp;
  let customer: TestCustomer;
  beforeAll(async () => {
    app = await startTestApp({ max: 20 });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    customer = await app.createMoneyCustomer();
  });

  const check = (password: string) => app.call('checkFundsPassword', { password, purpose: 'COIN_UP' }, customer.caller);
  const wrong = async () => (await check('000000')).data;

  it('counts down the tries, then refuses the right one too, until the lock ends [call:POST /api/user/wallet/check-password] [code:30001] [code:30003] [area:funds-password]', async () => {
    for (const remaining of [4, 3, 2, 1, 0]) {
      expect(await check('000000')).toMatchObject({ code: 30001, message: '密码错误！', data: { remaining } });
      app.clock.advance({ minutes: 1 });
    }
    const locked = { code: 30003, message: '资金密码已锁定' };
    expect(await check(testFundsPassword)).toMatchObject({ ...locked, data: { retryAfter: 3 * 3600 - 60 } });
    app.clock.advance({ seconds: 3 * 3600 - 61 });
    expect(await check(testFundsPassword)).toMatchObject({ ...locked, data: { retryAfter: 1 } });
    app.clock.advance({ seconds: 1 });
    expect(await wrong()).toEqual({ remaining: 4 });
    expect((await check(testFundsPassword)).code).toBe(200);
  });

  it('begins the row anew after a right one', async () => {
    for (let guess = 0; guess < 4; guess++) await wrong();
    expect((await check(testFundsPassword)).code).toBe(200);
    for (const remaining of [4, 3, 2, 1]) expect(await wrong()).toEqual({ remaining });
    expect((await check(testFundsPassword)).code).toBe(200);
  });

  it('locks only the customer who guesses', async () => {
    for (let guess = 0; guess < 5; guess++) await wrong();
    customer = await app.createMoneyCustomer();
    expect((await check(testFundsPassword)).code).toBe(200);
  });

  it('does not lock a customer with the right password, however often it comes at once', async () => {
    const replies = await Promise.all(Array.from({ length: 60 }, () => check(testFundsPassword)));
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([200]));
  });

  it('tells each of several wrong ones at once another number of tries', async () => {
    const replies = await Promise.all([wrong(), wrong(), wrong()]);
    expect(new Set(replies)).toEqual(new Set([{ remaining: 4 }, { remaining: 3 }, { remaining: 2 }]));
  });

  it('does not count guesses of processes that died: kills under load lock no customer', async () => {
    await leaveUnfinished(5);
    app.clock.advance({ seconds: 31 });
    expect(await wrong()).toEqual({ remaining: 4 });
    expect(await badToken()).toMatchObject({ envelope: { data: { remaining: 4 } } });
    expect((await check(testFundsPassword)).code).toBe(200);
    expect(await badToken()).toMatchObject({ envelope: { data: { remaining: 5 } } });
  });

  it('lets no guess more through behind any number of those', async () => {
    await leaveUnfinished(40);
    app.clock.advance({ seconds: 31 });
    for (const remaining of [4, 3, 2, 1, 0]) expect(await wrong()).toEqual({ remaining });
    await leaveUnfinished(40);
    app.clock.advance({ seconds: 31 });
    expect((await check(testFundsPassword)).code).toBe(30003);
  });

  it('leaves what others are comparing to them when one was right', async () => {
    await leaveUnfinished(2);
    app.clock.advance({ seconds: 30 });
    expect((await check(testFundsPassword)).code).toBe(200);
    const { rows } = await app.database.query({
      text: 'select count(*)::int as open from funds_password_attempt where customer_id = $1 and not failed',
      values: [customer.id],
    });
    expect(rows).toEqual([{ open: 2 }]);
  });

  /** What stays of a process that dies while it compares. */
  async function leaveUnfinished(count: number): Promise<void> {
    for (let n = 0; n < count; n++) await insertAttempt(app.database, customer.id, app.clock.now());
  }

  const badToken = () =>
    app.slices.fundsPassword.checkMoneySecret({
      customerId: customer.id,
      secret: { passwordToken: 'never-was' },
      purpose: 'COIN_UP',
      now: app.clock.now(),
    });

  it('compares exactly five of ten thousand guesses at once', async () => {
    expect(await guessTenThousandTimes(app, customer.id)).toEqual({ compared: 5, locked: 9995 });
  });

  it('would compare more without the lock in the database [control]', async () => {
    const { compared } = await app.without('funds-password.lock-attempts', () =>
      guessTenThousandTimes(app, customer.id),
    );
    expect(compared).toBeGreaterThan(5);
  });

  it('counts no guess that was not compared', async () => {
    const guess = guardedGuesses({ ...app, announce: async () => undefined });
    const overloaded = () => Promise.reject(new Error('no room'));
    for (let n = 0; n < 8; n++) await expect(guess(customer.id, overloaded)).rejects.toThrow('no room');
    expect(await wrong()).toEqual({ remaining: 4 });
  });
});
