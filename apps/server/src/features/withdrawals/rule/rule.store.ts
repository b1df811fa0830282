import type { ApprovalRequest } from '@lode/signing';
import { type DbTx, many, maybeOne, one, statement } from '../../../platform/db/database.ts';
import type { WithdrawCoin } from '../withdrawal-coins.ts';
import type { Withdrawal } from '../withdrawals.store.ts';
import type { StoredBounds } from './rule.ts';

const lock = statement('withdrawals.lock-rule', 'select lock_withdrawal_rule($1)');

/** Whoever judges by the rule of a coin waits here until the one before has committed. */
export async function lockRule(dbTx: DbTx, coin: WithdrawCoin): Promise<void> {
  await many(dbTx, lock, [coin]);
}

const lockOne = statement(
  'withdrawals.lock-ask-by-rule',
  `select pg_advisory_xact_lock(hashtextextended('withdrawal_rule_ask', $1))`,
);

/** Whoever asks the signer by the rule for this withdrawal waits here until the answer to the one before is kept. */
export async function lockAsk(dbTx: DbTx, withdrawalId: bigint): Promise<void> {
  await many(dbTx, lockOne, [withdrawalId]);
}

interface StoredFacts {
  deviceId: string | null;
  isProposed: boolean;
  hadItsTurn: boolean;
  hasWay: boolean;
  isInDoubt: boolean;
  precedent: bigint | null;
  ofCustomer: bigint;
  ofAll: bigint;
}

const facts = statement<StoredFacts>(
  'withdrawals.rule-facts',
  `select w.device_id as "deviceId",
     exists (select from withdrawal_review r where r.withdrawal_id = w.id) as "isProposed",
     exists (select from withdrawal_rule_approval a where a.withdrawal_id = w.id) as "hadItsTurn",
     exists (select from withdrawal_signing s where s.withdrawal_id = w.id) as "hasWay",
     exists (select from open_doubt d where d.network = w.network and (d.customer_id is null or d.customer_id = w.customer_id)) as "isInDoubt",
     known_destination(w.customer_id, w.network, w.address_key, $2::timestamptz - make_interval(days => $4::int)) as precedent,
     taken_by_rule(w.coin, $3, w.customer_id) as "ofCustomer", taken_by_rule(w.coin, $3, null) as "ofAll"
   from withdrawal w where w.id = $1`,
);

/** To be read under `lockRule`. */
export function readRuleFacts(
  dbTx: DbTx,
  { id, now, date, knownDays }: { id: bigint; now: Date; date: string; knownDays: number },
): Promise<StoredFacts> {
  return one(dbTx, facts, [id, now, date, knownDays]);
}

const insert = statement(
  'withdrawals.rule-approval',
  `insert into withdrawal_rule_approval (withdrawal_id, at, bounds, precedent_id, statement)
   values ($1, $2, $3::jsonb, $4, $5::jsonb) returning withdrawal_id`,
);

/** The database judges once more, and refuses what is off or above the bounds. */
export async function insertRuleApproval(
  dbTx: DbTx,
  approval: {
    withdrawalId: bigint;
    now: Date;
    bounds: StoredBounds;
    precedent: bigint | null;
    statement: ApprovalRequest | null;
  },
): Promise<void> {
  const { withdrawalId, now, bounds, precedent } = approval;
  const agreed = approval.statement && JSON.stringify(approval.statement);
  await one(dbTx, insert, [withdrawalId, now, JSON.stringify(bounds), precedent, agreed]);
}

const byRule = statement<{ isByRule: boolean }>(
  'withdrawals.is-by-rule',
  `select exists (select from withdrawal_rule_approval where withdrawal_id = $1 and taken_back_at is null) as "isByRule"`,
);

/** The rule has agreed, and its yes stands. */
export async function isByRule(dbTx: DbTx, withdrawalId: bigint): Promise<boolean> {
  return (await one(dbTx, byRule, [withdrawalId])).isByRule;
}

const takeBack = statement(
  'withdrawals.take-back-rule',
  `update withdrawal_rule_approval set taken_back_at = greatest($2, at), taken_back_why = $3
   where withdrawal_id = $1 and taken_back_at is null returning withdrawal_id`,
);

/** False when the rule has not agreed, or was taken back before. */
export async function takeBackRule(dbTx: DbTx, withdrawalId: bigint, why: string, now: Date): Promise<boolean> {
  return (await maybeOne(dbTx, takeBack, [withdrawalId, now, why.slice(0, 500)])) !== null;
}

export type RuleApprovalRow = Pick<
  Withdrawal,
  'id' | 'customerId' | 'coin' | 'amount' | 'status' | 'thirdStatus' | 'isOffset'
> & { at: Date; precedent: bigint; takenBackWhy: string | null };

const list = statement<RuleApprovalRow>(
  'withdrawals.rule-approvals',
  `select w.id, w.customer_id as "customerId", w.coin, w.amount, w.status, w.third_status as "thirdStatus", w.is_offset as "isOffset",
     a.at, a.precedent_id as precedent, a.taken_back_why as "takenBackWhy"
   from withdrawal_rule_approval a join withdrawal w on w.id = a.withdrawal_id
   where a.date >= $1 order by a.at desc, w.id desc limit $2`,
);

/** The newest first. */
export function readRuleApprovals(dbTx: DbTx, since: string, limit: number): Promise<RuleApprovalRow[]> {
  return many(dbTx, list, [since, limit]);
}

const sum = statement<{ taken: bigint }>('withdrawals.taken-by-rule', 'select taken_by_rule($1, $2, null) as taken');

/** What the rule has agreed to on a day. */
export async function takenByRule(dbTx: DbTx, coin: WithdrawCoin, date: string): Promise<bigint> {
  return (await one(dbTx, sum, [coin, date])).taken;
}
