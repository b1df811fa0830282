import { randomBytes } from 'node:crypto';
import type { Data, Input } from '@lode/contract';
import type { RequestContext } from '../../platform/http/context.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { base32, matchStep, otpauthUri } from '../../platform/secrets/totp.ts';
import { type ProveDeps, sealContext } from './prove-second-factor.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { confirmSetUp, insertRecoveryCodes, lockSecondFactor, startSetUp } from './second-factor.store.ts';
import type { SecondFactorPorts } from './second-factor-ports.ts';

export type SetUpDeps = ProveDeps & SecondFactorPorts;

/** As RFC 4226 recommends: 160 bits. */
const secretBytes = 20;
const setUpLivesMs = 30 * 60_000;

/** A new secret for the app. Nothing asks for it before the customer has shown a code of it. */
export async function beginSetUp(
  deps: SetUpDeps,
  { session, now }: RequestContext,
  { password }: Input<'secondFactorBegin'>,
): Promise<Data<'secondFactorBegin'> | Refusal> {
  const { customerId, account } = session;
  const refused = await deps.checkLoginPassword(session, password);
  if (refused !== null) return refused;
  const secret = randomBytes(secretBytes);
  const sealed = deps.sealer.seal(secret, sealContext(customerId));
  if (!(await startSetUp(deps.database, customerId, sealed, now))) return refuse('notOperable');
  return { secret: base32(secret), uri: otpauthUri(secret, account) };
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
    const isOpen = factor !== null && factor.confirmedAt === null;
    if (!isOpen || now.getTime() - factor.startedAt.getTime() > setUpLivesMs) return refuse('notOperable');
    const secret = deps.sealer.open(factor.sealedSecret, sealContext(customerId));
    const step = matchStep(secret, secondFactor, { now: deps.machineTime(), lastStep: 0 });
    if (step === null) return refuse('secondFactorNeeded', { methods: ['TOTP'], remaining: null });
    const used = await codeProof.useUp(dbTx);
    if (used !== null) return used;
    await confirmSetUp(dbTx, customerId, now, step);
    const recoveryCodes = newRecoveryCodes();
    const hashes = recoveryCodes.map((one) => recoveryCodeHash(deps.pepper, customerId, one));
    await insertRecoveryCodes(dbTx, customerId, hashes);
    await deps.announce(dbTx, { kind: 'SECOND_FACTOR_SET', customerId, at: now });
    return { recoveryCodes };
  });
}
