import type { Approval } from '@lode/signing';
import { many, maybeOne, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { NetworkName, WithdrawCoin } from '../domain/coins.ts';
import type { Phase } from '../domain/phase.ts';
import type { Withdrawal } from '../withdrawal.repository.ts';

const request = query(
  'withdrawals.review-request',
  `select w.device_id as "deviceId", w.date, book.label, book.added_at as "bookSince",
     (select p.txid from withdrawal_payment p where p.withdrawal_id = w.id and p.txid is not null
      order by p.final_at nulls last, p.attempt desc limit 1) as txid,
     (select coalesce(max(p.confirmations), 0) from withdrawal_payment p where p.withdrawal_id = w.id) as confirmations
   from withdrawal w
   left join withdrawal_address book on book.customer_id = w.customer_id and book.network = w.network and book.address_key = w.address_key
   where w.id = $1`,
).as<RequestFacts>();

/** What a withdrawal's own row does not say of it. */
export interface RequestFacts {
  deviceId: string | null;
  /** Business date, for the daily limit. */
  date: string;
  label: string | null;
  bookSince: Date | null;
  txid: string | null;
  confirmations: number;
}

export function readRequestFacts(db: Queryable, id: bigint): Promise<RequestFacts> {
  return one(db, request, [id]);
}

export interface CustomerFacts {
  account: string;
  tags: string[];
  since: Date;
  machines: number;
  running: number;
}

const customer = query(
  'withdrawals.review-customer',
  `select account, tags, created_at as since,
     (select count(*)::int from machine where customer_id = customer.id) as machines,
     (select count(*)::int from machine where customer_id = customer.id and machine.status = 'RUNNING') as running
   from customer where id = $1`,
).as<CustomerFacts>();

export function readCustomerFacts(db: Queryable, customerId: bigint): Promise<CustomerFacts> {
  return one(db, customer, [customerId]);
}

export interface CoinTotal {
  coin: WithdrawCoin;
  deposited: bigint;
  withdrawn: bigint;
}

const totals = query(
  'withdrawals.review-totals',
  `select coin,
     (select coalesce(sum(amount), 0)::bigint from deposit d where d.customer_id = $1 and d.coin = wanted.coin and d.status = 'CREDITED') as deposited,
     (select coalesce(sum(w.amount - w.fee), 0)::bigint from withdrawal w where w.customer_id = $1 and w.coin = wanted.coin and w.phase = 'PAID') as withdrawn
   from unnest(array['BTC', 'USDT']) wanted (coin)`,
).as<CoinTotal>();

/** What a customer brought in by chain and took out, since the account was opened. */
export function readTotals(db: Queryable, customerId: bigint): Promise<CoinTotal[]> {
  return many(db, totals, [customerId]);
}

export interface OtherWithdrawal {
  id: bigint;
  number: string;
  at: Date;
  network: NetworkName;
  addressKey: string;
  amount: bigint;
  phase: Phase;
}

const others = query(
  'withdrawals.review-others',
  `select w.id, w.number, w.applied_at as at, w.network, w.address_key as "addressKey", w.amount, w.phase from withdrawal w
   where w.customer_id = $1 and w.coin = $2 and w.id <> $3 and w.applied_at >= $4 order by w.id desc limit $5`,
).as<OtherWithdrawal>();

/** Of one coin, the newest first. */
export function readOthers(
  db: Queryable,
  { customerId, coin, id }: { customerId: bigint; coin: WithdrawCoin; id: bigint },
  since: Date,
  limit: number,
): Promise<OtherWithdrawal[]> {
  return many(db, others, [customerId, coin, id, since, limit]);
}

export interface AddressFacts {
  firstSeen: Date | null;
  otherCustomers: number;
  paid: number;
  paidAmount: bigint;
  ownPaid: number;
  ownPaidAmount: bigint;
  count: number;
}

/** Of an address that many use only the newest are counted. */
export const countedOfAddress = 1000;

const address = query(
  'withdrawals.review-address',
  `select (select w.applied_at from withdrawal w where w.network = $1 and w.address_key = $2 order by w.id limit 1) as "firstSeen",
     count(distinct used.customer_id) filter (where used.customer_id is distinct from $3)::int as "otherCustomers",
     count(*) filter (where used.phase = 'PAID')::int as paid,
     coalesce(sum(used.received) filter (where used.phase = 'PAID'), 0)::bigint as "paidAmount",
     count(*) filter (where used.phase = 'PAID' and used.customer_id is not distinct from $3)::int as "ownPaid",
     coalesce(sum(used.received) filter (where used.phase = 'PAID' and used.customer_id is not distinct from $3), 0)::bigint as "ownPaidAmount",
     count(*)::int as count
   from (select w.customer_id, w.phase, w.amount - w.fee as received from withdrawal w
         where w.network = $1 and w.address_key = $2 and w.id <> $4 order by w.id desc limit ${countedOfAddress}) used`,
).as<AddressFacts>();

/** How an address was used across the house, without this withdrawal. */
export function readAddressFacts(
  db: Queryable,
  { network, addressKey, customerId, id }: Withdrawal,
): Promise<AddressFacts> {
  return one(db, address, [network, addressKey, customerId, id]);
}

const hotCoins = query(
  'withdrawals.review-hot-coins',
  'select coalesce(sum(amount), 0)::bigint as amount from spendable_output',
).as<{ amount: bigint }>();

/** What payments of Bitcoin can spend. */
export async function readHotCoins(db: Queryable): Promise<bigint> {
  return (await one(db, hotCoins)).amount;
}

export interface StoredEvent {
  kind: 'NOTE' | 'PROPOSED' | 'APPROVED' | 'AUTO_APPROVED' | 'CANCELLING' | 'STEP';
  step: string | null;
  at: Date;
  by: string | null;
  text: string | null;
  /** Of a review that was signed. */
  approval: Approval | null;
}

const events = query(
  'withdrawals.review-events',
  `select kind, step, at, by, text, approval from (
     select 'STEP' as kind, step, at, null as by, null as text, null::jsonb as approval from withdrawal_step where withdrawal_id = $1
     union all
     select part, null, at, staff.name, reason, approval from withdrawal_review join staff on staff.id = staff_id where withdrawal_id = $1
     union all
     select 'AUTO_APPROVED', null, at, null, revoked_reason, null from auto_approval where withdrawal_id = $1
     union all
     select 'CANCELLING', null, asked_at, null, null, null from withdrawal_cancellation where withdrawal_id = $1
     union all
     (select 'NOTE', null, at, staff.name, text, null from withdrawal_note join staff on staff.id = staff_id where withdrawal_id = $1
      order by withdrawal_note.id desc limit 200)) event
   order by at, array_position(array['STEP', 'NOTE', 'PROPOSED', 'APPROVED', 'AUTO_APPROVED', 'CANCELLING'], kind)`,
).as<StoredEvent>();

/** What happened to a withdrawal, the oldest first. */
export function readEvents(db: Queryable, id: bigint): Promise<StoredEvent[]> {
  return many(db, events, [id]);
}

const waiting = query(
  'withdrawals.waiting-proposals',
  `select p.id, action, s.name as by, proposed_at as at from staff_proposal p join staff s on s.id = proposed_by
   where outcome is null and action like 'withdrawal:%' and input ->> 'id' = $1::text order by p.id`,
).as<{ id: bigint; action: string; by: string; at: Date }>();

/** What waits for a second person and is about this withdrawal: its offset, its way back to the online signer. */
export function readWaitingProposals(db: Queryable, id: bigint) {
  return many(db, waiting, [String(id)]);
}

const progress = query(
  'withdrawals.staff-progress',
  `select w.phase, exists (select from withdrawal_review r where r.withdrawal_id = w.id) as "isProposed",
     w.phase = 'AWAITING_APPROVAL' and exists (select from withdrawal_cancellation c where c.withdrawal_id = w.id) as "isCancelling",
     (select coalesce(max(p.confirmations), 0) from withdrawal_payment p where p.withdrawal_id = w.id) as confirmations,
     array(select p.id::text from staff_proposal p
       where outcome is null and action like 'withdrawal:%' and input ->> 'id' = w.id::text order by p.id) as proposals
   from withdrawal w where w.id = $1`,
).as<{ phase: Phase; isProposed: boolean; isCancelling: boolean; confirmations: number; proposals: string[] }>();

export const readProgress = (db: Queryable, id: bigint) => maybeOne(db, progress, [id]);
