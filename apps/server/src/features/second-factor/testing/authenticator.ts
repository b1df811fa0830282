import { codeOfStep, stepAt } from '../../../platform/secrets/totp.ts';
import type { TestApp, TestCustomer } from '../../../testing/app.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an app makes of the text that a customer types into it. */
function secretOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of an authenticator app now, or `by` steps away. */
export function authenticator(secret: string): (by?: number) => string {
  return (by = 0) => codeOfStep(secretOf(secret), stepAt(new Date()) + by);
}

/** A one-time code that sets or removes a second factor; a minute later than the last one. */
export async function factorCode(app: TestApp, { account, caller }: TestCustomer): Promise<string> {
  app.clock.advance({ minutes: 1 });
  await app.data('sendCode', { account, scene: 'SECOND_FACTOR' }, caller);
  return app.lastCode(account);
}

/** Sets a second factor with the code before the present one: the present and the next one are left. */
export async function setSecondFactor(app: TestApp, customer: TestCustomer) {
  const { secret } = await app.data('secondFactorBegin', { password: customer.password }, customer.caller);
  const codeOf = authenticator(secret);
  const code = await factorCode(app, customer);
  const { recoveryCodes } = await app.data('secondFactorConfirm', { secondFactor: codeOf(-1), code }, customer.caller);
  return { codeOf, recoveryCodes, secret };
}
