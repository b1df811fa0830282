import { lockBalances, postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { StaffInput, StaffResult } from '../../platform/staff/staff-command.ts';
import {
  findOwner,
  lockToClawBack,
  type RemovedDeposit,
  readClawedBack,
  writeClawedBack,
  writeReturned,
} from './claw-backs.store.ts';
import type { CreditPorts } from './credit-final.ts';
import { clawBackPosting, removedAlert, returnPosting } from './deposit-state.ts';
import type { DepositRow } from './deposits.store.ts';
import { holdWatcher } from './watcher.store.ts';

export interface ClawBackDeps
  extends Pick<CreditPorts, 'lockPayingAccounts'>,
    Pick<AlertPorts, 'resolveAlert'>,
    Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  /** Micro-USDT of the prepaid account that pay electricity only: never a deposit's money. */
  promoRemaining(db: Queryable, customerId: bigint): Promise<bigint>;
}

/** Takes from the customer what SUSPENSE stands for: the whole of it or nothing, once for each removal. */
export function clawBackDeposit(deps: ClawBackDeps, id: bigint, staffInput: StaffInput): Promise<StaffResult> {
  const { authority, reason, now } = staffInput;
  return deps.database.transaction(async (dbTx): Promise<StaffResult> => {
    const owner = await findOwner(dbTx, id);
    if (owner === null) return { refused: `there is no deposit ${id}` };
    // Before the accounts, as a credit does: a step of this moment waits, or has been stored.
    await holdWatcher(dbTx, owner.network);
    await deps.lockPayingAccounts(dbTx, [owner.customerId]);
    const deposit = await lockToClawBack(dbTx, id);
    if (deposit === null) return { refused: `there is no deposit ${id}` };
    const refused = validateClawBack(deposit) ?? (await shortageOf(dbTx, deps, deposit));
    if (refused !== null) return { refused };

    const { customerId, coin, amount, removals, transferId: credit } = deposit;
    const date = businessDate(now);
    const { transferId } = await postTransfer(dbTx, {
      key: `deposit:${id}:settled:${removals}`,
      input: { id, amount },
      kind: 'deposit-settled',
      businessDate: date,
      postedAt: now,
      postings: [clawBackPosting(deposit, date)],
      corrects: credit,
    });
    await writeClawedBack(dbTx, deposit, transferId, now);
    await deps.resolveAlert(dbTx, removedAlert, `deposit ${id}`, now);
    const detail = { customer: String(customerId), coin, amount: String(amount), transferId: String(transferId) };
    const subject = `deposit ${id}`;
    await deps.recordAudit(dbTx, { at: now, authority, action: 'deposit:settle', subject, reason, detail });
    return { done: `deposit ${id}: ${formatAmount(amount, coin)} ${coin} taken from customer ${customerId}` };
  });
}

function validateClawBack({ id, status, transferId, isNotClawedBack }: RemovedDeposit): string | null {
  if (transferId === null) return `deposit ${id} was never credited: there is nothing to settle`;
  if (status !== 'ORPHANED') return `deposit ${id} is in a block: there is nothing to settle`;
  return isNotClawedBack ? null : `deposit ${id} is settled already`;
}

/** No customer's account goes below zero: what is not there cannot be taken. Null when all of it is. */
async function shortageOf(
  dbTx: Transaction,
  { promoRemaining }: ClawBackDeps,
  deposit: RemovedDeposit,
): Promise<string | null> {
  const { id, customerId, coin, amount } = deposit;
  const { from } = clawBackPosting(deposit, '');
  const available = (await lockBalances(dbTx, [from])).get(from)?.available ?? 0n;
  const promotion = coin === 'USDT' ? await promoRemaining(dbTx, customerId) : 0n;
  const own = available > promotion ? available - promotion : 0n;
  if (own >= amount) return null;
  const [has, missing] = [own, amount - own].map((units) => `${formatAmount(units, coin)} ${coin}`);
  return `customer ${customerId} has ${has} to take, ${missing} less than deposit ${id}: nothing was taken`;
}

/** What was settled and is mined again is the customer's again, once, and pays at once what they owe. */
export async function returnClawedBack(
  dbTx: Transaction,
  { lockPayingAccounts, payOwed }: CreditPorts,
  restored: readonly DepositRow[],
  now: Date,
): Promise<void> {
  const taken = await readClawedBack(
    dbTx,
    restored.map(({ id }) => id),
  );
  const deposits = restored.filter(({ id }) => taken.has(id));
  if (deposits.length === 0) return;
  const customerIds = [...new Set(deposits.map(({ customerId }) => customerId))];
  await lockPayingAccounts(dbTx, customerIds);
  const date = businessDate(now);
  for (const deposit of deposits) {
    const { id, amount, removals } = deposit;
    const { transferId } = await postTransfer(dbTx, {
      key: `deposit:${id}:returned:${removals}`,
      input: { id, amount },
      kind: 'deposit-returned',
      businessDate: date,
      postedAt: now,
      postings: [returnPosting(deposit, date)],
      corrects: taken.get(id) ?? null,
    });
    await writeReturned(dbTx, deposit, transferId, now);
  }
  await payOwed(dbTx, customerIds, now);
}
