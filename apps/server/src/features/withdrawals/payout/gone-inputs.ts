import type { ChainAdapter, SentStatus } from '@lode/chain';
import { stateOfExports } from './exports.ts';
import { isSpendable, noteGone, type PaymentRow, readPayments, sentPayment } from './payments.store.ts';
import type { PayoutDeps } from './payout-ports.ts';

/** Keeps since when something that a payment spends is in no block, and forgets it when all of it stands again. */
export async function lookForInputs(
  { database, alarm }: PayoutDeps,
  chain: ChainAdapter,
  newest: PaymentRow,
): Promise<void> {
  const { withdrawalId, network, unsigned, goneHeight } = newest;
  if (network !== 'BITCOIN') return;
  if (await isSpendable(database, withdrawalId, unsigned.outpoints)) return noteGone(database, newest, null);
  if (goneHeight === null) await noteGone(database, newest, (await chain.tip()).height);
  alarm(`withdrawal ${withdrawalId} waits: something that it spends is in no block any more, see withdrawal:fail`);
}

/**
 * Since how many blocks nothing that was signed or exported of a withdrawal can be mined, because inputs of each are in no block
 * themselves; null: one waits, is in a block, or has all that it spends. Whoever brings those inputs back can have it mined again.
 */
export async function goneFor(deps: PayoutDeps, chain: ChainAdapter, id: bigint): Promise<number | null> {
  const { database } = deps;
  const payments = (await readPayments(database, id)).filter(({ txid }) => txid !== null);
  const [newest] = payments;
  if (!newest || newest.network !== 'BITCOIN' || newest.goneHeight === null) return null;
  const all: { spends: readonly string[]; status: SentStatus }[] = [];
  for (const payment of payments)
    all.push({ spends: payment.unsigned.outpoints, status: await chain.status(sentPayment(payment)) });
  for (const { exported, status } of await stateOfExports(database, chain, id))
    all.push({ spends: exported.unsigned.outpoints, status });
  // Taken by another transaction in a block it is lost, when that one is final: see `isLost`.
  if (all[0]?.status.state !== 'UNKNOWN') return null;
  for (const { spends, status } of all) {
    if (status.state === 'CONFLICTED') continue;
    if (status.state !== 'UNKNOWN' || (await isSpendable(database, id, spends))) return null;
  }
  return (await chain.tip()).height - newest.goneHeight;
}
