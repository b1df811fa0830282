import { lockBalances } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import type { PaymentApprovals } from '../../../platform/chains/payment-approvals.ts';
import { businessDate, type Clock } from '../../../platform/clock/clock.ts';
import type { Database, DbTx } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { isHeldForRule } from '../held-approval.ts';
import { paymentToApprove } from '../payment-to-approve.ts';
import { type TermsPorts, withdrawTermsAt } from '../terms.ts';
import { walletOf } from '../withdrawal-coins.ts';
import { moved } from '../withdrawal-state.ts';
import { findWithdrawal, lockWithdrawal, moveWithdrawal, owesElectricity } from '../withdrawals.store.ts';
import { insertRuleApproval, lockRule, readRuleFacts } from './rule.store.ts';
import { type Bounds, boundsOf, isNearlyFull, judgeRule, type RuleNo } from './rule.ts';

export interface RuleDeps extends TermsPorts {
  database: Database;
  clock: Clock;
  holdHours: number;
  /** Who knows what exactly is agreed to; null where nobody signs. */
  approvals: Pick<PaymentApprovals, 'approvalRequestFor'> | null;
  /** What pays it from here on, written in the transaction of the approval. */
  startPayment(dbTx: DbTx, id: bigint): Promise<void>;
  /** Somebody has to know. */
  alarm(words: string): void;
}

export const ruleJob = 'withdrawal-rule';

/** A node that is away is asked again; after an hour it is people's in any case. */
const maxAttempts = 8;

/** In the transaction of the application, where the rule is on. */
export function askRule(dbTx: DbTx, id: bigint): Promise<void> {
  return enqueue(dbTx, ruleJob, { id: String(id) }, { maxAttempts });
}

export type RuleAnswer = 'APPROVED' | 'OFF' | 'NOT_WAITING' | RuleNo;

/** Asks the rule, once after a withdrawal was applied for. Whatever it says no to waits for people, as all do without a rule. */
export async function approveByRule(deps: RuleDeps, id: bigint): Promise<RuleAnswer> {
  const { database, clock } = deps;
  const found = await findWithdrawal(database, id);
  if (found === null || moved(found, 'approve') === null) return 'NOT_WAITING';
  if ((await withdrawTermsAt(database, deps, found.coin, clock.now())).rule === null) return 'OFF';
  const statement = (await deps.approvals?.approvalRequestFor(paymentToApprove(found))) ?? null;
  if (statement !== null && 'refused' in statement) throw new Error(`withdrawal ${id}: ${statement.refused}`);

  const { answer, full } = await database.transaction((dbTx) => decide(deps, dbTx, { id, statement }));
  if (full) deps.alarm(full);
  return answer;
}

/** One after the other per coin: what the day has taken is read and raised under one lock. */
async function decide(
  deps: RuleDeps,
  dbTx: DbTx,
  { id, statement }: { id: bigint; statement: Parameters<typeof insertRuleApproval>[1]['statement'] },
): Promise<{ answer: RuleAnswer; full?: string | null }> {
  const withdrawal = await lockWithdrawal(dbTx, id);
  const move = withdrawal && moved(withdrawal, 'approve');
  if (!withdrawal || !move) return { answer: 'NOT_WAITING' };
  const { coin, customerId, amount, appliedAt } = withdrawal;
  await lockBalances(dbTx, [walletOf(customerId, coin)]);
  await lockRule(dbTx, coin);
  // The locks may have been waited for: the rule is the one in force now.
  const now = deps.clock.now();
  const { rule: stored } = await withdrawTermsAt(dbTx, deps, coin, now);
  if (stored === null) return { answer: 'OFF' };
  const bounds = boundsOf(stored, coin);
  const { deviceId, ...facts } = await readRuleFacts(dbTx, {
    id,
    now,
    date: businessDate(now),
    knownDays: bounds.knownDays,
  });
  const isHeld = await isHeldForRule(dbTx, { ...withdrawal, deviceId }, { holdHours: deps.holdHours, now });
  const owes = await owesElectricity(dbTx, customerId);
  const no = judgeRule(bounds, { ...facts, amount, appliedAt, now, isHeld, owes });
  if (no !== null) return { answer: no };

  const { precedent } = facts;
  await insertRuleApproval(dbTx, { withdrawalId: id, now, bounds: stored, precedent, statement });
  await moveWithdrawal(dbTx, id, { from: withdrawal, to: move.state, step: move.step, now });
  await deps.startPayment(dbTx, id);
  return { answer: 'APPROVED', full: fullWords(bounds, facts.ofAll, withdrawal) };
}

function fullWords(
  bounds: Bounds,
  before: bigint,
  { coin, amount }: { coin: 'BTC' | 'USDT'; amount: bigint },
): string | null {
  if (!isNearlyFull(bounds, before, amount)) return null;
  const [taken, all] = [formatAmount(before + amount, coin), formatAmount(bounds.perDay, coin)];
  return `withdrawals approved by rule today: ${taken} of ${all} ${coin}; see withdrawal:by-rule`;
}
