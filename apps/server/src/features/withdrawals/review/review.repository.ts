import type { Coin } from '@lode/money';
import type { Approval, ApprovalRequest, Sealed } from '@lode/signing';
import { many, maybeOne, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

export interface Proposal {
  staffId: bigint;
  staffName: string;
  /** What the proposer signed; null where approvals are not signed. */
  statement: ApprovalRequest | null;
}

const proposal = query(
  'withdrawals.proposal',
  `select staff_id as "staffId", s.name as "staffName", statement
   from withdrawal_review join staff s on s.id = staff_id where withdrawal_id = $1 and part = 'PROPOSED'`,
).as<Proposal>();

/** Null before it is proposed. */
export function readProposal(db: Queryable, withdrawalId: bigint): Promise<Proposal | null> {
  return maybeOne(db, proposal, [withdrawalId]);
}

/** A person's signed approval, as the signer verifies it. */
export interface ApprovalSignature {
  statement: ApprovalRequest;
  approval: Approval;
}

const insert = query(
  'withdrawals.review',
  `insert into withdrawal_review (withdrawal_id, part, staff_id, reason, at, statement, approval)
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
  const proof = [signed && JSON.stringify(signed.statement), signed && JSON.stringify(signed.approval)];
  await one(db, insert, [withdrawalId, part, staffId, reason, now, ...proof]);
}

/** What was approved: by people with their signatures, or by the auto-approval policy. */
export interface PaymentApproval {
  withdrawalId: bigint;
  statement: ApprovalRequest | null;
  approvals: Approval[] | 'RULE';
}

const approvals = query(
  'withdrawals.approvals',
  `select statement, approval, false as "isAutoApproved", at, part from withdrawal_review where withdrawal_id = $1
   union all
   select statement, null, true, at, null from auto_approval where withdrawal_id = $1 and revoked_at is null
   order by at, part desc`,
).as<{ statement: ApprovalRequest | null; approval: Approval | null; isAutoApproved: boolean }>();

export async function readPaymentApproval(db: Queryable, withdrawalId: bigint): Promise<PaymentApproval> {
  const rows = await many(db, approvals, [withdrawalId]);
  const isAutoApproved = rows.some((row) => row.isAutoApproved);
  const signed = rows.flatMap(({ approval }) => (approval === null ? [] : [approval]));
  return { withdrawalId, statement: rows[0]?.statement ?? null, approvals: isAutoApproved ? 'RULE' : signed };
}

const key = query(
  'withdrawals.approver-key',
  'select sealed_key as "sealedKey" from approver_key where staff_id = $1',
).as<{ sealedKey: Sealed }>();

/** The sealed key that a person approves with; null without one. */
export async function readApproverKey(db: Queryable, staffId: bigint): Promise<Sealed | null> {
  return (await maybeOne(db, key, [staffId]))?.sealedKey ?? null;
}

const keepKey = query(
  'withdrawals.keep-approver-key',
  `insert into approver_key (staff_id, public_key, sealed_key, created_at) values ($1, $2, $3::jsonb, $4)
   on conflict do nothing returning staff_id as "staffId"`,
).as<{ staffId: bigint }>();

/** False when the person has a key: a second one is enrolled at the signer first. */
export async function keepApproverKey(
  db: Queryable,
  { staffId, publicKey, sealedKey, now }: { staffId: bigint; publicKey: string; sealedKey: Sealed; now: Date },
): Promise<boolean> {
  return (await maybeOne(db, keepKey, [staffId, publicKey, JSON.stringify(sealedKey), now])) !== null;
}

const unsettled = query(
  'withdrawals.unsettled-deposits',
  'select id, coin, amount from unsettled_deposit where customer_id = $1 order by id limit 20',
).as<{ id: bigint; coin: Coin; amount: bigint }>();

/** Credited deposits that a reorganisation removed and that are not clawed back: the oldest of them. */
export function readUnsettledDeposits(
  db: Queryable,
  customerId: bigint,
): Promise<{ id: bigint; coin: Coin; amount: bigint }[]> {
  return many(db, unsettled, [customerId]);
}

const unfreeze = query('withdrawals.unfreeze', 'select lift_freeze($1, $2) as "wasFrozen"').as<{
  wasFrozen: boolean;
}>();

/** False when the customer is not frozen, or has an unsettled deposit. */
export async function unfreezeCustomer(db: Queryable, customerId: bigint, now: Date): Promise<boolean> {
  return (await one(db, unfreeze, [customerId, now])).wasFrozen;
}
