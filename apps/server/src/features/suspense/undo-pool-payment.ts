import { houseAccount, type Posting, postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { lockedHouseBalance } from '../../platform/house-account/house-balance.ts';
import type { Sentence } from '../../platform/sentence.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import { type PoolPaymentDeps, poolPaymentPostings } from './pool-payment.ts';
import * as say from './pool-sentences.zh.ts';
import { findPoolPayment, lockPoolPayment, type StoredPoolPayment, writeUndone } from './pool-undo.store.ts';
import { onlyInCash } from './sentences.zh.ts';

export interface UndoPlan {
  payment: StoredPoolPayment;
  postings: Omit<Posting, 'date'>[];
  summary: Sentence;
}

/** What would be posted, with everything locked that it depends on; or why not. */
export async function planUndo(
  dbTx: Transaction,
  { lockStanding }: PoolPaymentDeps,
  id: bigint,
): Promise<UndoPlan | { refused: Sentence }> {
  const seen = await findPoolPayment(dbTx, id);
  if (seen === null) return { refused: say.noPayment(id) };
  // In the order of a payment: its chain and arrival, the receivable, then its own row.
  if (seen.arrivalId !== null) await lockStanding(dbTx, seen.arrivalId);
  await lockedHouseBalance(dbTx, houseAccount('MINING_RECEIVABLE', seen.coin));
  const payment = (await lockPoolPayment(dbTx, id)) ?? seen;
  if (payment.isUndone) return { refused: say.undoneAlready(id) };
  const { coin, from, to, arrivalId, paid, expected } = payment;
  const textOf = (units: bigint) => `${formatAmount(units, coin)} ${coin}`;
  if (arrivalId === null) {
    // What was taken by hand is given back to CASH, which may have been taken out since.
    const cash = await lockedHouseBalance(dbTx, houseAccount('CASH', coin));
    if (cash + paid > 0n) return { refused: onlyInCash(textOf(-cash), textOf(paid)) };
  }
  const postings = poolPaymentPostings({ input: { coin }, arrivalId, paid, expected }, '').map(
    ({ from: payer, to: receiver, type, amount }) => ({ from: receiver, to: payer, type, amount }),
  );
  const [back, receivable, variance] = [paid, expected, expected - paid].map(textOf) as [string, string, string];
  const summary = say.undone({ id, from, to, arrivalId }, { paid: back, expected: receivable, variance });
  return { payment, postings, summary };
}

/** Takes a wrong match back by a transfer that names it: its days can be paid by another payment, its arrival stands in SUSPENSE again. */
export function undoPoolPayment(
  deps: PoolPaymentDeps,
  id: bigint,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  return deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
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
