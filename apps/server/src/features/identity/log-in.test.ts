// Who proves to own an account gets a session bound to the device; who does not learns nothing about the account.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asTransaction } from '../../platform/db/database.ts';
import { startTestApp, type TestApp, type TestCustomer, testPassword } from '../../testing/app.ts';

let app: TestApp;
let customer: TestCustomer;
beforeAll(async () => {
  app = await startTestApp();
  customer = await app.createCustomer({ account: 'alice@example.com', nickname: '艾丽丝' });
});
afterAll(() => app.stop());

const setStatus = (status: string) =>
  app.database.query({ text: 'update customer set status = $2 where id = $1', values: [customer.id, status] });

describe('with a password [call:POST /api/user/login] [error:200]', () => {
  it('opens a session of thirty days [call:GET /api/user/info]', async () => {
    const { account, password } = customer;
    const { accessToken, expiresAt, user } = await app.data('login', { account, password }, { deviceId: 'phone' });
    expect(accessToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Date.parse(expiresAt) - app.clock.now().getTime()).toBe(30 * 24 * 3_600_000);
    expect(user).toEqual({
      id: customer.id.toString(),
      account: 'alice@example.com',
      maskedAccount: 'ali****@example.com',
      nickname: '艾丽丝',
      hasFundsPassword: false,
      hasPassword: true,
    });
    expect(await app.data('userInfo', {}, { accessToken, deviceId: 'phone' })).toEqual(user);
  });

  it('takes any spelling of an e-mail', async () => {
    expect((await app.call('login', { account: ' Alice@Example.COM', password: testPassword })).code).toBe(200);
  });

  it('answers a wrong password and an unknown account alike [code:20001]', async () => {
    const wrong = await app.call('login', { account: customer.account, password: 'Passw0rd2' });
    for (const account of ['unknown@example.com', '13712345678', 'no account at all']) {
      expect(await app.call('login', { account, password: testPassword })).toEqual(wrong);
    }
    expect(wrong).toEqual({ status: 200, code: 20001, message: '账号或密码错误', data: null });
  });

  it('does the same work for an unknown account', async () => {
    const compared: (string | null)[] = [];
    const { verify } = app.passwords;
    app.passwords.verify = (stored, secret) => {
      compared.push(stored);
      return verify(stored, secret);
    };
    await app.call('login', { account: 'unknown@example.com', password: 'Passw0rd2' });
    await app.call('login', { account: customer.account, password: 'Passw0rd2' });
    app.passwords.verify = verify;
    expect(compared).toEqual([null, expect.stringMatching(/^\$argon2id\$/)]);
  });

  it('sends the same statements for an unknown account, and as often', async () => {
    const sentFor = async (account: string) => {
      const names: string[] = [];
      const { query, transaction } = app.database;
      app.database.query = (config) => {
        names.push(config.name ?? '');
        return query(config);
      };
      app.database.transaction = (inside) =>
        transaction((dbTx) =>
          inside(
            asTransaction({
              query: (config) => {
                names.push(config.name ?? '');
                return dbTx.query(config);
              },
            }),
          ),
        );
      for (let n = 0; n < 11; n += 1)
        await app.call('login', { account, password: 'Passw0rd2' }, { deviceId: 'thief' });
      Object.assign(app.database, { query, transaction });
      return names.filter((name) => name !== '');
    };
    const known = await sentFor((await app.createCustomer()).account);
    expect(known.filter((name) => name === 'security.log-event')).toHaveLength(10);
    expect(known.filter((name) => name === 'security.announce')).toHaveLength(1);
    expect(await sentFor('unknown2@example.com')).toEqual(known);
  });

  it('opens none when the password became another one while it was compared', async () => {
    const { account, password, caller } = await app.createCustomer();
    const { verify } = app.passwords;
    app.passwords.verify = async (stored, secret, asker) => {
      app.passwords.verify = verify;
      const isRight = await verify(stored, secret, asker);
      await app.data('updatePassword', { oldPassword: password, newPassword: 'N3wPassword' }, caller);
      return isRight;
    };
    expect(await app.call('login', { account, password })).toMatchObject({ code: 20001 });
    const { length } = await app.data('sessionList', {}, caller);
    expect(length, 'who changed it has the only session').toBe(1);
  });

  it('wants a password or a code, not both, not none', async () => {
    const { account, password } = customer;
    expect(await app.call('login', { account })).toMatchObject({ code: 400, data: { field: 'password' } });
    expect(await app.call('login', { account, password, code: '123456' })).toMatchObject({
      code: 400,
      data: { field: 'code' },
    });
  });

  it('says that an account is disabled only to who knows its secret [code:1001]', async () => {
    await setStatus('DISABLED');
    const { account, password } = customer;
    expect(await app.call('login', { account, password: 'Passw0rd2' })).toMatchObject({ code: 20001 });
    expect(await app.call('login', { account, password })).toEqual({
      status: 200,
      code: 1001,
      message: '账户禁用',
      data: null,
    });
    await setStatus('ACTIVE');
    expect((await app.call('login', { account, password })).code).toBe(200);
  });
});

describe('with a code', () => {
  const account = 'alice@example.com';
  // The wrong ones of the test before are forgotten.
  beforeEach(() => app.clock.advance({ minutes: 31 }));
  const newCode = async () => {
    app.clock.advance({ minutes: 1 });
    await app.data('sendCode', { account, scene: 'LOGIN' });
    return app.lastCode(account);
  };

  it('opens a session, once [code:20002]', async () => {
    const code = await newCode();
    const { accessToken } = await app.data('login', { account, code });
    expect((await app.call('userInfo', {}, { accessToken })).code).toBe(200);
    const again = await app.call('login', { account, code });
    expect(again).toEqual({ status: 200, code: 20002, message: '验证码错误或已过期', data: null });
  });

  it('opens one session when the same code comes five times at once', async () => {
    const code = await newCode();
    const replies = await Promise.all(Array.from({ length: 5 }, () => app.call('login', { account, code })));
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.code === 20002)).toHaveLength(4);
  });

  it('refuses one of another scene, a dead one, a replaced one', async () => {
    await app.data('sendCode', { account, scene: 'SET_PASSWORD' });
    const setting = await app.lastCode(account);
    expect((await app.call('login', { account, code: setting })).code).toBe(20002);
    const old = await newCode();
    const fresh = await newCode();
    if (old !== fresh) expect((await app.call('login', { account, code: old })).code).toBe(20002);
    app.clock.advance({ minutes: 10 });
    expect((await app.call('login', { account, code: fresh })).code).toBe(20002);
  });

  it('stays good when the account is found disabled', async () => {
    const code = await newCode();
    await setStatus('DISABLED');
    expect((await app.call('login', { account, code })).code).toBe(1001);
    await setStatus('ACTIVE');
    expect((await app.call('login', { account, code })).code).toBe(200);
  });
});
