import type { Data, Input } from '@lode/contract';
import type { RequestContext } from '../../platform/http/context.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { factorChange, proveSecondFactor } from './prove-second-factor.ts';
import { giveRecoveryCodes } from './recovery-codes.ts';
import { endRecoveryCodes, lockSecondFactor } from './second-factor.store.ts';
import type { SetUpDeps } from './set-up.ts';

/**
 * Ends all recovery codes and gives ten new ones. It takes the factor itself: a stolen phone can reset both passwords, and
 * with new recovery codes it could withdraw.
 */
export async function renewRecoveryCodes(
  deps: SetUpDeps,
  { session: { customerId, account }, now }: RequestContext,
  { code, secondFactor }: Input<'recoveryCodesRenew'>,
): Promise<Data<'recoveryCodesRenew'> | Refusal> {
  const codeProof = await deps.proveCode({ account, scene: 'SECOND_FACTOR', code, now });
  if (isRefusal(codeProof)) return codeProof;
  const factorProof = await proveSecondFactor(deps, { customerId, given: secondFactor, madeFor: factorChange, now });
  if (factorProof === null) return refuse('notOperable');
  if (isRefusal(factorProof)) return factorProof;
  return deps.database.transaction(async (dbTx) => {
    const factor = await lockSecondFactor(dbTx, customerId);
    if (factor === null) return refuse('notOperable');
    const used = (await codeProof.useUp(dbTx)) ?? (await factorProof.useUp(dbTx));
    if (used !== null) return used;
    await endRecoveryCodes(dbTx, customerId, now);
    const recoveryCodes = await giveRecoveryCodes(dbTx, deps.pepper, customerId);
    await deps.announce(dbTx, { kind: 'RECOVERY_CODES_RENEWED', customerId, at: now });
    return { recoveryCodes };
  });
}
