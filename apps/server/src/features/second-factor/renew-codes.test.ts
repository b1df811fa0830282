// New recovery codes end the old ones; they take a one-time code and the factor itself.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer, testFundsPassword } from '../../testing/app.ts';
import { factorCode, setSecondFactor } from './testing/authenticator.ts';

let app: TestApp;
let customer: TestCustomer;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  customer = await app.createMoneyCustomer();
});

const renew = async (secondFactor: string, code?: string) =>
  app.call('recoveryCodesRenew', { secondFactor, code: code ?? (await factorCode(app, customer)) }, customer.caller);

it('end the old ones and the used ones [call:POST /api/user/second-factor/recovery-codes]', async () => {
  const { codeOf, recoveryCodes: old } = await setSecondFactor(app, customer);
  const { code, data } = await renew(codeOf());
  expect(code).toBe(200);
  expect(new Set([...old, ...data.recoveryCodes]).size).toBe(20);
  expect(await app.data('secondFactor', {}, customer.caller)).toMatchObject({ recoveryCodesLeft: 10 });
  for (const ended of old.slice(0, 2)) expect(await renew(ended)).toMatchObject({ code: 20007 });
  // The last one of a set brings the next.
  expect(await renew(data.recoveryCodes[0] ?? '')).toMatchObject({ code: 200 });
  const notices = (await app.securityNotices()).filter(({ to }) => to === customer.account);
  expect(notices.map(({ text }) => text)).toContainEqual(expect.stringContaining('更换了恢复码'));
});

it('need the one-time code and the factor: a funds password is not enough, and a refusal changes nothing', async () => {
  expect(await renew('123456')).toMatchObject({ code: 40008 });
  const { codeOf, recoveryCodes } = await setSecondFactor(app, customer);
  const code = await factorCode(app, customer);
  expect(await renew(codeOf(), code === '000000' ? '000001' : '000000')).toMatchObject({ code: 20002 });
  expect(await renew(testFundsPassword, code)).toMatchObject({ code: 20007, data: { remaining: 4 } });
  expect(await renew(recoveryCodes[0] ?? '', code)).toMatchObject({ code: 200 });
});
