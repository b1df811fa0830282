import { isDeepStrictEqual } from 'node:util';
import { coldDescriptorsOf, withColdDescriptors } from '../cold-transfer.ts';
import { SetupError } from '../config.ts';
import type { Journal } from '../journal.ts';
import type { Policy } from '../policy.ts';
import { assertUnchanged, highestVersion, recordPolicy, versionOf } from '../policy-history.ts';
import { ApproverHistory, type SignedState } from './approver-history.ts';

/**
 * The policy to work with: not older than the journal, and with the approvers and cold wallets that the journal says. A policy that
 * lacks changes, because the process died or could not write it, is completed; any other difference stops the start.
 */
export async function reconcilePolicy(
  journal: Journal,
  policy: Policy,
  save: (policy: Policy) => Promise<void>,
  now: Date,
): Promise<Policy> {
  const completed = await completePolicy(journal, policy, save, now);
  await recordPolicy(journal, completed, now);
  return completed;
}

async function completePolicy(
  journal: Journal,
  policy: Policy,
  save: (policy: Policy) => Promise<void>,
  now: Date,
): Promise<Policy> {
  const highest = highestVersion(journal, policy);
  const history = new ApproverHistory(journal.lines);
  const { approvers } = policy;
  if (!history.isRecorded) {
    assertSigned([{ approvers, cold: history.cold }], policy);
    if (approvers.length > 0) await journal.append({ kind: 'APPROVERS', at: now.toISOString(), approvers });
    return policy;
  }
  if (saysWhat(history, policy)) return policy;
  assertSigned(history.statesSince(highest?.line ?? 0), policy);
  assertUnchanged(highest, policy);
  const completed = signedPolicy(policy, history);
  await save(completed);
  return completed;
}

/** The policy with what two approvers signed, as a new version. */
export function signedPolicy(policy: Policy, { approvers, cold }: Pick<SignedState, 'approvers' | 'cold'>): Policy {
  return { ...withColdDescriptors(policy, cold), approvers: [...approvers], version: versionOf(policy) + 1 };
}

const saysWhat = ({ approvers, cold }: Pick<SignedState, 'approvers' | 'cold'>, policy: Policy): boolean =>
  isDeepStrictEqual(policy.approvers, [...approvers]) && isDeepStrictEqual(coldDescriptorsOf(policy), { ...cold });

/** Throws unless the policy says what one of these states said. */
function assertSigned(states: readonly Pick<SignedState, 'approvers' | 'cold'>[], policy: Policy): void {
  if (states.some((state) => saysWhat(state, policy))) return;
  const hasApprovers = states.some(({ approvers }) => isDeepStrictEqual(policy.approvers, [...approvers]));
  throw new SetupError(
    hasApprovers
      ? 'the policy names another cold wallet than two approvers signed in the journal: see docs/runbooks/cold-storage.md'
      : 'the policy names other approvers or keys than the journal: see docs/runbooks/signer.md',
  );
}
