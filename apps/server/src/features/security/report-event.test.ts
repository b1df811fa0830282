/** Proves what the link of a notice can do: freeze its own customer, once, by a tap. Money is what it guards. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestCustomer, testPassword } from '../../testing/app.ts';
import { startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: TestApp;
let customer: TestCustomer;
let token: string;

beforeAll(async () => {
  world = await startWithdrawalFixture();
  app = world.app;
});
afterAll(() => world.stop());
beforeEach(async () => {
  app.clock.advance({ hours: 25 });
  customer = await world.customer();
  token = await newestOf(customer);
});

async function newestOf({ account }: TestCustomer): Promise<string> {
  const found = (await app.securityNotices()).find(({ to }) => to === account);
  if (found === undefined) throw new Error(`no notice reached ${account}`);
  return found.token;
}
const report = (one: string) => app.call('reportEvent', { token: one });
const read = (one: string) => app.call('securityNotice', { token: one });
const badLink = { code: 20008, message: '链接无效或已过期' };
const isFrozen = async ({ id }: TestCustomer) => {
  const { rows } = await app.owner.query<{ count: number }>({
    text: 'select count(*)::int as count from customer_freeze where customer_id = $1 and lifted_at is null',
    values: [id],
  });
  return rows[0]?.count;
};
const unfreeze = () =>
  world.ops('customer:unfreeze', `--id ${customer.id} --by finance --approved-by approver --reason r`);

describe('reading a link', () => {
  it('tells what happened and freezes nothing, however often [call:GET /api/user/security/notice]', async () => {
    for (let n = 0; n < 3; n += 1)
      expect(await read(token)).toMatchObject({
        code: 200,
        data: { kind: 'SESSION_OPENED', isFrozen: false, isUsed: false, subject: expect.stringMatching(/\S/) },
      });
    expect((await read(token)).data.maskedAccount).toMatch(/^139\*{4}\d{2}$/);
    for (const method of ['GET', 'HEAD'] as const) {
      await app.inject({ method, url: `/not_me?token=${token}` });
      await app.inject({ method, url: `/api/user/security/report?token=${token}` });
    }
    expect(await isFrozen(customer)).toBe(0);
    expect(await world.apply(customer, 'BTC', '0.1')).toMatchObject({ code: 200 });
  });
});

describe('"不是我"', () => {
  it('freezes withdrawals at once, ends every session, and alerts staff [call:POST /api/user/security/report] [code:40005]', async () => {
    const { data: waiting } = await world.apply(customer, 'BTC', '0.1');
    expect(await report(token)).toMatchObject({ code: 200, data: { isFrozen: true } });
    expect(await isFrozen(customer)).toBe(1);
    expect(await app.call('userInfo', {}, customer.caller)).toMatchObject({ code: 10111 });
    const { deviceId } = customer.caller;
    const { accessToken } = await app.data(
      'login',
      { account: customer.account, password: testPassword },
      { deviceId },
    );
    const again = { ...customer, caller: { deviceId, accessToken } };
    expect(await world.apply(again, 'BTC', '0.1')).toMatchObject({
      code: 40005,
      data: { reason: 'FROZEN', until: null },
    });
    // What waits is neither cancelled nor approved.
    expect(
      (await world.ops('withdrawal:propose', `--id ${waiting.id} --address-ends 7gt080 --by finance --reason r`)).exit,
    ).not.toBe(0);
    const { rows } = await app.owner.query({
      text: 'select kind, subject from alert where resolved_at is null',
      values: [],
    });
    expect(rows).toContainEqual({ kind: 'customer-reported', subject: `customer ${customer.id}` });
    const logged = await app.owner.query({
      text: `select detail from security_event where customer_id = $1 and kind = 'FROZEN'`,
      values: [customer.id],
    });
    expect(logged.rows).toHaveLength(1);
  });

  it('freezes once: again, and many at once, it changes nothing', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(token)));
    for (const { data } of answers) expect(data).toEqual({ isFrozen: true });
    expect(await isFrozen(customer)).toBe(1);
    expect((await read(token)).data).toMatchObject({ isFrozen: true, isUsed: true });
    expect((await unfreeze()).exit).toBe(0);
    expect((await report(token)).data).toEqual({ isFrozen: false });
    expect(await isFrozen(customer)).toBe(0);
    expect((await read(token)).data).toMatchObject({ isFrozen: false, isUsed: true });
  });

  it('is ended by two of the staff only', async () => {
    await report(token);
    const one = await world.ops('customer:unfreeze', `--id ${customer.id} --by finance --reason r`);
    expect(one.printed.join()).toMatch(/^proposed as \d+/);
    expect(await isFrozen(customer)).toBe(1);
    expect((await unfreeze()).exit).toBe(0);
    expect(await isFrozen(customer)).toBe(0);
  });

  it('freezes the customer of its own event and no other', async () => {
    const other = await world.customer();
    expect(await report(await newestOf(other))).toMatchObject({ code: 200 });
    expect([await isFrozen(customer), await isFrozen(other)]).toEqual([0, 1]);
  });
});

describe('a token', () => {
  it('that is forged is refused and freezes no customer', async () => {
    const flipped = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    const hash = await app.owner.query<{ hash: string }>({
      text: `select translate(encode(token_hash, 'base64'), '+/=', '-_') as hash from security_notice where customer_id = $1`,
      values: [customer.id],
    });
    for (const one of [flipped, 'A'.repeat(43), hash.rows[0]?.hash ?? '']) {
      expect(await report(one)).toMatchObject(badLink);
      expect(await read(one)).toMatchObject(badLink);
    }
    for (const one of ['', token.slice(1), `${token}A`, `${token.slice(1)}%`])
      expect((await report(one)).status).toBe(400);
    expect(await isFrozen(customer)).toBe(0);
  });

  it('is good for seven days', async () => {
    app.clock.advance({ hours: 7 * 24, minutes: -1 });
    expect(await read(token)).toMatchObject({ code: 200 });
    app.clock.advance({ minutes: 1 });
    expect(await read(token)).toMatchObject(badLink);
    expect(await report(token)).toMatchObject(badLink);
    expect(await isFrozen(customer)).toBe(0);
  });

  it('stands in the database as a hash only', async () => {
    const { rows } = await app.owner.query<{ found: number }>({
      text: `select count(*)::int as found from security_notice n, security_event e where n::text || e::text like '%' || $1 || '%'`,
      values: [token],
    });
    expect(rows[0]?.found).toBe(0);
  });
});
