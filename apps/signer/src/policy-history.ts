import { createHash } from 'node:crypto';
import { SetupError } from './config.ts';
import type { Journal, PolicyLine } from './journal.ts';
import type { Policy } from './policy.ts';

/** Counts the changes of a policy: one that was never changed has the first version. */
export function versionOf(policy: Policy): number {
  return policy.version ?? 1;
}

/** Throws for a policy that is older than the journal's highest. Returns that one's line. */
export function highestVersion(journal: Pick<Journal, 'lines'>, policy: Policy): PolicyLine | undefined {
  const highest = journal.lines.findLast((line): line is PolicyLine => line.kind === 'POLICY');
  const [version, known] = [versionOf(policy), highest?.version ?? 1];
  if (version < known) {
    throw new SetupError(`the policy has version ${version}, and the journal knows version ${known}: restore that one`);
  }
  return highest;
}

/**
 * Refuses a policy that is older than the journal's highest, and journals a newer one. The HMAC of the file shows that the signer
 * has written it, and not that it is the last: an older one brings back an approver who left and limits that were lowered.
 */
export async function recordPolicy(journal: Journal, policy: Policy, now: Date): Promise<void> {
  const [version, hash] = [versionOf(policy), hashOf(policy)];
  const highest = highestVersion(journal, policy);
  assertUnchanged(highest, policy);
  if (version > (highest?.version ?? 1)) await journal.append({ kind: 'POLICY', at: now.toISOString(), version, hash });
}

/** Throws for a policy of the journal's highest version with other content. */
export function assertUnchanged(highest: PolicyLine | undefined, policy: Policy): void {
  const version = versionOf(policy);
  if (version === highest?.version && hashOf(policy) !== highest.hash)
    throw new SetupError(`the policy is not the version ${version} that the journal knows: restore that one`);
}

function hashOf(policy: Policy): string {
  return createHash('sha256').update(JSON.stringify(policy)).digest('hex');
}
