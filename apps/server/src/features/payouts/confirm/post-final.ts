import type { ConfirmedStatus } from '@lode/chain';
import { withdrawalRemarks } from '@lode/contract';
import { houseAccount, type Posting } from '@lode/ledger';
import { readAccountNonce } from '../../../platform/chains/stored-unsigned.ts';
import { recordEther } from '../../../platform/chains/wei-remainder.ts';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { Queryable, Transaction } from '../../../platform/db/database.ts';
import { lockAll } from '../lock-all.ts';
import { finishPayment, type PaymentRow, readBatch } from '../payment.repository.ts';
import type { PayoutDeps, Withdrawal } from '../payout-ports.ts';
import { clearUnproven } from './unproven.repository.ts';

interface Ending {
  /** False: only its network fee has left, and each amount returns. */
  isPaid: boolean;
  now: Date;
  /** In the transaction of the postings, for each of its withdrawals. */
  readonly record?: (dbTx: Transaction, withdrawal: Withdrawal) => Promise<void>;
}

/** Posts a final payment and ends its withdrawals in one transaction. False where it was posted before, or cannot be. */
export async function postFinal(
  deps: PayoutDeps,
  payment: PaymentRow,
  status: ConfirmedStatus,
  { isPaid, now, record }: Ending,
): Promise<boolean> {
  const { database, withdrawals, monitor } = deps;
  const { withdrawalId: id } = payment;
  const { isPosted, apart } = await database.transaction(async (dbTx) => {
    const found = await lockAll(dbTx, withdrawals, await readBatch(dbTx, id));
    const others = found.filter(({ phase }) => phase !== 'BROADCAST');
    // Where all are, another process has posted it.
    if (others.length > 0) return { isPosted: false, apart: others.length < found.length ? others : [] };
    const shares = await finishPayment(dbTx, payment, status, now);
    for (const withdrawal of found) {
      // Also of one whose process ended after it was sent, and of one that was sent from a file.
      await withdrawals.recordBroadcast(dbTx, withdrawal.id, now);
      const fee = { ...status.feePaid, atomic: shares.get(withdrawal.id) ?? 0n };
      const networkFee = await networkFeePosting(dbTx, payment, fee, now);
      const posted = isPaid
        ? withdrawals.confirmPaid(dbTx, withdrawal, networkFee, now)
        : withdrawals.fail(dbTx, withdrawal, { remark: withdrawalRemarks.PAYMENT, networkFee, now });
      await posted.catch((error: unknown) => {
        if (found.length > 1)
          reportUnposted(deps, payment, withdrawal, error instanceof Error ? error.message : String(error));
        throw error;
      });
      await record?.(dbTx, withdrawal);
    }
    await clearUnproven(dbTx, id);
    await monitor.reportUnproven(dbTx, id, null, now);
    monitor.failpoint('confirm:before-commit');
    return { isPosted: true, apart: [] };
  });
  for (const one of apart) reportUnposted(deps, payment, one, `it is ${one.phase}`);
  return isPosted;
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
  { coin, atomic }: ConfirmedStatus['feePaid'],
  now: Date,
): Promise<Posting[]> {
  const amount =
    coin === 'ETH' ? await recordEther(db, readAccountNonce(unsigned.outpoints[0]).addressKey, 'out', atomic) : atomic;
  const [from, to] = [houseAccount('NETWORK_FEE_EXPENSE', coin), houseAccount('CUSTODY', coin)];
  return amount === 0n ? [] : [{ from, to, type: 'NETWORK_FEE', amount, date: businessDate(now) }];
}
