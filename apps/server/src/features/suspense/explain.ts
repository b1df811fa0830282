import { customerAccount, houseAccount, lockBalances, type Posting, postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import type { Sentence } from '../../platform/sentence.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { ofTreasury } from '../../platform/staff/refusals.zh.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import * as say from './sentences.zh.ts';
import type { Standing, SuspensePorts } from './suspense-ports.ts';
import { creditedNotice } from './texts.zh.ts';

export interface ExplainDeps extends SuspensePorts, Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  readonly findCustomerId: (db: Queryable, account: string) => Promise<bigint | null>;
  /** Locks all that paying debts may reach for. To be called before a credit. */
  readonly lockPayingAccounts: (dbTx: Transaction, customerIds: readonly bigint[]) => Promise<void>;
  readonly payOwed: (dbTx: Transaction, customerIds: readonly bigint[], at: Date) => Promise<unknown>;
  /** Puts notices to customers into the outbox of the caller's transaction. */
  readonly queueNotices: (db: Queryable, notices: readonly { to: string; text: string }[]) => Promise<void>;
}

export type Explanation = { arrivalId: bigint } & ({ as: 'TREASURY' } | { as: 'CUSTOMER'; account: string });

export interface ExplanationPlan {
  amount: bigint;
  coin: Standing['coin'];
  /** How often the arrival is explained with this one. */
  timesExplained: number;
  customerId: bigint | null;
  posting: Omit<Posting, 'date'>;
  summary: Sentence;
}

/** What would be posted, with the arrival locked; or why not. */
export async function planExplanation(
  dbTx: Transaction,
  deps: ExplainDeps,
  input: Explanation,
): Promise<ExplanationPlan | { refused: Sentence }> {
  const { arrivalId } = input;
  const standing = await deps.lockStanding(dbTx, arrivalId);
  if (standing === null) return { refused: say.noArrival(arrivalId) };
  const { coin, amount } = standing;
  const timesExplained = standing.timesExplained + 1;
  if (amount === 0n) return { refused: say.nothingInSuspense(arrivalId) };
  const text = `${formatAmount(amount < 0n ? -amount : amount, coin)} ${coin}`;
  const [suspense, treasury] = [houseAccount('SUSPENSE', coin), houseAccount('TREASURY', coin)];
  if (amount < 0n) {
    if (input.as === 'CUSTOMER') return { refused: say.coinsGone(arrivalId) };
    if (standing.isConfirming) return { refused: say.inBlockAgain(arrivalId) };
    const left = (await lockBalances(dbTx, [treasury])).get(treasury)?.available ?? 0n;
    if (left < -amount) return { refused: ofTreasury(`${formatAmount(left, coin)} ${coin}`, text) };
    const posting: ExplanationPlan['posting'] = {
      from: treasury,
      to: suspense,
      type: 'TREASURY_MOVE',
      amount: -amount,
    };
    return {
      amount,
      coin,
      timesExplained,
      customerId: null,
      posting,
      summary: say.covered(text, arrivalId),
    };
  }
  if (input.as === 'TREASURY') {
    const posting: ExplanationPlan['posting'] = { from: suspense, to: treasury, type: 'TREASURY_MOVE', amount };
    return {
      amount,
      coin,
      timesExplained,
      customerId: null,
      posting,
      summary: say.toTreasury(text, arrivalId),
    };
  }
  const customerId = await deps.findCustomerId(dbTx, input.account);
  if (customerId === null) return { refused: say.noAccount(input.account) };
  const credit = creditOf(standing, customerId);
  if (credit === null) return { refused: say.noDeposits(coin) };
  const posting = { from: suspense, amount, ...credit };
  return {
    amount,
    coin,
    timesExplained,
    customerId,
    posting,
    summary: say.toCustomer(text, arrivalId, input.account),
  };
}

/** Where a deposit of the coin goes, and as what. */
function creditOf({ coin }: Standing, customerId: bigint): Pick<Posting, 'to' | 'type'> | null {
  if (coin === 'BTC') return { to: customerAccount(customerId, 'OUTPUT_ACCOUNT', coin), type: 'RECHARGE_BTC' };
  if (coin === 'USDT') return { to: customerAccount(customerId, 'ELE_ACCOUNT', coin), type: 'ELE_RECHARGE' };
  return null;
}

/** Moves the whole of what an arrival has in SUSPENSE to whom it belongs, once. */
export async function explainArrival(
  deps: ExplainDeps,
  input: Explanation,
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  const { arrivalId } = input;
  return deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const plan = await planExplanation(dbTx, deps, input);
    if ('refused' in plan) return plan;
    const { amount, coin, customerId, posting, summary } = plan;
    if (customerId !== null) await deps.lockPayingAccounts(dbTx, [customerId]);
    const date = businessDate(now);
    const { transferId } = await postTransfer(dbTx, {
      key: `suspense:${arrivalId}:${plan.timesExplained}`,
      input: { arrivalId, amount, to: posting.to },
      kind: 'suspense-settled',
      businessDate: date,
      postedAt: now,
      postings: [{ ...posting, date }],
    });
    const arrival = { arrivalId, amount, explainedAs: input.as, transferId, at: now };
    await deps.writeExplained(dbTx, { ...arrival, ...(customerId !== null && { customerId }) });
    if (customerId !== null) await deps.payOwed(dbTx, [customerId], now);
    if (input.as === 'CUSTOMER')
      await deps.queueNotices(dbTx, [{ to: input.account, text: creditedNotice(amount, coin) }]);
    const detail = {
      as: input.as,
      customer: customerId === null ? null : String(customerId),
      amount: String(amount),
      transferId: String(transferId),
    };
    const subject = `arrival ${arrivalId}`;
    await deps.recordAudit(dbTx, { at: now, authority, action: 'suspense:settle', subject, reason, detail });
    return { done: summary };
  });
}
