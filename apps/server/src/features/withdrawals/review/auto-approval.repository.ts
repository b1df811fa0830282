import type { ApprovalRequest } from '@lode/signing';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';
import type { RecordsRequest } from '../../../platform/http/console/records.ts';
import type { WithdrawCoin } from '../domain/coins.ts';
import type { Withdrawal } from '../withdrawal.repository.ts';
import type { StoredPolicy } from './auto-approval-policy.ts';

const lock = lockingQuery('withdrawals.lock-auto-approval', 'select lock_auto_approval($1)');

/** Serialises auto-approval per coin until the caller's transaction ends. */
export async function lockAutoApproval(dbTx: Transaction, coin: WithdrawCoin): Promise<void> {
  await execute(dbTx, lock, [coin]);
}

const lockRequest = lockingQuery(
  'withdrawals.lock-signing-request',
  `select pg_advisory_xact_lock(hashtextextended('auto_approval_request', $1))`,
);

/** Serialises signing requests of one auto-approved withdrawal: the next one waits until the response is stored. */
export async function lockSigningRequest(dbTx: Transaction, withdrawalId: bigint): Promise<void> {
  await execute(dbTx, lockRequest, [withdrawalId]);
}

const device = query('withdrawals.device', 'select device_id as "deviceId" from withdrawal where id = $1').as<{
  deviceId: string | null;
}>();

/** From which it was asked for. */
export async function readDevice(db: Queryable, withdrawalId: bigint): Promise<string | null> {
  return (await one(db, device, [withdrawalId])).deviceId;
}

/** What the policy is checked against, as it stands before this withdrawal. */
export interface StoredFacts {
  isProposed: boolean;
  wasAutoApproved: boolean;
  hasSigningChannel: boolean;
  hasOpenAlert: boolean;
  precedent: bigint | null;
  customerTotal: bigint;
  dayTotal: bigint;
}

const facts = query(
  'withdrawals.policy-facts',
  `select exists (select from withdrawal_review r where r.withdrawal_id = w.id) as "isProposed",
     exists (select from auto_approval a where a.withdrawal_id = w.id) as "wasAutoApproved",
     exists (select from withdrawal_signing s where s.withdrawal_id = w.id) as "hasSigningChannel",
     exists (select from open_doubt d where d.network = w.network and (d.customer_id is null or d.customer_id = w.customer_id)) as "hasOpenAlert",
     known_destination(w.customer_id, w.network, w.address_key, $2::timestamptz - make_interval(days => $4::int)) as precedent,
     auto_approved_total(w.coin, $3, w.customer_id) as "customerTotal", auto_approved_total(w.coin, $3, null) as "dayTotal"
   from withdrawal w where w.id = $1`,
).as<StoredFacts>();

/** To be read under `lockAutoApproval`. */
export function readPolicyFacts(
  db: Queryable,
  { id, now, date, knownDays }: { id: bigint; now: Date; date: string; knownDays: number },
): Promise<StoredFacts> {
  return one(db, facts, [id, now, date, knownDays]);
}

const insert = query(
  'withdrawals.insert-auto-approval',
  `insert into auto_approval (withdrawal_id, at, bounds, precedent_id, approval_request)
   values ($1, $2, $3::jsonb, $4, $5::jsonb) returning withdrawal_id`,
);

/** The database checks the policy once more. */
export async function insertAutoApproval(
  db: Queryable,
  approval: {
    withdrawalId: bigint;
    now: Date;
    policy: StoredPolicy;
    precedent: bigint | null;
    approvalRequest: ApprovalRequest | null;
  },
): Promise<void> {
  const { withdrawalId, now, policy, precedent } = approval;
  const approved = approval.approvalRequest && JSON.stringify(approval.approvalRequest);
  await one(db, insert, [withdrawalId, now, JSON.stringify(policy), precedent, approved]);
}

const autoApproved = query(
  'withdrawals.is-auto-approved',
  `select exists (select from auto_approval where withdrawal_id = $1 and revoked_at is null) as "isAutoApproved"`,
).as<{ isAutoApproved: boolean }>();

/** False also after the approval was revoked. */
export async function isAutoApproved(db: Queryable, withdrawalId: bigint): Promise<boolean> {
  return (await one(db, autoApproved, [withdrawalId])).isAutoApproved;
}

const revoke = query(
  'withdrawals.revoke-auto-approval',
  `update auto_approval set revoked_at = greatest($2, at), revoked_reason = $3
   where withdrawal_id = $1 and revoked_at is null returning withdrawal_id`,
);

/** False when it was not auto-approved, or was revoked before. */
export async function revokeAutoApproval(
  db: Queryable,
  withdrawalId: bigint,
  reason: string,
  now: Date,
): Promise<boolean> {
  return (await maybeOne(db, revoke, [withdrawalId, now, reason.slice(0, 500)])) !== null;
}

export type AutoApprovalRow = Pick<Withdrawal, 'id' | 'coin' | 'amount' | 'phase'> & {
  customerId: bigint;
  at: Date;
  precedent: bigint;
  revokedReason: string | null;
};

const list = query(
  'withdrawals.auto-approvals',
  `select w.id, w.customer_id as "customerId", w.coin, w.amount, w.phase,
     a.at, a.precedent_id as precedent, a.revoked_reason as "revokedReason"
   from auto_approval a join withdrawal w on w.id = a.withdrawal_id and w.customer_id is not null
   where a.date >= $1 order by a.at desc, w.id desc limit $2`,
).as<AutoApprovalRow>();

/** The newest first. */
export function readAutoApprovals(db: Queryable, since: string, limit: number): Promise<AutoApprovalRow[]> {
  return many(db, list, [since, limit]);
}

export type ListedApproval = AutoApprovalRow & Pick<Withdrawal, 'number'> & { account: string };

const listed = query(
  'withdrawals.listed-auto-approvals',
  `select w.id, w.number, w.customer_id as "customerId", c.account, w.coin, w.amount, w.phase,
     a.at, a.precedent_id as precedent, a.revoked_reason as "revokedReason"
   from auto_approval a join withdrawal w on w.id = a.withdrawal_id join customer c on c.id = w.customer_id
   where $1::bigint is null or a.withdrawal_id < $1
   order by a.withdrawal_id desc limit $2`,
).as<ListedApproval>();

/** For the console, those of the newest requests first. */
export function readListedApprovals(
  db: Queryable,
  { after, limit }: RecordsRequest<readonly ['integer']>,
): Promise<ListedApproval[]> {
  return many(db, listed, [after?.[0] ?? null, limit]);
}

const total = query('withdrawals.auto-approved-total', 'select auto_approved_total($1, $2, null) as total').as<{
  total: bigint;
}>();

export async function autoApprovedOfDay(db: Queryable, coin: WithdrawCoin, date: string): Promise<bigint> {
  return (await one(db, total, [coin, date])).total;
}
