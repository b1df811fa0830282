import { SignerUnavailable } from '@lode/signing';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { claimWay, leaveOnline } from './signing-channel.repository.ts';

/**
 * Asks the signer on the wire, unless the withdrawal is signed offline: whoever takes a way first closes the other. Only the ask
 * that took the way gives it back: with any other, an earlier one may still be out.
 */
export function signOnline(database: Database, clock: Clock, sign: PayoutDeps['sign']): PayoutDeps['sign'] {
  return async (proof, unsigned) => {
    const { withdrawalId } = proof;
    const { way, isNew } = await claimWay(database, withdrawalId, 'ONLINE', clock.now());
    if (way === 'OFFLINE') return { refused: 'it is signed offline, by files', isFinal: false, isOffline: true };
    const giveBack = async () => {
      if (isNew) await leaveOnline(database, withdrawalId);
    };
    const answer = await sign(proof, unsigned).catch(async (error: unknown) => {
      if (neverReached(error)) await giveBack();
      throw error;
    });
    // Without an answer nobody knows what it has signed, and the way stays taken.
    if ('refused' in answer && !answer.mayBeSigned && !answer.isOther) await giveBack();
    return answer;
  };
}

/** There was no socket, or nobody behind it: not a byte has left. */
function neverReached(error: unknown): boolean {
  if (!(error instanceof SignerUnavailable)) return false;
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return code === 'ECONNREFUSED' || code === 'ENOENT';
}
