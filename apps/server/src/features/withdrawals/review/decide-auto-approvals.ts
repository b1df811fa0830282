import { lockBalances } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import type { PaymentApprovals } from '../../../platform/chains/payment-approvals.ts';
import { businessDate, type Clock } from '../../../platform/clock/clock.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import { owesFees } from '../../../platform/electricity-debt.ts';
import type { EventLog } from '../../../platform/log/event-log.ts';
import type { WaitingProposalPort } from '../../../platform/staff/authority.ts';
import { walletOf } from '../domain/coins.ts';
import { type LimitsPorts, withdrawLimitsAt } from '../domain/limits.ts';
import { transitionOf } from '../domain/transitions.ts';
import { advance } from '../lifecycle.ts';
import { findCancellation } from '../request/cancellation.repository.ts';
import { type CustomerWithdrawal, lockWithdrawal, type Withdrawal } from '../withdrawal.repository.ts';
import type { PayoutPorts } from '../withdrawal-ports.ts';
import { isHeldForAutoApproval } from './approval-hold.ts';
import { insertAutoApproval, lockAutoApproval, readPolicyFacts, type StoredFacts } from './auto-approval.repository.ts';
import {
  type AutoApprovalPolicy,
  type DenialReason,
  denialReasonOf,
  isNearlyFull,
  parsePolicy,
} from './auto-approval-policy.ts';
import { findOffset } from './waiting-offset.ts';

export interface AutoApprovalDeps extends LimitsPorts, PayoutPorts, WaitingProposalPort {
  database: Database;
  clock: Clock;
  holdHours: number;
  /** Makes the text that is approved; null where payments need no signed approvals. */
  approvals: Pick<PaymentApprovals, 'approvalRequestFor'> | null;
  log: EventLog;
}

export type AutoApprovalResult = 'APPROVED' | 'OFF' | 'NOT_WAITING' | DenialReason;

/** What is read before the locks: what never changes of a withdrawal, and the policy's days, which may. */
export interface Candidate {
  found: CustomerWithdrawal;
  deviceId: string | null;
  knownDays: number;
  approvalRequest: Parameters<typeof insertAutoApproval>[1]['approvalRequest'];
}

/** One that waits for its approval, and is locked. */
interface Waiting extends Candidate {
  withdrawal: Withdrawal;
}

interface Facts extends StoredFacts {
  isHeld: boolean;
  owes: boolean;
}

interface Decision {
  /** In the order of the group. */
  results: AutoApprovalResult[];
  /** For the log, where one of them brings the day's total near its limit. */
  nearlyFull: string | null;
}

/**
 * Approves withdrawals of one coin in the order of their requests; each is evaluated by what those before it leave of the day. One group at a
 * time per coin: the total of the day is read and raised under one lock, held for four round trips.
 */
export async function decideGroup(
  deps: AutoApprovalDeps,
  dbTx: Transaction,
  group: readonly Candidate[],
): Promise<Decision> {
  const waiting = await lockWaiting(dbTx, group);
  const results = new Map<bigint, AutoApprovalResult>();
  const decision = (nearlyFull: string | null): Decision => ({
    results: group.map(({ found }) => results.get(found.id) ?? 'NOT_WAITING'),
    nearlyFull,
  });
  const coin = waiting[0]?.found.coin;
  if (coin === undefined) return decision(null);

  // The locks may have taken long: the policy is the one in force now.
  const now = deps.clock.now();
  const [limits, factsBefore] = await Promise.all([
    withdrawLimitsAt(dbTx, deps, now),
    Promise.all(waiting.map((one) => factsOf(deps, dbTx, one, { knownDays: one.knownDays, now }))),
  ]);
  const stored = limits[coin].autoApproval;
  if (stored === null) {
    for (const { found } of waiting) results.set(found.id, 'OFF');
    return decision(null);
  }
  const { knownDays } = stored;
  const changed = waiting.some((one) => one.knownDays !== knownDays);
  const facts = changed
    ? await Promise.all(waiting.map((one) => factsOf(deps, dbTx, one, { knownDays, now })))
    : factsBefore;
  const policy = parsePolicy(stored, coin);
  const evaluated = evaluate(policy, waiting, facts, now);
  for (const [id, result] of evaluated.results) results.set(id, result);
  await Promise.all(
    waiting.flatMap(({ withdrawal, approvalRequest }, i) => {
      const { id } = withdrawal;
      if (results.get(id) !== 'APPROVED') return [];
      const { precedent } = facts[i] as Facts;
      return [
        insertAutoApproval(dbTx, { withdrawalId: id, now, policy: stored, precedent, approvalRequest }),
        advance(dbTx, withdrawal, 'approve', now),
        deps.startPayout(dbTx, id),
      ];
    }),
  );
  return decision(evaluated.nearlyFull);
}

