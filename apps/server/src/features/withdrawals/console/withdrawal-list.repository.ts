import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { NetworkName, WithdrawCoin } from '../domain/coins.ts';
import type { Phase } from '../domain/phase.ts';

/** A withdrawal in a list of the staff. */
export interface ListedWithdrawal {
  id: bigint;
  number: string;
  phase: Phase;
  isCancelling: boolean;
  /** Null of a payment out of TREASURY. */
  account: string | null;
  network: NetworkName;
  addressKey: string;
  coin: WithdrawCoin;
  amount: bigint;
  proposer: string | null;
  appliedAt: Date;
}

export interface ListFilter {
  phases: readonly Phase[];
  coins: readonly WithdrawCoin[];
  /** Business dates, both included; null: without an end. */
  from: string | null;
  to: string | null;
}

/** Behind which id the list goes on, and how far. */
export interface ListPlace {
  after: bigint | null;
  limit: number;
}

const columns = `w.id, w.number, w.phase, c.account, w.network, w.address_key as "addressKey", w.coin, w.amount, w.applied_at as "appliedAt",
  w.phase = 'AWAITING_APPROVAL' and exists (select from withdrawal_cancellation x where x.withdrawal_id = w.id) as "isCancelling",
  (select s.name from withdrawal_review r join staff s on s.id = r.staff_id where r.withdrawal_id = w.id and r.part = 'PROPOSED') as proposer`;
const details = 'from picked join withdrawal w using (id) left join customer c on c.id = w.customer_id';

/** Ids of the dates, by which every list is ordered. */
const firstId = `coalesce((select id from withdrawal where date >= $3::date order by date, id limit 1), case when $3 is null then 0 else ${2n ** 62n} end)`;
const lastId = `coalesce((select id from withdrawal where date <= $4::date order by date desc, id desc limit 1), case when $4 is null then ${2n ** 62n} else 0 end)`;

/** Each phase and coin along its own part of the index, so that a rare one passes over nothing. */
const ofHouse = (order: 'asc' | 'desc') => `
  with picked as (
    select part.id from unnest($1::text[]) wanted (phase) cross join unnest($2::text[]) coins (coin)
    cross join lateral (
      select w.id from withdrawal w
      where w.phase = wanted.phase and w.coin = coins.coin and w.id >= ${firstId} and w.id <= ${lastId}
        and w.id ${order === 'asc' ? '>' : '<'} $5::bigint
      order by w.id ${order} limit $6) part
    order by part.id ${order} limit $6)
  select ${columns} ${details} order by w.id ${order}`;

const oldest = query('withdrawals.staff-list-oldest', ofHouse('asc')).as<ListedWithdrawal>();
const newest = query('withdrawals.staff-list-newest', ofHouse('desc')).as<ListedWithdrawal>();

const beyondAll = 2n ** 63n - 1n;
const valuesOf = ({ phases, coins, from, to }: ListFilter) => [phases, coins, from, to];

/** Of all customers, the oldest first. */
export function readOldest(
  db: Queryable,
  filter: ListFilter,
  { after, limit }: ListPlace,
): Promise<ListedWithdrawal[]> {
  return many(db, oldest, [...valuesOf(filter), after ?? 0n, limit]);
}

/** Of all customers, the newest first. */
export function readNewest(
  db: Queryable,
  filter: ListFilter,
  { after, limit }: ListPlace,
): Promise<ListedWithdrawal[]> {
  return many(db, newest, [...valuesOf(filter), after ?? beyondAll, limit]);
}

const matching = `w.phase = any($1::text[]) and w.coin = any($2::text[]) and ($3::date is null or w.date >= $3) and ($4::date is null or w.date <= $4)
  and w.id < $5::bigint`;

const ofCustomer = query(
  'withdrawals.staff-list-of-customer',
  `with picked as (select w.id from withdrawal w where ${matching} and w.customer_id = $7 order by w.id desc limit $6)
   select ${columns} ${details} order by w.id desc`,
).as<ListedWithdrawal>();

/** One customer's, the newest first. */
export function readOfCustomer(
  db: Queryable,
  customerId: bigint,
  filter: ListFilter,
  { after, limit }: ListPlace,
): Promise<ListedWithdrawal[]> {
  return many(db, ofCustomer, [...valuesOf(filter), after ?? beyondAll, limit, customerId]);
}

const ofAddress = query(
  'withdrawals.staff-list-of-address',
  `with picked as (select w.id from withdrawal w where ${matching} and w.network = $7 and w.address_key = $8 order by w.id desc limit $6)
   select ${columns} ${details} order by w.id desc`,
).as<ListedWithdrawal>();

/** To one address, the newest first. */
export function readOfAddress(
  db: Queryable,
  { network, addressKey }: { network: NetworkName; addressKey: string },
  filter: ListFilter,
  { after, limit }: ListPlace,
): Promise<ListedWithdrawal[]> {
  return many(db, ofAddress, [...valuesOf(filter), after ?? beyondAll, limit, network, addressKey]);
}

const named = query(
  'withdrawals.staff-list-named',
  `with picked as (
     select id from withdrawal where number = $1
     union select withdrawal_id from withdrawal_payment where txid = $1 or txid = '0x' || $1)
   select ${columns} ${details} order by w.id desc`,
).as<ListedWithdrawal>();

/** By its number or by a txid of its payment. */
export function readNamed(db: Queryable, numberOrTxid: string): Promise<ListedWithdrawal[]> {
  return many(db, named, [numberOrTxid]);
}
