import type { Data, Input } from '@lode/contract';
import { secondsUntil } from '../../../platform/clock/seconds.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refusal.ts';
import { hashToken, newToken } from '../../../platform/http/session.ts';
import { readWithdrawCodePurpose, withdrawCodeSubject } from '../../../platform/money-call/withdraw-code.ts';
import {
  bytesOf,
  challengeIn,
  challengeLivesMs,
  newChallenge,
  verifyAssertion,
} from '../../../platform/passkeys/webauthn.ts';
import { factorChange, needed, type ProveDeps } from '../prove-second-factor.ts';
import { answerChallenge, exchangeChallenge, insertChallenge, type NewChallenge } from './challenge.store.ts';
import { findPasskey, readPasskeys, usePasskey } from './passkey.store.ts';

/** A challenge that waits for its answer; the token that the answer is exchanged for ends with it. */
export async function createChallenge(
  db: Queryable,
  { now, ...of }: Pick<NewChallenge, 'customerId' | 'purpose' | 'subject'> & { now: Date },
): Promise<string> {
  const { challenge, hash } = newChallenge();
  await insertChallenge(db, { ...of, hash, expiresAt: new Date(now.getTime() + challengeLivesMs) }, now);
  return challenge;
}

/** What a passkey of the customer is asked to sign: one payment, one new address, or one change of the second factor. */
export async function challengePasskey(
  { database, site }: ProveDeps,
  { session: { customerId }, now }: RequestContext,
  { scene, ...payment }: Input<'passkeyChallenge'>,
): Promise<Data<'passkeyChallenge'> | Refusal> {
  const purpose = scene === 'WITHDRAW' ? readWithdrawCodePurpose(payment) : null;
  if (isRefusal(purpose)) return purpose;
  const passkeys = await readPasskeys(database, customerId);
  if (site === null || passkeys.length === 0) return refuse('notOperable');
  const subject = purpose === null ? factorChange : withdrawCodeSubject(purpose);
  const challenge = await createChallenge(database, { customerId, purpose: 'PROVE', subject, now });
  const credentials = passkeys.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    transports,
  }));
  return { challenge, rpId: site.rpId, credentials };
}

/** Exchanges a signature for a token that is the second factor of what the challenge was made for, once. */
export async function provePasskey(
  { database, site }: ProveDeps,
  { session: { customerId }, now }: RequestContext,
  assertion: Input<'passkeyProve'>,
): Promise<Data<'passkeyProve'> | Refusal> {
  const answered = challengeIn(assertion.clientDataJSON);
  if (site === null || answered === null) return refused();
  const { challenge, hash } = answered;
  if ((await answerChallenge(database, { hash, purpose: 'PROVE', customerId, now })) === null) return refused();
  const passkey = await findPasskey(database, bytesOf(assertion.credential));
  if (passkey?.customerId !== customerId) return refused();
  const counter = await verifyAssertion(assertion, { challenge, site, passkey });
  if (counter === null) return refused();
  return database.transaction(async (dbTx) => {
    if (!(await usePasskey(dbTx, passkey.id, counter, now))) return refused();
    const token = newToken();
    const { expiresAt } = await exchangeChallenge(dbTx, { hash, passkeyId: passkey.id, tokenHash: hashToken(token) });
    return { token, expiresIn: secondsUntil(expiresAt, now) };
  });
}

const refused = () => needed(['PASSKEY'], null);
