// The funds password is set by who holds the owner's session and a code, and only a change of it is a change.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestContext } from '../../platform/http/context.ts';
import { startTestApp, type TestApp, type TestCustomer, testFundsPassword } from '../../testing/app.ts';
import { someNewAddress } from '../../testing/withdrawal-actions.ts';
import { checkFundsPassword } from './check-money-secret.ts';
import { forgetTokens, isGoodToken, keepToken, readHash } from './funds-password.store.ts';

let app: TestApp;
let customer: TestCustomer;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  customer = await app.createCustomer();
});

async function newCode(): Promise<string> {
  app.clock.advance({ minutes: 2 });
  await app.data('sendCode', { account: customer.account, scene: 'FUNDS_PASSWORD' }, customer.caller);
  return app.lastCode(customer.account);
}

const set = (password: string, code: string) => app.call('setFundsPassword', { password, code }, customer.caller);
const check = (password: string) => app.call('checkFundsPassword', { password, purpose: 'WITHDRAW' }, customer.caller);
const changedAt = () => app.slices.fundsPassword.fundsPasswordChangedAt(app.database, customer.id);
const hasOne = async () => [
  (await app.data('userInfo', {}, customer.caller)).hasFundsPassword,
  (await app.data('wallet', {}, customer.caller)).hasFundsPassword,
  (await app.data('login', { account: customer.account, password: customer.password })).user.hasFundsPassword,
];

describe('setting it', () => {
  it('takes six digits and a code, and shows everywhere [call:POST /api/user/wallet/set-password] [code:30002]', async () => {
    expect(await hasOne()).toEqual([false, false, false]);
    expect(await check('135790')).toMatchObject({ code: 30002, message: '请先设置资金密码' });
    expect(await set('135790', await newCode())).toMatchObject({ code: 200, data: null });
    expect(await hasOne()).toEqual([true, true, true]);
    expect((await check('135790')).code).toBe(200);
  });

  it('is understood in the query, as the client sends it', async () => {
    const url = `/api/user/wallet/set-password?password=135790&code=${await newCode()}`;
    const reply = await app.inject({ method: 'POST', url, headers: { ...customer.caller } });
    expect(reply.json()).toEqual({ code: 200, message: 'ok', data: null });
    expect((await check('135790')).code).toBe(200);
  });

  it.each(['12345', '1234567', '12345a', '１２３４５６', '-12345'])(
    'refuses %s and keeps the code good',
    async (bad) => {
      const code = await newCode();
      expect(await set(bad, code)).toMatchObject({ code: 20005 });
      expect((await set('135790', code)).code).toBe(200);
    },
  );

  it.each(['123456', '654321', '890123', '000000', '121212', '147258'])(
    'refuses %s, which everybody guesses, and keeps the code good',
    async (digits) => {
      const code = await newCode();
      expect(await set(digits, code)).toMatchObject({ code: 20005, data: { field: 'password', reason: 'TOO_COMMON' } });
      expect((await set('246810', code)).code).toBe(200);
    },
  );

  it('refuses a wrong, a used and an old code, and one of another scene', async () => {
    expect(await set('135790', '000000')).toMatchObject({ code: 20002 });
    const code = await newCode();
    expect((await set('135790', code)).code).toBe(200);
    expect(await set('246802', code)).toMatchObject({ code: 20002 });
    const old = await newCode();
    app.clock.advance({ minutes: 10 });
    expect(await set('246802', old)).toMatchObject({ code: 20002 });
    app.clock.advance({ minutes: 2 });
    await app.data('sendCode', { account: customer.account, scene: 'WITHDRAW', ...someNewAddress }, customer.caller);
    expect(await set('246802', await app.lastCode(customer.account))).toMatchObject({ code: 20002 });
    expect((await check('135790')).code).toBe(200);
  });

  it('happens once when one code comes many times at once', async () => {
    const code = await newCode();
    const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => set(`10000${i}`, code)));
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.code === 20002)).toHaveLength(9);
  });

  it('sends its code to the owner only', async () => {
    const other = await app.createCustomer();
    const ask = (caller = {}) => app.call('sendCode', { account: customer.account, scene: 'FUNDS_PASSWORD' }, caller);
    expect((await ask()).code).toBe(10111);
    expect((await ask(other.caller)).code).toBe(404);
    expect((await ask(customer.caller)).code).toBe(200);
  });
});

