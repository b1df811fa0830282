import { type Approval, type ApprovalRequest, isValidApproval, isValidPasskeyApproval } from '@lode/signing';
import type { Policy } from './policy.ts';
import { Refused } from './refused.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** On nodes of one's own the product's clock may be shifted: approvals are dated by it. */
const isLocal = ({ bitcoin, erc20 }: Policy): boolean => bitcoin?.chain === 'regtest' || erc20?.chain === '31337';

/**
 * Requires valid approvals of exactly this payment by an enrolled FINANCE and an enrolled APPROVER, two people with two keys.
 * Returns their names. `now` is null where their age does not matter. One dated ahead would outlive `approvalDays`: refused from an hour on.
 */
export function verifyApprovals(
  approvalRequest: ApprovalRequest,
  approvals: readonly Approval[],
  policy: Policy,
  now: Date | null,
): string[] {
  const valid = approvals.filter((approval) => isApprovalOf(approvalRequest, approval, policy));
  const finance = valid.find(({ role }) => role === 'FINANCE');
  const approver = valid.find(({ role, approver }) => role === 'APPROVER' && approver !== finance?.approver);
  if (!finance || !approver) {
    throw new Refused(
      'APPROVALS',
      `${valid.length} of ${approvals.length} approvals are valid; one FINANCE and one APPROVER are required`,
    );
  }
  if (now !== null) {
    const latest = now.getTime() + hourMs;
    const ahead = isLocal(policy)
      ? undefined
      : [finance, approver].find(({ approvedAt }) => Date.parse(approvedAt) > latest);
    if (ahead)
      throw new Refused(
        'APPROVALS',
        `${ahead.approver} approved at ${ahead.approvedAt}, which lies ahead of this clock`,
      );
    const oldest = now.getTime() - policy.approvalDays * dayMs;
    const tooOld = [finance, approver].find(({ approvedAt }) => !(Date.parse(approvedAt) >= oldest));
    if (tooOld)
      throw new Refused(
        'EXPIRED',
        `${tooOld.approver} approved at ${tooOld.approvedAt}, more than ${policy.approvalDays} days ago`,
      );
  }
  return [finance.approver, approver.approver];
}

/** Whether an enrolled person, in the enrolled role, signed exactly this payment with a key or a passkey of their own. */
export function isApprovalOf(
  approvalRequest: ApprovalRequest,
  approval: Approval,
  { approvers, passkeysOnly = false }: Policy,
): boolean {
  const enrolled = approvers.find(({ name }) => name === approval.approver);
  if (enrolled?.role !== approval.role) return false;
  if ('passkey' in approval) return isValidPasskeyApproval(enrolled.passkeys ?? [], approvalRequest, approval);
  if (passkeysOnly) return false;
  return enrolled.publicKey !== undefined && isValidApproval(enrolled.publicKey, approvalRequest, approval);
}
