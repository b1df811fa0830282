import type { ChainAdapter } from '@lode/chain';
import { isConflicted } from '../conflicted.ts';
import { isSpendable } from '../outpoint-reservation.repository.ts';
import { type PaymentRow, readPayments, recordMissingSince, type SentTransaction } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { provenStatus } from '../second-node/proven-status.ts';

/** Records since when an input of the payment is in no block; cleared when all are in blocks again. */
export async function recordMissingInputs(
  { database, monitor }: PayoutDeps,
  chain: ChainAdapter,
  newest: PaymentRow,
): Promise<void> {
  const { withdrawalId, network, unsigned, missingSinceHeight } = newest;
  if (network !== 'BITCOIN') return;
  if (await isSpendable(database, withdrawalId, unsigned.outpoints)) return recordMissingSince(database, newest, null);
  if (missingSinceHeight === null) await recordMissingSince(database, newest, (await chain.tip()).height);
  monitor.log.error({ event: 'payout.inputs-missing', id: withdrawalId, next: 'withdrawal:fail' });
}

/**
 * For how many blocks inputs have been in no block, so that no transaction of a withdrawal can be mined; null when one is in the
 * mempool or a block, or has all its inputs. If those inputs return to a block, it can be mined again.
 */
export async function blocksSinceMissing(
  deps: PayoutDeps,
  chain: ChainAdapter,
  id: bigint,
  transactions: readonly SentTransaction[],
): Promise<number | null> {
  const { database } = deps;
  const newest = (await readPayments(database, id)).find(({ txid }) => txid !== null);
  if (!newest || newest.network !== 'BITCOIN' || newest.missingSinceHeight === null) return null;
  for (const sent of transactions) {
    const status = await provenStatus(deps, chain, sent);
    // One whose inputs another transaction spent is conflicted, not missing: see conflicted.ts.
    if (sent.txid !== newest.txid && isConflicted(status, deps.chains.confirmations(newest.network))) continue;
    // The node may have an input in a block that is not credited here yet.
    if (status.state !== 'UNKNOWN' || status.isPayable) return null;
    if (await isSpendable(database, id, sent.outpoints)) return null;
  }
  return (await chain.tip()).height - newest.missingSinceHeight;
}
