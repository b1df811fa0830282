import type { Data } from '@lode/contract';
import type { CustomerStatus } from '@lode/contract/record-states';
import type { Coin } from '@lode/money';
import { many, maybeOne, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

export interface CustomerRow {
  id: bigint;
  account: string;
  secondContact: string | null;
  nickname: string;
  tags: string[];
  status: CustomerStatus;
  payMode: 'PREPAID_FIRST' | 'OUTPUT_FIRST';
  promotion: bigint;
  hasPassword: boolean;
  hasFundsPassword: boolean;
  hasSecondFactor: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
}

const customer = query(
  'customers.one',
  `select customer.id, customer.account, second_contact as "secondContact", nickname, tags, customer.status,
     coalesce(pay_mode, 'PREPAID_FIRST') as "payMode", coalesce(promo_remaining, 0) as promotion,
     password_hash is not null as "hasPassword", funds_password_hash is not null as "hasFundsPassword",
     exists (select from second_factor factor where factor.customer_id = customer.id and confirmed_at is not null)
       or exists (select from passkey where passkey.customer_id = customer.id) as "hasSecondFactor",
     created_at as "createdAt", (select max(session.created_at) from session where session.customer_id = customer.id) as "lastLoginAt"
   from customer
   join customer_contacts contacts on contacts.customer_id = customer.id
   left join electricity_account on electricity_account.customer_id = customer.id
   where customer.id = $1`,
).as<CustomerRow>();

export function findCustomer(db: Queryable, id: bigint): Promise<CustomerRow | null> {
  return maybeOne(db, customer, [id]);
}

const known = query('customers.exists', 'select id from customer where id = $1').as<{ id: bigint }>();

export async function isCustomer(db: Queryable, id: bigint): Promise<boolean> {
  return (await maybeOne(db, known, [id])) !== null;
}

export interface Counts {
  machines: number;
  withdrawals: number;
  openWithdrawals: number;
  deposits: number;
  openSessions: number;
  notices: number;
  threads: number;
}

const counts = query(
  'customers.counts',
  `select
     (select count(*)::int from machine where customer_id = $1) as machines,
     (select count(*)::int from withdrawal where customer_id = $1) as withdrawals,
     (select count(*)::int from withdrawal where customer_id = $1 and end_transfer_id is null) as "openWithdrawals",
     (select count(*)::int from deposit where customer_id = $1) as deposits,
     (select count(*)::int from open_session where customer_id = $1 and expires_at > $2) as "openSessions",
     (select count(*)::int from forced_notice_confirmation where customer_id = $1) as notices,
     (select count(*)::int from support_thread where customer_id = $1) as threads`,
).as<Counts>();

export function countRecords(db: Queryable, customerId: bigint, now: Date): Promise<Counts> {
  return one(db, counts, [customerId, now]);
}

export interface CoinSum {
  coin: Coin;
  amount: bigint;
}

const openWithdrawals = query(
  'customers.open-withdrawals',
  `select coin, sum(amount)::bigint as amount from withdrawal
   where customer_id = $1 and end_transfer_id is null group by coin order by coin`,
).as<CoinSum>();

export function sumOpenWithdrawals(db: Queryable, customerId: bigint): Promise<CoinSum[]> {
  return many(db, openWithdrawals, [customerId]);
}

const latestDay = query('customers.latest-day', `select nullif(last_closed_day('mining'), '-infinity') as date`).as<{
  date: string | null;
}>();

const outputs = query(
  'customers.outputs-of-day',
  `select coin, sum(net)::bigint as amount from corrected_output
   where date = $2 and customer_id = $1 group by coin order by coin`,
).as<CoinSum>();

/** What the latest closed mining day brought; null before the first. */
export async function readLatestDay(
  db: Queryable,
  customerId: bigint,
): Promise<{ date: string; outputs: CoinSum[] } | null> {
  const { date } = await one(db, latestDay, []);
  return date === null ? null : { date, outputs: await many(db, outputs, [customerId, date]) };
}

const positions = query(
  'customers.coin-up',
  `select coin, earning + in_transit_in + in_transit_out as principal, in_transit_in + in_transit_out as "inTransit"
   from coin_up_position where customer_id = $1 order by coin`,
).as<{ coin: Coin; principal: bigint; inTransit: bigint }>();

export function readPositions(db: Queryable, customerId: bigint) {
  return many(db, positions, [customerId]);
}

type MachineStatus = Data<'machineSuspend'>['status'];

const statuses = query(
  'customers.machine-statuses',
  `select status, count(*)::int as count from machine
   where customer_id = $1 group by status order by count(*) desc, status`,
).as<{ status: MachineStatus; count: number }>();

export function countMachines(db: Queryable, customerId: bigint) {
  return many(db, statuses, [customerId]);
}

export interface BookRow {
  network: 'BITCOIN' | 'ERC20';
  key: string;
  label: string;
  addedAt: Date;
}

const book = query(
  'customers.address-book',
  `select network, address_key as key, label, added_at as "addedAt" from withdrawal_address
   where customer_id = $1 order by added_at desc, id desc limit 20`,
).as<BookRow>();

export function readAddressBook(db: Queryable, customerId: bigint): Promise<BookRow[]> {
  return many(db, book, [customerId]);
}

export interface AuditRow {
  id: bigint;
  action: string;
  by: string;
  reason: string;
  at: Date;
}

const audit = query(
  'customers.audit',
  `select audit_log.id, action, staff.name as by, reason, at from audit_log join staff on staff.id = staff_id
   where subject = $1 and action <> 'customer:show' order by audit_log.id desc limit 10`,
).as<AuditRow>();

/** What the staff did with a customer besides looking, the newest first. */
export function readAudit(db: Queryable, subject: string): Promise<AuditRow[]> {
  return many(db, audit, [subject]);
}
