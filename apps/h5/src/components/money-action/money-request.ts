import { type CallName, codes, type Data, type Input } from '@lode/contract';
import { call } from '../../lib/api/call.ts';
import { isRefusal } from '../../lib/api/request-error.ts';
import { inlineErrors, isOutcomeUnknown } from './failure-outcome.ts';
import { completeRequest, normalisedInput, requestFingerprint, requestIdFor } from './pending-idempotency-keys.ts';

/** The calls that require the funds password or its token. */
export type MoneyCallName = { [Name in CallName]: 'passwordToken' extends keyof Input<Name> ? Name : never }[CallName];

/** The input that the form supplies; the dialogs supply the rest. */
export type MoneyInput<Name extends MoneyCallName> = Omit<Input<Name>, 'password' | 'passwordToken' | 'confirm'>;

/** One money request, from the form's button to its response. */
export interface MoneyRequest<Name extends MoneyCallName> {
  readonly input: MoneyInput<Name>;
  readonly fingerprint: string;
  password: string;
  isConfirmed: boolean;
  isOutcomeUnknown: boolean;
  response: Data<Name> | null;
}

export function createMoneyRequest<Name extends MoneyCallName>(
  customerId: string,
  name: Name,
  input: MoneyInput<Name>,
): MoneyRequest<Name> {
  return {
    input,
    fingerprint: requestFingerprint(customerId, name, normalisedInput(input)),
    password: '',
    isConfirmed: false,
    isOutcomeUnknown: false,
    response: null,
  };
}

/** Sends the request under its idempotency key; returns the failure, or null on success. */
export async function sendMoneyRequest<Name extends MoneyCallName>(
  name: Name,
  request: MoneyRequest<Name>,
): Promise<unknown> {
  const { input, fingerprint, password, isConfirmed } = request;
  const requestId = requestIdFor(fingerprint, Date.now());
  const secret = isConfirmed ? { password, confirm: true } : { password };
  const sent = { ...normalisedInput(input), ...secret } as unknown as Input<Name>;
  try {
    request.response = await call(name, sent, { requestId, inlineErrors });
  } catch (failure) {
    if (isOutcomeUnknown(failure)) request.isOutcomeUnknown = true;
    // The server has this key for a different request, so a retry under it can never succeed.
    if (isRefusal(failure, codes.keyReused.code)) completeRequest(fingerprint);
    return failure;
  }
  completeRequest(fingerprint);
  request.isOutcomeUnknown = false;
  return null;
}
