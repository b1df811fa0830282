import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { PayoutDeps } from './payout-ports.ts';
import { claimWay, leaveWay } from './signing-way.store.ts';

/** Asks the signer on the wire, unless the withdrawal is signed offline: whoever takes a way first closes the other. */
export function signOnline(database: Database, clock: Clock, sign: PayoutDeps['sign']): PayoutDeps['sign'] {
  return async (proof, unsigned) => {
    const way = await claimWay(database, proof.withdrawalId, 'ONLINE', clock.now());
    if (way === 'OFFLINE') return { refused: 'it is signed offline, by files', isFinal: false, isOffline: true };
    const answer = await sign(proof, unsigned);
    // Without an answer nobody knows what it has signed, and the way stays taken.
    if ('refused' in answer) await leaveWay(database, proof.withdrawalId, 'ONLINE');
    return answer;
  };
}