describe('resetting it', () => {
  beforeEach(async () => {
    await set(testFundsPassword, await newCode());
  });

  it('is a change, a first setting is none', async () => {
    expect(await changedAt()).toBeNull();
    await set('135790', await newCode());
    expect(await changedAt()).toEqual(app.clock.now());
    expect((await check(testFundsPassword)).code).toBe(30001);
    expect((await check('135790')).code).toBe(200);
  });

  it('ends a lock and forgets wrong guesses', async () => {
    for (let guess = 0; guess < 5; guess++) await check('000000');
    expect((await check(testFundsPassword)).code).toBe(30003);
    await set('135790', await newCode());
    expect((await check('135790')).code).toBe(200);
  });

  it('leaves no token to a comparison that began before it', async () => {
    const { id: customerId, account } = customer;
    const code = await newCode();
    const now = app.clock.now();
    const context = { session: { id: 1n, customerId, account, deviceId: null }, now } as RequestContext;
    let reset: Promise<unknown> | undefined;
    const resetAfterComparing = {
      database: app.database,
      passwords: app.passwords,
      guardedGuess: async (_id: bigint, isRight: () => Promise<boolean>) => {
        expect(await isRight()).toBe(true);
        reset = set('135790', code);
        await reset;
        return null;
      },
      rehashFundsPassword: async () => false,
    };
    const input = { password: testFundsPassword, purpose: 'COIN_UP' } as const;
    expect(await checkFundsPassword(resetAfterComparing, context, input)).toMatchObject({
      envelope: { code: 30001, data: { remaining: 5 } },
    });
    expect(await reset).toMatchObject({ code: 200 });
  });

  it('is waited for by who would exchange the old one while it is being written', async () => {
    const { id: customerId } = customer;
    const hash = await readHash(app.database, customerId);
    const expiresAt = new Date(app.clock.now().getTime() + 60_000);
    const goodFor = { tokenHash: randomBytes(32), customerId, purpose: 'COIN_UP' };
    let kept: Promise<boolean> | undefined;
    await app.database.transaction(async (dbTx) => {
      await app.slices.identity.changeFundsPasswordHash(dbTx, customerId, 'another', app.clock.now());
      await forgetTokens(dbTx, customerId);
      kept = app.database.transaction((other) => keepToken(other, goodFor, hash ?? '', expiresAt));
      await vi.waitUntil(() => isWaitingForLock());
    });
    expect(await kept).toBe(false);
    expect(await isGoodToken(app.database, goodFor, app.clock.now())).toBe(false);
  });

  async function isWaitingForLock(): Promise<boolean> {
    const { rows } = await app.owner.query({
      text: `select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
    });
    return rows.length > 0;
  }

  it('ends the tokens that the old one was exchanged for', async () => {
    const code = await newCode();
    const { token } = await app.data(
      'checkFundsPassword',
      { password: testFundsPassword, purpose: 'COIN_UP' },
      customer.caller,
    );
    await set('135790', code);
    const now = app.clock.now();
    const input = { customerId: customer.id, secret: { passwordToken: token }, purpose: 'COIN_UP', now } as const;
    expect(await app.slices.fundsPassword.checkMoneySecret(input)).toMatchObject({ codeName: 'wrongFundsPassword' });
  });
});

describe('what is stored', () => {
  const everything = async () => {
    const { rows } = await app.database.query<{ line: string }>({
      text: `select c::text as line from customer c where id = $1
             union all select t::text from funds_password_token t where customer_id = $1`,
      values: [customer.id],
    });
    return rows.map(({ line }) => line).join('\n');
  };

  it('is a hash that needs the pepper, never the password or the token', async () => {
    await set(testFundsPassword, await newCode());
    const { data } = await check(testFundsPassword);
    const stored = await everything();
    expect(stored).toContain('$argon2id$');
    expect(stored).not.toContain(testFundsPassword);
    expect(stored).not.toContain(data.token);
    expect(data).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), expiresIn: 120 });
  });

  it('is cleaned of tokens that ran out', async () => {
    await set(testFundsPassword, await newCode());
    await check(testFundsPassword);
    const cleanUp = app.jobs['clean-up-funds-password'];
    const tokens = async () => (await everything()).split('\n').length - 1;
    app.clock.advance({ minutes: 60 });
    await cleanUp?.({});
    expect(await tokens()).toBe(1);
    app.clock.advance({ minutes: 3 });
    await cleanUp?.({});
    expect(await tokens()).toBe(0);
  });
});
