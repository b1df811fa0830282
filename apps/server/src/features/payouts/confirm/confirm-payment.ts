import type { ChainAdapter, ConfirmedStatus, SentStatus } from '@lode/chain';
import { broadcastPayment } from '../broadcast/broadcast-payment.ts';
import { bumpFee, refuseNewBytes, signFeeBump } from '../broadcast/bump-fee.ts';
import { areAllConflicted } from '../conflicted.ts';
import { openPayoutChain } from '../open-payout-chain.ts';
import { readReservations, unusedReservations } from '../outpoint-reservation.repository.ts';
import {
  noteConfirmations,
  type PaymentRow,
  readPayments,
  recordMissingSince,
  sentPayment,
} from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { importBroadcastTransaction, stateOfExports } from '../recovery/exported-payment.ts';
import { recordMissingInputs } from '../recovery/missing-inputs.ts';
import { postFinal } from './post-final.ts';
import { clearUnproven, recordUnproven } from './unproven.repository.ts';
import { whyUnproven } from './why-unproven.ts';

/** Asks the chain about a broadcast payment: posted in the ledger when it is final, broadcast again when no node knows it. */
export async function confirmPayment(deps: PayoutDeps, id: bigint, now: Date): Promise<void> {
  const { database, chains, monitor } = deps;
  const [first] = await readPayments(database, id);
  // Of a batch its lead asks, for all.
  if (!first || (first.leadId ?? id) !== id) return;
  const chain = await openPayoutChain(deps, first.network);
  const exports = await stateOfExports(database, id, (sent) => chain.status(sent));
  await importBroadcastTransaction(deps, chain, exports, now);
  const all = await readPayments(database, id);
  const payments = all.filter(({ txid }) => txid !== null);
  const [newest] = payments;
  if (!newest) return;
  const isHeld = payments.some(({ isUnproven }) => isUnproven);
  const statuses: SentStatus[] = [];
  for (const payment of payments) {
    const status = await statusOf(chain, payment);
    statuses.push(status);
    if (status.state === 'CONFIRMED') return recordConfirmed(deps, chain, { payment, isHeld, status }, now);
  }
  for (const payment of payments) await recordInNoBlock(deps, payment, now);
  // The newest is nowhere: the same bytes again, never another payment.
  if (statuses[0]?.state === 'UNKNOWN') {
    await recordMissingInputs(deps, chain, newest);
    // A fee bump that may never have been sent: the payment that it replaces is out.
    if (statuses.some(({ state }) => state === 'MEMPOOL')) await refuseNewBytes(deps, id, now);
    return broadcastPayment(deps, id, now);
  }
  if (newest.missingSinceHeight !== null) await recordMissingSince(database, newest, null);
  if (statuses.some(({ state }) => state === 'MEMPOOL')) {
    const [built = newest] = all;
    return built.txid === null ? signFeeBump(deps, chain, built, now) : bumpFee(deps, chain, newest, now);
  }
  const states = [...statuses, ...exports.map(({ status }) => status)];
  if (areAllConflicted(states, chains.confirmations(newest.network)))
    monitor.log.error({ event: 'payout.inputs-spent-by-foreign-transaction', id, next: 'withdrawal:fail' });
}

const statusOf = (chain: ChainAdapter, payment: PaymentRow): Promise<SentStatus> => chain.status(sentPayment(payment));

async function recordConfirmed(
  deps: PayoutDeps,
  chain: ChainAdapter,
  /** `isHeld`: it, or another attempt, was in a final block and had not paid. */
  { payment, isHeld, status }: { payment: PaymentRow; isHeld: boolean; status: ConfirmedStatus },
  now: Date,
): Promise<void> {
  const { database, withdrawals, chains, monitor } = deps;
  const { withdrawalId: id, network } = payment;
  const { confirmations, isPaid } = status;
  await noteConfirmations(database, payment, confirmations);
  if (confirmations < chains.confirmations(network)) return isHeld ? liftHold(deps, id, now) : undefined;
  monitor.failpoint('confirm:final');
  const reason = await whyUnproven(deps, chain, payment, status);
  if (reason !== null)
    return database.transaction(async (dbTx) => {
      // Two people may have ended it while the second node was asked.
      if ((await withdrawals.lock(dbTx, id))?.phase !== 'BROADCAST') return;
      await recordUnproven(dbTx, payment, reason, now);
      await monitor.reportUnproven(dbTx, id, reason, now);
    });
  await postFinal(deps, payment, status, { isPaid, now });
  monitor.failpoint('confirm:posted');
  if (!isPaid) monitor.log.error({ event: 'payout.failed-on-chain', id, txid: payment.txid });
  const unused = unusedReservations(await readReservations(database, id), payment);
  if (unused.length > 0)
    monitor.log.error({ event: 'payout.unused-reservations', id, outpoints: unused, next: 'withdrawal:free' });
}

/** A reorganisation removed its block: it waits for another one, and what its block did or did not pay is open again. */
async function recordInNoBlock(deps: PayoutDeps, payment: PaymentRow, now: Date): Promise<void> {
  if (payment.confirmations > 0) await noteConfirmations(deps.database, payment, 0);
  if (payment.isUnproven) await liftHold(deps, payment.withdrawalId, now);
}

function liftHold({ database, monitor }: PayoutDeps, id: bigint, now: Date): Promise<void> {
  return database.transaction(async (dbTx) => {
    await clearUnproven(dbTx, id);
    await monitor.reportUnproven(dbTx, id, null, now);
  });
}
