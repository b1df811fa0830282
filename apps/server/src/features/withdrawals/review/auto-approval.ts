import { lockBalances } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import type { PaymentApprovals } from '../../../platform/chains/payment-approvals.ts';
import { businessDate, type Clock } from '../../../platform/clock/clock.ts';
import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts';
import { owesFees } from '../../../platform/electricity-debt.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import type { EventLog } from '../../../platform/log/event-log.ts';
import { walletOf } from '../domain/coins.ts';
import { type LimitsPorts, withdrawLimitsAt } from '../domain/limits.ts';
import { transitionOf } from '../domain/transitions.ts';
import { advance } from '../lifecycle.ts';
import { findCancellation } from '../request/cancellation.repository.ts';
import { type CustomerWithdrawal, findWithdrawal, lockWithdrawal, type Withdrawal } from '../withdrawal.repository.ts';
import type { PayoutPorts } from '../withdrawal-ports.ts';
import { isHeldForAutoApproval } from './approval-hold.ts';
import { insertAutoApproval, lockAutoApproval, readDevice, readPolicyFacts } from './auto-approval.repository.ts';
import {
  type AutoApprovalPolicy,
  type DenialReason,
  denialReasonOf,
  isNearlyFull,
  parsePolicy,
} from './auto-approval-policy.ts';
import { paymentToApprove } from './payment-to-approve.ts';

export interface AutoApprovalDeps extends LimitsPorts, PayoutPorts {
  database: Database;
  clock: Clock;
  holdHours: number;
  /** Makes the text that is approved; null where payments need no signed approvals. */
  approvals: Pick<PaymentApprovals, 'approvalRequestFor'> | null;
  log: EventLog;
}

export const autoApprovalJob = 'withdrawal-auto-approval';

/** Retries while a dependency is down; after an hour the policy denies it in any case. */
const maxAttempts = 8;

/** In the transaction of the submission, where the policy is on. */
export function requestAutoApproval(db: Queryable, id: bigint): Promise<void> {
  return enqueue(db, autoApprovalJob, { id: String(id) }, { maxAttempts });
}

export type AutoApprovalResult = 'APPROVED' | 'OFF' | 'NOT_WAITING' | DenialReason;

/** Checks the policy once after a submission. A denied withdrawal waits for two people. */
export async function autoApprove(deps: AutoApprovalDeps, id: bigint): Promise<AutoApprovalResult> {
  const { database, clock } = deps;
  const found = await findWithdrawal(database, id);
  if (found === null || transitionOf(found.phase, 'approve') === null) return 'NOT_WAITING';
  if (found.customerId === null) return 'OFF';
  const [limits, deviceId] = await Promise.all([
    withdrawLimitsAt(database, deps, clock.now()),
    readDevice(database, id),
  ]);
  const policy = limits[found.coin].autoApproval;
  if (policy === null) return 'OFF';
  const approvalRequest = (await deps.approvals?.approvalRequestFor(paymentToApprove(found))) ?? null;
  if (approvalRequest !== null && 'refused' in approvalRequest)
    throw new Error(`withdrawal ${id}: ${approvalRequest.refused}`);

  const known = { found, deviceId, knownDays: policy.knownDays, approvalRequest };
  const { result, nearlyFull } = await database.transaction((dbTx) => decide(deps, dbTx, known));
  if (nearlyFull) deps.log.error({ event: 'withdrawal.auto-approval-nearly-full', message: nearlyFull });
  return result;
}

/** What was read before the locks: what never changes of it, and the policy's days, which may. */
interface Known {
  found: CustomerWithdrawal;
  deviceId: string | null;
  knownDays: number;
  approvalRequest: Parameters<typeof insertAutoApproval>[1]['approvalRequest'];
}

/** One at a time per coin: the total of the day is read and raised under one lock, held for three round trips. */
async function decide(
  deps: AutoApprovalDeps,
  dbTx: Transaction,
  { found, deviceId, knownDays, approvalRequest }: Known,
): Promise<{ result: AutoApprovalResult; nearlyFull?: string | null }> {
  const { id, coin, customerId, amount, appliedAt } = found;
  const [withdrawal, cancellation] = await Promise.all([
    lockWithdrawal(dbTx, id),
    findCancellation(dbTx, id),
    lockBalances(dbTx, [walletOf(customerId, coin)]),
    lockAutoApproval(dbTx, coin),
  ]);
  if (withdrawal === null || transitionOf(withdrawal.phase, 'approve') === null) return { result: 'NOT_WAITING' };
  if (cancellation !== null) return { result: 'NOT_WAITING' };
  // The locks may have taken long: the policy is the one in force now.
  const now = deps.clock.now();
  const factsOf = (days: number) => readPolicyFacts(dbTx, { id, now, date: businessDate(now), knownDays: days });
  const [limits, factsThen, isHeld, owes] = await Promise.all([
    withdrawLimitsAt(dbTx, deps, now),
    factsOf(knownDays),
    isHeldForAutoApproval(dbTx, { ...found, deviceId }, { holdHours: deps.holdHours, now }),
    owesFees(dbTx, customerId),
  ]);
  const stored = limits[coin].autoApproval;
  if (stored === null) return { result: 'OFF' };
  const facts = stored.knownDays === knownDays ? factsThen : await factsOf(stored.knownDays);
  const policy = parsePolicy(stored, coin);
  const denied = denialReasonOf(policy, { ...facts, amount, appliedAt, now, isHeld, owes });
  if (denied !== null) return { result: denied };

  const { precedent } = facts;
  await Promise.all([
    insertAutoApproval(dbTx, { withdrawalId: id, now, policy: stored, precedent, approvalRequest }),
    advance(dbTx, withdrawal, 'approve', now),
    deps.startPayout(dbTx, id),
  ]);
  return { result: 'APPROVED', nearlyFull: nearlyFullText(policy, facts.dayTotal, withdrawal) };
}

function nearlyFullText(
  policy: AutoApprovalPolicy,
  before: bigint,
  { coin, amount }: Pick<Withdrawal, 'coin' | 'amount'>,
): string | null {
  if (!isNearlyFull(policy, before, amount)) return null;
  const [taken, limit] = [formatAmount(before + amount, coin), formatAmount(policy.perDay, coin)];
  return `withdrawals approved by rule today: ${taken} of ${limit} ${coin}; see withdrawal:by-rule`;
}
