/** Proves that the console changes customers as the commands do: with its reason in the audit log, by the role that may, and with both codes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';

let app: TestApp;
let call: ReturnType<typeof consoleClient>['call'];
beforeAll(async () => {
  app = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  ({ call } = consoleClient(app.console));
  await call('loginByPassword', { name: 'finance', password: 'Lode@Console1' });
});
afterAll(() => app.stop());

const audited = async (id: bigint) =>
  (
    await app.owner.query<{ action: string; reason: string; name: string; session: string | null }>({
      text: `select action, reason, staff.name, detail->>'session' as session from audit_log join staff on staff.id = staff_id
             where subject = $1 order by audit_log.id`,
      values: [`customer ${id}`],
    })
  ).rows;

describe('a change of the console', () => {
  it('disables a customer, whose calls are refused, and enables it with all sessions ended; doing it twice is a refusal', async () => {
    const customer = await app.createCustomer();
    const id = String(customer.id);
    const wallet = async () => (await app.call('userInfo', {}, customer.caller)).code;
    expect(await wallet()).toBe(200);
    expect((await call('disableCustomer', { id, reason: ' lost phone ' })).code).toBe(200);
    expect(await wallet()).toBe(1001);
    expect(await call('disableCustomer', { id, reason: 'again' })).toMatchObject({
      code: 40008,
      data: { reason: `客户 ${id} 已停用` },
    });
    expect((await call('enableCustomer', { id, reason: 'found' })).code).toBe(200);
    expect(await wallet()).toBe(10111);
    expect(await audited(customer.id)).toMatchObject([
      { action: 'customer:disable', reason: 'lost phone', name: 'finance', session: expect.any(String) },
      { action: 'customer:enable', reason: 'found', name: 'finance' },
    ]);
  });

  it('creates a customer without a password, and refuses the same account twice', async () => {
    const account = '13977770001';
    const create = (input: object) =>
      call('createCustomer', { account, nickname: '何', tags: ['vip'], reason: '签约', ...input });
    const { code, data } = await create({ account: ` ${account} ` });
    expect(code).toBe(200);
    expect((await call('customer', { id: data.id })).data.customer).toMatchObject({
      account,
      nickname: '何',
      tags: ['vip'],
      hasPassword: false,
    });
    expect(await audited(BigInt(data.id))).toMatchObject([
      { action: 'customer:create', reason: '签约', name: 'finance', session: expect.any(String) },
      { action: 'customer:show' },
    ]);
    expect(await create({ nickname: '另一个' })).toMatchObject({
      code: 40008,
      data: { reason: `另一位客户的登录账号是 ${account}` },
    });
    // The refusal says that an account is there.
    const { rows: asked } = await app.owner.query({
      text: `select name, reason, detail - 'session' - 'origin' as detail from audit_log join staff on staff.id = staff_id
             where action = 'customer:search' and subject = 'customers'`,
    });
    expect(asked).toEqual([{ name: 'finance', reason: '签约', detail: { account, found: 1 } }]);
    const wrong = await create({ account: '12345' });
    expect(wrong).toMatchObject({ code: 40008, data: { reason: '账号「12345」不是大陆手机号，也不是邮箱' } });
    for (const bad of [
      { tags: ['two words'] },
      { tags: Array(21).fill('a') },
      { nickname: 'x'.repeat(65) },
      { reason: ' ' },
    ])
      expect((await create({ account: '13977770002', ...bad })).code, JSON.stringify(bad)).toBe(400);
    const { rows } = await app.owner.query({ text: `select from customer where account like '1397777%'` });
    expect(rows).toHaveLength(1);
  });

  it('ends every session', async () => {
    const customer = await app.createCustomer();
    expect((await call('endCustomerSessions', { id: String(customer.id), reason: 'stolen' })).code).toBe(200);
    expect((await app.call('userInfo', {}, customer.caller)).code).toBe(10111);
    expect(await audited(customer.id)).toMatchObject([{ action: 'customer:end-sessions', reason: 'stolen' }]);
  });

  it('changes name and tags, and refuses a tag of two words', async () => {
    const customer = await app.createCustomer();
    const id = String(customer.id);
    const change = (input: object) => call('changeCustomer', { id, reason: 'r', ...input });
    expect((await change({ nickname: '周', addTags: ['vip', 'old'] })).code).toBe(200);
    expect((await change({ removeTags: ['old'] })).code).toBe(200);
    expect((await change({ addTags: ['two words'] })).code).toBe(400);
    const { data } = await call('customer', { id });
    expect(data.customer).toMatchObject({ nickname: '周', tags: ['vip'] });
    expect(data.audit.map(({ action }) => action)).toEqual(['customer:change', 'customer:change']);
  });

  it('changes a contact by the codes of both, and not by one of them', async () => {
    const customer = await app.createCustomer();
    const id = String(customer.id);
    const to = '13955550001';
    expect((await call('sendContactCodes', { id, to, hasOldContact: true, reason: 'new number' })).code).toBe(200);
    const [code, oldCode] = [await app.lastCode(to), await app.lastCode(customer.account)];
    const change = (codes: object) => call('changeContact', { id, to, code, oldCode, reason: 'new number', ...codes });
    const wrong = oldCode === '000000' ? '000001' : '000000';
    expect((await change({ oldCode: wrong })).code).toBe(40008);
    expect((await call('customer', { id })).data.customer.account).toBe(customer.account);
    expect((await change({})).code).toBe(200);
    expect((await call('customer', { id })).data.customer.account).toBe(to);
  });

  it('to the contact of another customer is refused, and who tried stands in the audit log', async () => {
    const [customer, holder] = [await app.createCustomer(), await app.createCustomer()];
    const input = { id: String(customer.id), to: holder.account, reason: 'tried' };
    const code = '123456';
    for (const refused of [
      await call('sendContactCodes', { ...input, hasOldContact: true }),
      await call('proveContact', { ...input, code }),
      await call('changeContact', { ...input, code, oldCode: code }),
    ])
      expect(refused).toMatchObject({ code: 40008, data: { reason: `另一位客户的登录账号是 ${holder.account}` } });
    const { rows } = await app.owner.query({
      text: `select detail - 'session' - 'origin' as detail from audit_log where action = 'customer:search' and reason = 'tried'`,
    });
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ detail: { account: holder.account, found: 1 } })));
  });

  it('that is of a customer who does not exist is a refusal', async () => {
    for (const id of ['999999999', 'x'])
      expect((await call('endCustomerSessions', { id, reason: 'r' })).code, id).toBe(40008);
  });
});
