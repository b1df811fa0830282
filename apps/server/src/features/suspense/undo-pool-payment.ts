import { houseAccount, type Posting, postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { lockedHouseBalance } from '../../platform/house-account/house-balance.ts';
import type { StaffInput, StaffResult } from '../../platform/staff/staff-command.ts';
import { type PoolPaymentDeps, poolPaymentPostings } from './pool-payment.ts';
import { findPoolPayment, lockPoolPayment, type StoredPoolPayment, writeUndone } from './pool-undo.store.ts';

export interface UndoPlan {
  payment: StoredPoolPayment;
  postings: Omit<Posting, 'date'>[];
  summary: string;
}

/** What would be posted, with everything locked that it depends on; or why not. */
export async function planUndo(
  dbTx: Transaction,
  { lockStanding }: PoolPaymentDeps,
  id: bigint,
): Promise<UndoPlan | { refused: string }> {
  const seen = await findPoolPayment(dbTx, id);
  if (seen === null) return { refused: `there is no pool payment ${id}` };
  // In the order of a payment: its chain and arrival, the receivable, then its own row.
  if (seen.arrivalId !== null) await lockStanding(dbTx, seen.arrivalId);
  await lockedHouseBalance(dbTx, houseAccount('MINING_RECEIVABLE', seen.coin));
  const payment = (await lockPoolPayment(dbTx, id)) ?? seen;
  if (payment.isUndone) return { refused: `pool payment ${id} is undone already` };
  const { coin, from, to, arrivalId, paid, expected } = payment;
  const textOf = (units: bigint) => `${formatAmount(units, coin)} ${coin}`;
  if (arrivalId === null) {
    // What was taken by hand is given back to CASH, which may have been taken out since.
    const cash = await lockedHouseBalance(dbTx, houseAccount('CASH', coin));
    if (cash + paid > 0n) return { refused: `only ${textOf(-cash)} of ${textOf(paid)} are in cash` };
  }
  const postings = poolPaymentPostings({ input: { coin }, arrivalId, paid, expected }, '').map(
    ({ from: payer, to: receiver, type, amount }) => ({ from: receiver, to: payer, type, amount }),
  );
  const where = arrivalId === null ? 'back to cash' : `of arrival ${arrivalId} back to SUSPENSE`;
  const summary = `pool payment ${id} for ${from} to ${to} undone: ${textOf(paid)} ${where}, ${textOf(expected)} receivable again, variance ${textOf(expected - paid)}`;
  return { payment, postings, summary };
}

/** Takes a wrong match back by a transfer that names it: its days can be paid by another payment, its arrival stands in SUSPENSE again. */
export function undoPoolPayment(
  deps: PoolPaymentDeps,
  id: bigint,
  { authority, reason, now }: StaffInput,
): Promise<StaffResult> {
  return deps.database.transaction(async (dbTx): Promise<StaffResult> => {
    const plan = await planUndo(dbTx, deps, id);
    if ('refused' in plan) return plan;
    const { payment, summary } = plan;
    const { arrivalId, paid } = payment;
    const date = businessDate(now);
    const { transferId } = await postTransfer(dbTx, {
      key: `pool-payment:${id}:undone`,
      input: { id },
      kind: 'pool-payment-undone',
      businessDate: date,
      postedAt: now,
      postings: plan.postings.map((line) => ({ ...line, date })),
      corrects: payment.transferId,
    });
    await writeUndone(dbTx, id, transferId, now);
    if (arrivalId !== null)
      await deps.writeReopened(dbTx, { arrivalId, amount: paid, from: 'POOL', transferId, at: now });
    const detail = {
      transferId: String(transferId),
      paid: String(paid),
      arrival: arrivalId === null ? null : String(arrivalId),
    };
    const subject = `pool payment ${id}`;
    await deps.recordAudit(dbTx, { at: now, authority, action: 'pool:undo', subject, reason, detail });
    return { done: summary };
  });
}
