import { randomBytes } from 'node:crypto';
import type { Data, Input } from '@lode/contract';
import type { RequestContext, Session } from '../../platform/http/context.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import type { Proof } from '../../platform/money-call/proof.ts';
import { base32, matchStep, otpauthUri } from '../../platform/secrets/totp.ts';
import { factorChange, needed, type ProveDeps, proveSecondFactor, sealContext } from './prove-second-factor.ts';
import { giveRecoveryCodes } from './recovery-codes.ts';
import { confirmSetUp, keepRow, lockSecondFactor, readState, startSetUp } from './second-factor.store.ts';
import type { SecondFactorPorts } from './second-factor-ports.ts';

export type SetUpDeps = ProveDeps & SecondFactorPorts;

/** As RFC 4226 recommends: 160 bits. */
const secretBytes = 20;
const setUpLivesMs = 30 * 60_000;

/** What a change of the second factor needs: the login password, and the factor of a customer who has one (null: none). */
export async function proveChange(
  deps: SetUpDeps,
  session: Session,
  { password, secondFactor: given, now }: { password: string; secondFactor?: string; now: Date },
): Promise<Proof | Refusal | null> {
  const refused = await deps.checkLoginPassword(session, password);
  if (refused !== null) return refused;
  return proveSecondFactor(deps, { customerId: session.customerId, given, madeFor: factorChange, now });
}

/** A new secret for the app. Nothing asks for it before the customer has shown a code of it. */
export async function beginSetUp(
  deps: SetUpDeps,
  { session, now }: RequestContext,
  { password, secondFactor }: Input<'secondFactorBegin'>,
): Promise<Data<'secondFactorBegin'> | Refusal> {
  const { customerId, account } = session;
  if ((await readState(deps.database, customerId))?.setAt) return refuse('notOperable');
  const proof = await proveChange(deps, session, { password, secondFactor, now });
  if (isRefusal(proof)) return proof;
  const secret = randomBytes(secretBytes);
  const sealed = deps.sealer.seal(secret, sealContext(customerId));
  return deps.database.transaction(async (dbTx) => {
    const used = (await proof?.useUp(dbTx)) ?? null;
    if (used !== null) return used;
    // Without a proof there was no factor a moment ago: a passkey that was enrolled since would have had to be shown.
    await keepRow(dbTx, customerId, now);
    if (proof === null && (await lockSecondFactor(dbTx, customerId))?.isSet) return refuse('notOperable');
    if (!(await startSetUp(dbTx, customerId, sealed, now))) return refuse('notOperable');
    return { secret: base32(secret), uri: otpauthUri(secret, account) };
  });
}

/** Sets the factor: a code of the app shows that it has the secret, a one-time code that the owner of the account wants it. */
export async function confirmFactor(
  deps: SetUpDeps,
  { session: { customerId, account }, now }: RequestContext,
  { secondFactor, code }: Input<'secondFactorConfirm'>,
): Promise<Data<'secondFactorConfirm'> | Refusal> {
  const codeProof = await deps.proveCode({ account, scene: 'SECOND_FACTOR', code, now });
  if (isRefusal(codeProof)) return codeProof;
  return deps.database.transaction(async (dbTx) => {
    const factor = await lockSecondFactor(dbTx, customerId);
    if (factor === null || factor.sealedSecret === null || factor.confirmedAt !== null) return refuse('notOperable');
    if (now.getTime() - factor.startedAt.getTime() > setUpLivesMs) return refuse('notOperable');
    const secret = deps.sealer.open(factor.sealedSecret, sealContext(customerId));
    const step = matchStep(secret, secondFactor, { now: deps.machineTime(), lastStep: 0 });
    if (step === null) return needed(['TOTP'], null);
    const used = await codeProof.useUp(dbTx);
    if (used !== null) return used;
    await confirmSetUp(dbTx, customerId, now, step);
    // Who has a passkey has recovery codes.
    const recoveryCodes = factor.hasPasskey ? [] : await giveRecoveryCodes(dbTx, deps.pepper, customerId);
    await deps.announce(dbTx, { kind: 'SECOND_FACTOR_SET', customerId, at: now });
    return { recoveryCodes };
  });
}
