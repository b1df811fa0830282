import type { Coin } from '@lode/money';
import type { Approval, ApprovalRequest, Sealed } from '@lode/signing';
import { type DbTx, many, maybeOne, one, statement } from '../../../platform/db/database.ts';

export interface Proposal {
  staffId: bigint;
  staffName: string;
  /** What the proposer signed; null where approvals are not signed. */
  statement: ApprovalRequest | null;
}

const proposal = statement<Proposal>(
  'withdrawals.proposal',
  `select staff_id as "staffId", s.name as "staffName", statement
   from withdrawal_review join staff s on s.id = staff_id where withdrawal_id = $1 and part = 'PROPOSED'`,
);

/** Null before it is proposed. */
export function readProposal(dbTx: DbTx, withdrawalId: bigint): Promise<Proposal | null> {
  return maybeOne(dbTx, proposal, [withdrawalId]);
}

/** A person's signed approval, as the signer verifies it. */
export interface ApprovalSignature {
  statement: ApprovalRequest;
  approval: Approval;
}

const insert = statement<{ at: Date }>(
  'withdrawals.review',
  `insert into withdrawal_review (withdrawal_id, part, staff_id, reason, at, statement, approval)
   values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb) returning at`,
);

/** The database refuses one person for both parts, whatever the program believes. */
export async function insertReview(
  dbTx: DbTx,
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
  const proof = [signed && JSON.stringify(signed.statement), signed && JSON.stringify(signed.approval)];
  await one(dbTx, insert, [withdrawalId, part, staffId, reason, now, ...proof]);
}

/** What was approved: by people with their signatures, or by the auto-approval policy. */
export interface PaymentApproval {
  withdrawalId: bigint;
  statement: ApprovalRequest | null;
  approvals: Approval[] | 'RULE';
}

const approvals = statement<{ statement: ApprovalRequest | null; approval: Approval | null; isAutoApproved: boolean }>(
  'withdrawals.approvals',
  `select statement, approval, false as "isAutoApproved", at, part from withdrawal_review where withdrawal_id = $1
   union all
   select statement, null, true, at, null from withdrawal_rule_approval where withdrawal_id = $1 and taken_back_at is null
   order by at, part desc`,
);

export async function readPaymentApproval(dbTx: DbTx, withdrawalId: bigint): Promise<PaymentApproval> {
  const rows = await many(dbTx, approvals, [withdrawalId]);
  const isAutoApproved = rows.some((row) => row.isAutoApproved);
  const signed = rows.flatMap(({ approval }) => (approval === null ? [] : [approval]));
  return { withdrawalId, statement: rows[0]?.statement ?? null, approvals: isAutoApproved ? 'RULE' : signed };
}

const key = statement<{ sealedKey: Sealed }>(
  'withdrawals.approver-key',
  'select sealed_key as "sealedKey" from approver_key where staff_id = $1',
);

/** The sealed key that a person approves with; null without one. */
export async function readApproverKey(dbTx: DbTx, staffId: bigint): Promise<Sealed | null> {
  return (await maybeOne(dbTx, key, [staffId]))?.sealedKey ?? null;
}

const keepKey = statement<{ staffId: bigint }>(
  'withdrawals.keep-approver-key',
  `insert into approver_key (staff_id, public_key, sealed_key, created_at) values ($1, $2, $3::jsonb, $4)
   on conflict do nothing returning staff_id as "staffId"`,
);

/** False when the person has a key: a second one is enrolled at the signer first. */
export async function keepApproverKey(
  dbTx: DbTx,
  { staffId, publicKey, sealedKey, now }: { staffId: bigint; publicKey: string; sealedKey: Sealed; now: Date },
): Promise<boolean> {
  return (await maybeOne(dbTx, keepKey, [staffId, publicKey, JSON.stringify(sealedKey), now])) !== null;
}

const unsettled = statement<{ id: bigint; coin: Coin; amount: bigint }>(
  'withdrawals.unsettled-deposits',
  'select id, coin, amount from unsettled_deposit where customer_id = $1 order by id limit 20',
);

/** Credited deposits that a reorganisation removed and that are not clawed back: the oldest of them. */
export function readUnsettledDeposits(
  dbTx: DbTx,
  customerId: bigint,
): Promise<{ id: bigint; coin: Coin; amount: bigint }[]> {
  return many(dbTx, unsettled, [customerId]);
}

const unfreeze = statement<{ wasFrozen: boolean }>('withdrawals.unfreeze', 'select lift_freeze($1, $2) as "wasFrozen"');

/** False when the customer is not frozen, or has an unsettled deposit. */
export async function unfreezeCustomer(dbTx: DbTx, customerId: bigint, now: Date): Promise<boolean> {
  return (await one(dbTx, unfreeze, [customerId, now])).wasFrozen;
}
