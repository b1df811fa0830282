import type { Approval, ApprovalRequest } from '@lode/signing';
import type { PaymentAuthorization } from '../../../platform/chains/payment-signer.ts';
import { many, maybeOne, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { StaffMember } from '../../../platform/staff/authority.ts';

export interface Proposal {
  staffId: bigint;
  staffName: string;
  staffStatus: StaffMember['status'];
  /** What the proposer signed; null where approvals are not signed. */
  approvalRequest: ApprovalRequest | null;
}

const proposal = query(
  'withdrawals.proposal',
  `select staff_id as "staffId", s.name as "staffName", s.status as "staffStatus", approval_request as "approvalRequest"
   from withdrawal_review join staff s on s.id = staff_id where withdrawal_id = $1 and part = 'PROPOSED'`,
).as<Proposal>();

/** Null before it is proposed. */
export function readProposal(db: Queryable, withdrawalId: bigint): Promise<Proposal | null> {
  return maybeOne(db, proposal, [withdrawalId]);
}

/** A person's signed approval, as the signer verifies it. */
export interface ApprovalSignature {
  approvalRequest: ApprovalRequest;
  approval: Approval;
}

const insert = query(
  'withdrawals.review',
  `insert into withdrawal_review (withdrawal_id, part, staff_id, reason, at, approval_request, approval)
   values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb) returning at`,
).as<{ at: Date }>();

/** The database refuses one person for both parts, whatever the program believes. */
export async function insertReview(
  db: Queryable,
  review: {
    withdrawalId: bigint;
    part: 'PROPOSED' | 'APPROVED';
    staffId: bigint;
    reason: string;
    now: Date;
    signed: ApprovalSignature | null;
  },
): Promise<void> {
  const { withdrawalId, part, staffId, reason, now, signed } = review;
  const signatureColumns = [
    signed && JSON.stringify(signed.approvalRequest),
    signed && JSON.stringify(signed.approval),
  ];
  await one(db, insert, [withdrawalId, part, staffId, reason, now, ...signatureColumns]);
}

const approvals = query(
  'withdrawals.approvals',
  `select approval_request as "approvalRequest", approval, false as "isAutoApproved", at, part from withdrawal_review where withdrawal_id = $1
   union all
   select approval_request, null, true, at, null from auto_approval where withdrawal_id = $1 and revoked_at is null
   order by at, part desc`,
).as<{ approvalRequest: ApprovalRequest | null; approval: Approval | null; isAutoApproved: boolean }>();

export async function readPaymentAuthorization(db: Queryable, withdrawalId: bigint): Promise<PaymentAuthorization> {
  const rows = await many(db, approvals, [withdrawalId]);
  const isAutoApproved = rows.some((row) => row.isAutoApproved);
  const signed = rows.flatMap(({ approval }) => (approval === null ? [] : [approval]));
  return {
    withdrawalId,
    approvalRequest: rows[0]?.approvalRequest ?? null,
    approvals: isAutoApproved ? 'AUTO' : signed,
  };
}