/** In the order of their requests; locked are also their wallets and the coin's approvals by the policy. */
async function lockWaiting(dbTx: Transaction, group: readonly Candidate[]): Promise<Waiting[]> {
  const inOrder = group.toSorted((a, b) => (a.found.id < b.found.id ? -1 : 1));
  const [first] = inOrder;
  if (first === undefined) return [];
  const [locked, cancellations] = await Promise.all([
    Promise.all(inOrder.map(({ found }) => lockWithdrawal(dbTx, found.id))),
    Promise.all(inOrder.map(({ found }) => findCancellation(dbTx, found.id))),
    lockBalances(
      dbTx,
      inOrder.map(({ found }) => walletOf(found.customerId, found.coin)),
    ),
    lockAutoApproval(dbTx, first.found.coin),
  ]);
  return inOrder.flatMap((candidate, i) => {
    const withdrawal = locked[i] ?? null;
    const isWaiting = withdrawal !== null && transitionOf(withdrawal.phase, 'approve') !== null;
    return isWaiting && cancellations[i] === null ? [{ ...candidate, withdrawal }] : [];
  });
}

async function factsOf(
  deps: AutoApprovalDeps,
  dbTx: Transaction,
  { found, deviceId }: Candidate,
  { knownDays, now }: { knownDays: number; now: Date },
): Promise<Facts> {
  const [stored, offset, isHeld, owes] = await Promise.all([
    readPolicyFacts(dbTx, { id: found.id, now, date: businessDate(now), knownDays }),
    findOffset(deps, dbTx, found),
    isHeldForAutoApproval(dbTx, { ...found, deviceId }, { holdHours: deps.holdHours, now }),
    owesFees(dbTx, found.customerId),
  ]);
  return { ...stored, isProposed: stored.isProposed || offset !== null, isHeld, owes };
}

/** Totals were read before the first of them: what is approved here is added to those of the next. */
function evaluate(policy: AutoApprovalPolicy, waiting: readonly Waiting[], facts: readonly Facts[], now: Date) {
  const results = new Map<bigint, AutoApprovalResult>();
  const takenOf = new Map<bigint, bigint>();
  let taken = 0n;
  let nearlyFull: string | null = null;
  for (const [i, { found }] of waiting.entries()) {
    const { id, customerId, amount, appliedAt } = found;
    const read = facts[i] as Facts;
    const takenByCustomer = takenOf.get(customerId) ?? 0n;
    const dayTotal = read.dayTotal + taken;
    const customerTotal = read.customerTotal + takenByCustomer;
    const denied = denialReasonOf(policy, { ...read, dayTotal, customerTotal, amount, appliedAt, now });
    results.set(id, denied ?? 'APPROVED');
    if (denied !== null) continue;
    nearlyFull ??= nearlyFullText(policy, dayTotal, found);
    taken += amount;
    takenOf.set(customerId, takenByCustomer + amount);
  }
  return { results, nearlyFull };
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
