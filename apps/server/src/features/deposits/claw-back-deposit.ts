import { lockBalances, postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import type { Sentence } from '../../platform/sentence.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import {
  findOwner,
  lockToClawBack,
  nextClawBackPart,
  type RemovedDeposit,
  readClawedBack,
  writeClawedBack,
  writeReturned,
} from './claw-backs.store.ts';
import type { CreditPorts } from './credit-final.ts';
import { clawBackPosting, removedAlert, returnPosting } from './deposit-state.ts';
import type { DepositRow } from './deposits.store.ts';
import * as say from './sentences.zh.ts';
import { holdWatcher } from './watcher.store.ts';

export interface ClawBackDeps
  extends Pick<CreditPorts, 'lockPayingAccounts'>,
    Pick<AlertPorts, 'resolveAlert'>,
    Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  /** Micro-USDT of the prepaid account that pay electricity only: never a deposit's money. */
  readonly promoRemaining: (db: Queryable, customerId: bigint) => Promise<bigint>;
}

/** Locks a removed deposit, clawed back or not, with its network and its customer's accounts; or why there is nothing to claw back. */
export async function lockRemoved(
  dbTx: Transaction,
  { lockPayingAccounts }: Pick<ClawBackDeps, 'lockPayingAccounts'>,
  id: bigint,
): Promise<RemovedDeposit | { refused: Sentence }> {
  const owner = await findOwner(dbTx, id);
  if (owner === null) return { refused: say.noDeposit(id) };
  // Before the accounts, as a credit does: a concurrent block update waits, or has been stored.
  await holdWatcher(dbTx, owner.network);
  await lockPayingAccounts(dbTx, [owner.customerId]);
  const deposit = await lockToClawBack(dbTx, id);
  if (deposit === null) return { refused: say.noDeposit(id) };
  const { status, transferId } = deposit;
  if (transferId === null) return { refused: say.neverCredited(id) };
  if (status !== 'ORPHANED') return { refused: say.inBlock(id) };
  return deposit;
}

export const lacksNothing = (id: bigint) => ({ refused: say.lacksNothing(id) });

export interface ClawBackRequest {
  id: bigint;
  asFarAs: 'all' | 'available';
}

export interface ClawBackPlan {
  deposit: RemovedDeposit;
  amount: bigint;
  summary: Sentence;
}

/** What would be taken, with everything locked that it depends on; or why nothing would be. */
export async function planClawBack(
  dbTx: Transaction,
  deps: ClawBackDeps,
  { id, asFarAs }: ClawBackRequest,
): Promise<ClawBackPlan | { refused: Sentence }> {
  const deposit = await lockRemoved(dbTx, deps, id);
  if ('refused' in deposit) return deposit;
  const { customerId, coin, lacking } = deposit;
  if (lacking === 0n) return lacksNothing(id);
  const own = await ownMoney(dbTx, deps, deposit);
  const amount = own < lacking && asFarAs === 'available' ? own : lacking;
  const textOf = (units: bigint) => `${formatAmount(units, coin)} ${coin}`;
  if (amount === 0n) return { refused: say.nothingToTake(customerId) };
  if (own < amount)
    return { refused: say.tooLittleToTake(customerId, { own: textOf(own), less: textOf(lacking - own), id }) };
  const rest = amount < lacking ? textOf(lacking - amount) : null;
  return { deposit, amount, summary: say.taken(id, { amount: textOf(amount), customerId, rest }) };
}

/**
 * Moves what SUSPENSE lacks from the customer to it: all of it or nothing, or with `asFarAs` the money goes what the customer
 * has now. No customer's account goes below zero, and promotional credit does not count.
 */
export function clawBackDeposit(
  deps: ClawBackDeps,
  request: ClawBackRequest,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  return deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const plan = await planClawBack(dbTx, deps, request);
    if ('refused' in plan) return plan;
    const { deposit, amount, summary } = plan;
    const { id, customerId, coin, lacking } = deposit;
    const date = businessDate(now);
    const part = await nextClawBackPart(dbTx, deposit);
    const { transferId } = await postTransfer(dbTx, {
      key: clawBackKey(deposit, 'clawed-back', part),
      input: { id, amount },
      kind: 'deposit-clawed-back',
      businessDate: date,
      postedAt: now,
      postings: [clawBackPosting({ ...deposit, amount }, date)],
      corrects: deposit.transferId,
    });
    await writeClawedBack(dbTx, deposit, { part, amount, transferId, at: now });
    if (amount === lacking) await deps.resolveAlert(dbTx, removedAlert, `deposit ${id}`, now);
    const detail = { customer: String(customerId), coin, amount: String(amount), transferId: String(transferId) };
    const subject = `deposit ${id}`;
    await deps.recordAudit(dbTx, { at: now, authority, action: 'deposit:settle', subject, reason, detail });
    return { done: summary };
  });
}

/** The key of a removal's first part names no part. */
function clawBackKey({ id, removals }: DepositRow, event: 'clawed-back' | 'returned', part: number): string {
  return `deposit:${id}:${event}:${removals}${part === 1 ? '' : `:${part}`}`;
}

/** What the customer has in the account that was credited, less promotional credit. */
export async function ownMoney(
  dbTx: Transaction,
  { promoRemaining }: Pick<ClawBackDeps, 'promoRemaining'>,
  deposit: DepositRow,
): Promise<bigint> {
  const { from } = clawBackPosting(deposit, '');
  const available = (await lockBalances(dbTx, [from])).get(from)?.available ?? 0n;
  const promotion = deposit.coin === 'USDT' ? await promoRemaining(dbTx, deposit.customerId) : 0n;
  return available > promotion ? available - promotion : 0n;
}

/** Returns what was clawed back of deposits that are mined again, each part once, and pays what the customers owe. */
export async function returnClawedBack(
  dbTx: Transaction,
  { lockPayingAccounts, payOwed }: CreditPorts,
  restored: readonly DepositRow[],
  now: Date,
): Promise<void> {
  const deposits = new Map(restored.map((deposit) => [deposit.id, deposit]));
  const parts = await readClawedBack(dbTx, [...deposits.keys()]);
  if (parts.length === 0) return;
  const customerIds = [...new Set(parts.map(({ depositId }) => (deposits.get(depositId) as DepositRow).customerId))];
  await lockPayingAccounts(dbTx, customerIds);
  const date = businessDate(now);
  for (const open of parts) {
    const { depositId: id, part, amount } = open;
    const deposit = deposits.get(id) as DepositRow;
    const { transferId } = await postTransfer(dbTx, {
      key: clawBackKey({ ...deposit, removals: open.removal }, 'returned', part),
      input: { id, amount },
      kind: 'deposit-returned',
      businessDate: date,
      postedAt: now,
      postings: [returnPosting({ ...deposit, amount }, date)],
      corrects: open.transferId,
    });
    await writeReturned(dbTx, open, transferId, now);
  }
  await payOwed(dbTx, customerIds, now);
}
