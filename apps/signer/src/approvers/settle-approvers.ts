import { isDeepStrictEqual } from 'node:util';
import { SetupError } from '../config.ts';
import type { Journal } from '../journal.ts';
import type { Policy } from '../policy.ts';
import { highestVersion, recordPolicy, versionOf } from '../policy-history.ts';
import { ApproverHistory } from './approver-history.ts';

/**
 * The policy to work with: not older than the journal, and with the approvers that the journal says. A policy that lacks the last
 * change of approvers, because the process died between journal and policy, is completed; any other difference stops the start.
 */
export async function settlePolicy(
  journal: Journal,
  policy: Policy,
  save: (policy: Policy) => Promise<void>,
  now: Date,
): Promise<Policy> {
  const settled = await settleApprovers(journal, policy, save, now);
  await recordPolicy(journal, settled, now);
  return settled;
}

async function settleApprovers(
  journal: Journal,
  policy: Policy,
  save: (policy: Policy) => Promise<void>,
  now: Date,
): Promise<Policy> {
  const highest = highestVersion(journal, policy);
  const history = new ApproverHistory(journal.lines);
  const { approvers } = policy;
  if (!history.isRecorded) {
    if (approvers.length > 0) await journal.append({ kind: 'APPROVERS', at: now.toISOString(), approvers });
    return policy;
  }
  if (isDeepStrictEqual(approvers, history.approvers)) return policy;
  const isInterrupted = isDeepStrictEqual(approvers, history.before) && (highest?.line ?? 0) < history.changedOn;
  if (!isInterrupted)
    throw new SetupError('the policy names other approvers or keys than the journal: see docs/runbooks/signer.md');
  const completed = { ...policy, approvers: [...history.approvers], version: versionOf(policy) + 1 };
  await save(completed);
  return completed;
}
