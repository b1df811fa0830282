import { SignerUnavailable } from '@lode/signing';
import type { SigningOutcome } from '../../../platform/chains/payment-signer.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { idsOf } from '../approval-of-all.ts';
import type { Sign } from '../payout-ports.ts';
import { claimChannel, releaseOnlineChannel } from './signing-channel.repository.ts';

/**
 * Asks the online signer, unless the withdrawal is signed offline: the channel that is claimed first closes the other. Only the
 * request that claimed the channel releases it: with any other, an earlier request may still be out.
 */
export function signOnline(database: Database, clock: Clock, sign: Sign): Sign {
  return async (approval, unsigned) => {
    const ids = idsOf(approval);
    const claimed: bigint[] = [];
    const release = async () => {
      for (const id of claimed) await releaseOnlineChannel(database, id);
    };
    for (const id of ids) {
      const { channel, isNew } = await claimChannel(database, id, 'ONLINE', clock.now());
      if (isNew) claimed.push(id);
      if (channel === 'ONLINE') continue;
      await release();
      return { outcome: 'OFFLINE_CHANNEL' };
    }
    const result = await sign(approval, unsigned).catch(async (error: unknown) => {
      // Without a response the signer may have signed, and the channel stays claimed.
      if (wasNotReached(error)) await release();
      throw error;
    });
    if (isUnsigned(result)) await release();
    return result;
  };
}

/** The signer has signed nothing of the payment. */
function isUnsigned(result: SigningOutcome): boolean {
  switch (result.outcome) {
    case 'AUTO_APPROVAL_DENIED':
    case 'DENIED_FINAL':
    case 'DENIED_FOR_NOW':
    case 'OFFLINE_CHANNEL':
      return true;
    case 'SIGNED':
    case 'SIGNED_DIFFERENTLY':
    case 'UNDETERMINED':
      return false;
    default:
      return result satisfies never;
  }
}

/** There was no socket, or no process behind it: no byte was sent. */
function wasNotReached(error: unknown): boolean {
  if (!(error instanceof SignerUnavailable)) return false;
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return code === 'ECONNREFUSED' || code === 'ENOENT';
}
