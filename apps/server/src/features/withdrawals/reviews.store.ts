import type { Coin } from '@lode/money';
import type { Approval, ApprovalRequest, Sealed } from '@lode/signing';
import { type DbTx, many, maybeOne, one, statement } from '../../platform/db/database.ts';

export interface Proposal {
  staffId: bigint;
  staffName: string;
  /** What was agreed to; null where nobody signs. */
  statement: ApprovalRequest | null;
}

const proposal = statement<Proposal>(
  'withdrawals.proposal',
  `select staff_id as "staffId", s.name as "staffName", statement
   from withdrawal_review join staff s on s.id = staff_id where withdrawal_id = $1 and part = 'PROPOSED'`,
);

/** Who proposed it; null when nobody has. */
export function readProposal(dbTx: DbTx, withdrawalId: bigint): Promise<Proposal | null> {
  return maybeOne(dbTx, proposal, [withdrawalId]);
}

/** A person's yes as the signer reads it. */
export interface SignedYes {
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
    yes: SignedYes | null;
  },
): Promise<void> {
  const { withdrawalId, part, staffId, reason, now, yes } = review;
  const signed = [yes && JSON.stringify(yes.statement), yes && JSON.stringify(yes.approval)];
  await one(dbTx, insert, [withdrawalId, part, staffId, reason, now, ...signed]);
}

/** What was agreed to, and by whom: people with their signatures, or the rule. */
export interface ApprovalProof {
  withdrawalId: bigint;
  statement: ApprovalRequest | null;
  approvals: Approval[] | 'RULE';
}

const proof = statement<{ statement: ApprovalRequest | null; approval: Approval | null; isByRule: boolean }>(
  'withdrawals.proof',
  `select statement, approval, false as "isByRule", at, part from withdrawal_review where withdrawal_id = $1
   union all
   select statement, null, true, at, null from withdrawal_rule_approval where withdrawal_id = $1 and taken_back_at is null
   order by at, part desc`,
);

export async function readProof(dbTx: DbTx, withdrawalId: bigint): Promise<ApprovalProof> {
  const rows = await many(dbTx, proof, [withdrawalId]);
  const isByRule = rows.some((row) => row.isByRule);
  const approvals = isByRule ? 'RULE' : rows.flatMap(({ approval }) => (approval === null ? [] : [approval]));
  return { withdrawalId, statement: rows[0]?.statement ?? null, approvals };
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

/** False when the person has one: another one is a matter for the signer's machine first. */
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

/** Credits whose coins no block has any more, and that are not taken back: the oldest of them. */
export function readUnsettledDeposits(
  dbTx: DbTx,
  customerId: bigint,
): Promise<{ id: bigint; coin: Coin; amount: bigint }[]> {
  return many(dbTx, unsettled, [customerId]);
}

const unfreeze = statement<{ wasFrozen: boolean }>('withdrawals.unfreeze', 'select lift_freeze($1, $2) as "wasFrozen"');

/** False when nothing was frozen, or a deposit of the customer's is unsettled. */
export async function unfreezeCustomer(dbTx: DbTx, customerId: bigint, now: Date): Promise<boolean> {
  return (await one(dbTx, unfreeze, [customerId, now])).wasFrozen;
}
