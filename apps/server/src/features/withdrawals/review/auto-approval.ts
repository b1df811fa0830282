import type { Queryable } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { batchRunner } from '../../../platform/money-call/batch-runner.ts';
import type { WithdrawCoin } from '../domain/coins.ts';
import { withdrawLimitsAt } from '../domain/limits.ts';
import { transitionOf } from '../domain/transitions.ts';
import { findWithdrawal } from '../withdrawal.repository.ts';
import { readDevice } from './auto-approval.repository.ts';
import {
  type AutoApprovalDeps,
  type AutoApprovalResult,
  type Candidate,
  decideGroup,
} from './decide-auto-approvals.ts';
import { paymentToApprove } from './payment-to-approve.ts';

export const autoApprovalJob = 'withdrawal-auto-approval';

/** Retries while a dependency is down; after an hour the policy denies it in any case. */
const maxAttempts = 8;

/** In the transaction of the submission, where the policy is on. */
export function requestAutoApproval(db: Queryable, id: bigint): Promise<void> {
  return enqueue(db, autoApprovalJob, { id: String(id) }, { maxAttempts });
}

export interface AutoApprover {
  /**
   * Checks the policy once after a submission. A denied withdrawal waits for two people. What is asked for while others are decided is
   * decided together afterwards: docs/adr/0087.
   */
  readonly approve: (id: bigint) => Promise<AutoApprovalResult>;
  /** The same in a transaction of its own, as another worker does beside this one. */
  readonly approveAlone: (id: bigint) => Promise<AutoApprovalResult>;
}

type Outcome = AutoApprovalResult | { failed: unknown };

/** The lock of a coin lets one group go on at a time in any case; a group is as large as the jobs that ask, and this its ceiling. */
const groupsAtOnce = 1;
const largestGroup = 32;

export function autoApprover(deps: AutoApprovalDeps): AutoApprover {
  const runner = () =>
    batchRunner<Candidate, Outcome>({
      concurrency: groupsAtOnce,
      largest: largestGroup,
      ownerOf: ({ found }) => `${found.id}`,
      uniqueOf: ({ found }) => [`${found.id}`],
      run: (group) => decideTogether(deps, group),
    });
  const runners: Record<WithdrawCoin, (candidate: Candidate) => Promise<Outcome>> = { BTC: runner(), USDT: runner() };
  const approveBy = async (
    id: bigint,
    decideBy: (candidate: Candidate) => Promise<Outcome>,
  ): Promise<AutoApprovalResult> => {
    const candidate = await readCandidate(deps, id);
    if (typeof candidate === 'string') return candidate;
    const decided = await decideBy(candidate);
    if (typeof decided === 'string') return decided;
    throw decided.failed;
  };
  return {
    approve: (id) => approveBy(id, (candidate) => runners[candidate.found.coin](candidate)),
    approveAlone: (id) => approveBy(id, async (candidate) => (await decideTogether(deps, [candidate]))[0] as Outcome),
  };
}

async function readCandidate(deps: AutoApprovalDeps, id: bigint): Promise<Candidate | 'OFF' | 'NOT_WAITING'> {
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
  return { found, deviceId, knownDays: policy.knownDays, approvalRequest };
}

/** One that fails is no failure of the others: then each has a transaction of its own. */
async function decideTogether(deps: AutoApprovalDeps, group: readonly Candidate[]): Promise<Outcome[]> {
  try {
    const { results, nearlyFull } = await deps.database.transaction((dbTx) => decideGroup(deps, dbTx, group));
    if (nearlyFull !== null) deps.log.error({ event: 'withdrawal.auto-approval-nearly-full', message: nearlyFull });
    return results;
  } catch (failed) {
    if (group.length === 1) return [{ failed }];
    deps.log.warn({ event: 'withdrawal.auto-approval-group-failed', err: failed });
    const results: Outcome[] = [];
    for (const one of group) results.push(...(await decideTogether(deps, [one])));
    return results;
  }
}
