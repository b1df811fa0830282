import type { ChainAdapter, ChainSum, SentStatus } from '@lode/chain';
import { withdrawalRemarks } from '@lode/contract';
import { houseAccount, type Posting } from '@lode/ledger';
import { readAccountNonce } from '../../../platform/chains/stored-unsigned.ts';
import { recordEther } from '../../../platform/chains/wei-remainder.ts';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { broadcastPayment } from '../broadcast/broadcast-payment.ts';
import { bumpFee, refuseNewBytes, signFeeBump } from '../broadcast/bump-fee.ts';
import { lockAll } from '../lock-all.ts';
import { openPayoutChain } from '../open-payout-chain.ts';
import { readReservations, unusedReservations } from '../outpoint-reservation.repository.ts';
import {
  finishPayment,
  noteConfirmations,
  type PaymentRow,
  readBatch,
  readPayments,
  recordMissingSince,
  sentPayment,
} from '../payment.repository.ts';
import type { PayoutDeps, Withdrawal } from '../payout-ports.ts';
import { areAllConflicted } from '../recovery/conflicted.ts';
import { importBroadcastTransaction, stateOfExports } from '../recovery/exported-payment.ts';
import { recordMissingInputs } from '../recovery/missing-inputs.ts';

type Confirmed = Extract<SentStatus, { state: 'CONFIRMED' }>;

/** Asks the chain about a broadcast payment: posted in the ledger when it is final, broadcast again when no node knows it. */
export async function confirmPayment(deps: PayoutDeps, id: bigint, now: Date): Promise<void> {
  const { database, chains, monitor } = deps;
  const [first] = await readPayments(database, id);
  // Of a batch its lead asks, for all.
  if (!first || (first.leadId ?? id) !== id) return;
  const chain = await openPayoutChain(deps, first.network);
  const exports = await stateOfExports(database, chain, id);
  await importBroadcastTransaction(deps, chain, exports, now);
  const all = await readPayments(database, id);
  const payments = all.filter(({ txid }) => txid !== null);
  const [newest] = payments;
  if (!newest) return;
  const statuses: SentStatus[] = [];
  for (const payment of payments) {
    const status = await statusOf(chain, payment);
    statuses.push(status);
    if (status.state === 'CONFIRMED') return recordConfirmed(deps, payment, status, now);
  }
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

async function recordConfirmed(deps: PayoutDeps, payment: PaymentRow, status: Confirmed, now: Date): Promise<void> {
  const { database, withdrawals, chains, monitor } = deps;
  const { withdrawalId: id, network } = payment;
  const { confirmations, isPaid, feePaid } = status;
  await noteConfirmations(database, payment, confirmations);
  if (confirmations < chains.confirmations(network)) return;
  monitor.failpoint('confirm:final');
  const apart = await database.transaction(async (dbTx) => {
    const found = await lockAll(dbTx, withdrawals, await readBatch(dbTx, id));
    const others = found.filter(({ phase }) => phase !== 'BROADCAST');
    // Where all are, another process has posted it.
    if (others.length > 0) return others.length < found.length ? others : [];
    const shares = await finishPayment(dbTx, payment, status, now);
    for (const withdrawal of found) {
      // Also of one whose process ended after it was sent, and of one that was sent from a file.
      await withdrawals.recordBroadcast(dbTx, withdrawal.id, now);
      const fee = { ...feePaid, atomic: shares.get(withdrawal.id) ?? 0n };
      const networkFee = await networkFeePosting(dbTx, payment, fee, now);
      const posted = isPaid
        ? withdrawals.confirmPaid(dbTx, withdrawal, networkFee, now)
        : withdrawals.fail(dbTx, withdrawal, { remark: withdrawalRemarks.PAYMENT, networkFee, now });
      await posted.catch((error: unknown) => {
        if (found.length > 1)
          reportUnposted(deps, payment, withdrawal, error instanceof Error ? error.message : String(error));
        throw error;
      });
    }
    monitor.failpoint('confirm:before-commit');
    return [];
  });
  for (const one of apart) reportUnposted(deps, payment, one, `it is ${one.phase}`);
  monitor.failpoint('confirm:settled');
  if (!isPaid) monitor.log.error({ event: 'payout.failed-on-chain', id, txid: payment.txid });
  const unused = unusedReservations(await readReservations(database, id), payment);
  if (unused.length > 0)
    monitor.log.error({ event: 'payout.unused-reservations', id, outpoints: unused, next: 'withdrawal:free' });
}

/** One of a batch that cannot be posted: it holds up the others, whose coins have left too. */
function reportUnposted(
  { monitor }: PayoutDeps,
  { withdrawalId, txid }: PaymentRow,
  { id }: Withdrawal,
  reason: string,
): void {
  monitor.log.error({ event: 'payout.batch-not-posted', id, batch: withdrawalId, txid, reason });
}

/** What the network took, in the ledger's units: each address carries the rest of its wei to its next payment. */
async function networkFeePosting(
  db: Queryable,
  { unsigned }: PaymentRow,
  { coin, atomic }: ChainSum,
  now: Date,
): Promise<Posting[]> {
  const amount =
    coin === 'ETH' ? await recordEther(db, readAccountNonce(unsigned.outpoints[0]).addressKey, 'out', atomic) : atomic;
  const [from, to] = [houseAccount('NETWORK_FEE_EXPENSE', coin), houseAccount('CUSTODY', coin)];
  return amount === 0n ? [] : [{ from, to, type: 'NETWORK_FEE', amount, date: businessDate(now) }];
}
