import { type Approval, type ApprovalRequest, isValidApproval } from '@lode/signing';
import type { Policy } from './policy.ts';
import { Refused } from './refused.ts';

const dayMs = 24 * 3_600_000;

/**
 * Two different people with two different keys, both enrolled here, one as FINANCE and one as APPROVER, said yes to exactly this
 * payment. `now` is null where it does not matter how long ago. Gives their names.
 */
export function verifyApprovals(
  approvalRequest: ApprovalRequest,
  approvals: readonly Approval[],
  policy: Policy,
  now: Date | null,
): string[] {
  const good = approvals.filter((approval) => {
    const enrolled = policy.approvers.find(({ name }) => name === approval.approver);
    return enrolled?.role === approval.role && isValidApproval(enrolled.publicKey, approvalRequest, approval);
  });
  const finance = good.find(({ role }) => role === 'FINANCE');
  const approver = good.find(({ role, approver }) => role === 'APPROVER' && approver !== finance?.approver);
  if (!finance || !approver) {
    throw new Refused(
      'APPROVALS',
      `${good.length} of ${approvals.length} are good, and a FINANCE and an APPROVER are needed`,
    );
  }
  if (now !== null) {
    const oldest = now.getTime() - policy.approvalDays * dayMs;
    const tooOld = [finance, approver].find(({ approvedAt }) => !(Date.parse(approvedAt) >= oldest));
    if (tooOld) throw new Refused('EXPIRED', `${tooOld.approver} said yes on ${tooOld.approvedAt}`);
  }
  return [finance.approver, approver.approver];
}
