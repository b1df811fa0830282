import type { Input } from '@lode/contract';
import type { TestApp, TestCustomer } from '../../../testing/app.ts';
import { type TestPasskey, testPasskey } from '../../../testing/passkey-device.ts';
import { factorCode } from './authenticator.ts';

/** Enrols a passkey; with the second factor of a customer who has one. */
export async function enrolPasskey(app: TestApp, customer: TestCustomer, secondFactor?: string) {
  const passkey = testPasskey();
  const input = { password: customer.password, ...(secondFactor && { secondFactor }) };
  const { challenge } = await app.data('passkeyBegin', input, customer.caller);
  const code = await factorCode(app, customer);
  const { recoveryCodes } = await app.data('passkeyConfirm', { ...passkey.create(challenge), code }, customer.caller);
  return { passkey, recoveryCodes };
}

/** A token for one payment, one new address, or one change of the second factor. */
export async function passkeyToken(
  app: TestApp,
  customer: TestCustomer,
  passkey: TestPasskey,
  made: Input<'passkeyChallenge'> = { scene: 'SECOND_FACTOR' },
): Promise<string> {
  const { challenge } = await app.data('passkeyChallenge', made, customer.caller);
  return (await app.data('passkeyProve', passkey.get(challenge), customer.caller)).token;
}
