import type { Data, Input } from '@lode/contract';
import type { RequestContext } from '../../../platform/http/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refusal.ts';
import {
  algorithms,
  challengeIn,
  mostPasskeys,
  transportsOf,
  verifyAttestation,
} from '../../../platform/passkeys/webauthn.ts';
import { hashCode } from '../../../platform/secrets/one-time-secret.ts';
import { needed } from '../prove-second-factor.ts';
import { giveRecoveryCodes } from '../recovery-codes.ts';
import { keepRow, lockSecondFactor } from '../second-factor.store.ts';
import { proveChange, type SetUpDeps } from '../set-up.ts';
import { answerChallenge } from './challenge.store.ts';
import { insertPasskey, readPasskeys } from './passkey.store.ts';
import { createChallenge } from './prove-passkey.ts';

/** Whether the customer had shown a factor when the enrolment began: one that was set meanwhile ends it. */
const [first, further] = ['FIRST', 'FURTHER'];

/** What the browser makes a key of. A customer with a factor has to show it: a password and a phone alone add none. */
export async function beginEnrolment(
  deps: SetUpDeps,
  { session, now }: RequestContext,
  { password, secondFactor }: Input<'passkeyBegin'>,
): Promise<Data<'passkeyBegin'> | Refusal> {
  const { customerId, account } = session;
  const { site } = deps;
  if (site === null) return refuse('notOperable');
  const passkeys = await readPasskeys(deps.database, customerId);
  if (passkeys.length >= mostPasskeys) return tooMany();
  const proof = await proveChange(deps, session, { password, secondFactor, now });
  if (isRefusal(proof)) return proof;
  return deps.database.transaction(async (dbTx) => {
    const used = (await proof?.useUp(dbTx)) ?? null;
    if (used !== null) return used;
    const subject = proof === null ? first : further;
    return {
      challenge: await createChallenge(dbTx, { customerId, purpose: 'ENROL', subject: subject ?? '', now }),
      rpId: site.rpId,
      // Says nothing of the customer, and is the same for all of its keys.
      userId: hashCode(deps.pepper, 'passkey user', String(customerId)).toString('base64url'),
      userName: account,
      algorithms,
      exclude: passkeys.map(({ credentialId }) => credentialId.toString('base64url')),
    };
  });
}

/** Enrols the key, with a one-time code. The first factor of a customer comes with recovery codes. */
export async function confirmEnrolment(
  deps: SetUpDeps,
  { session: { customerId, account }, now, userAgent }: RequestContext,
  { code, transports, ...attestation }: Input<'passkeyConfirm'>,
): Promise<Data<'passkeyConfirm'> | Refusal> {
  const { site } = deps;
  const codeProof = await deps.proveCode({ account, scene: 'SECOND_FACTOR', code, now });
  if (isRefusal(codeProof)) return codeProof;
  const answered = challengeIn(attestation.clientDataJSON);
  if (site === null || answered === null) return refused();
  const { challenge, hash } = answered;
  const open = await answerChallenge(deps.database, { hash, purpose: 'ENROL', customerId, now });
  if (open === null) return refuse('notOperable');
  const key = await verifyAttestation(attestation, { challenge, site, log: deps.log });
  if (key === null) return refused();
  return deps.database.transaction(async (dbTx) => {
    await keepRow(dbTx, customerId, now);
    const factor = await lockSecondFactor(dbTx, customerId);
    const hadFactor = factor?.isSet === true;
    if (hadFactor && open.subject !== further) return refuse('notOperable');
    // Under the lock: of two enrolments at once the second sees the key of the first.
    if ((await readPasskeys(dbTx, customerId)).length >= mostPasskeys) return tooMany();
    const used = await codeProof.useUp(dbTx);
    if (used !== null) return used;
    const name = nameOf(deps.deviceOf(userAgent));
    const passkey = { ...key, customerId, transports: transportsOf(transports?.split(',')), name, at: now };
    if (!(await insertPasskey(dbTx, passkey))) return refuse('notOperable');
    const recoveryCodes = hadFactor ? [] : await giveRecoveryCodes(dbTx, deps.pepper, customerId);
    await deps.announce(dbTx, { kind: 'PASSKEY_ADDED', customerId, at: now, detail: { name } });
    return { recoveryCodes };
  });
}

const tooMany = () => refuse('overLimit', { limit: String(mostPasskeys) });

const refused = () => needed(['PASSKEY'], null);

/** `Pixel 9 · Chrome 142`: as the session of the same browser is shown. */
function nameOf({ model, system, browser }: Record<'model' | 'system' | 'browser', string | null>): string {
  const parts = [model ?? system, browser].filter((part) => part !== null);
  return parts.length === 0 ? 'Passkey' : parts.join(' · ');
}
