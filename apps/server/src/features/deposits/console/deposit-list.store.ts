import type { Network } from '@lode/chain';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { DepositCoin, DepositStatus } from '../deposit-state.ts';

/** A deposit in a list of the staff. */
export interface ListedDeposit {
  id: bigint;
  status: DepositStatus;
  isToClawBack: boolean;
  account: string;
  network: Network;
  coin: DepositCoin;
  amount: bigint;
  confirmations: number;
  needed: number;
  txid: string;
  seenAt: Date;
}

export interface ListFilter {
  statuses: readonly DepositStatus[];
  coins: readonly DepositCoin[];
  /** Business dates, both included; null: without an end. */
  from: string | null;
  to: string | null;
}

/** Behind which deposit the list goes on, and how far. */
export interface ListPlace {
  after: readonly [seenAt: string, id: string] | null;
  limit: number;
}

const shown = `
  select d.id, d.status, exists (select from deposit_to_claw_back lacking where lacking.id = d.id) as "isToClawBack",
    c.account, d.network, d.coin, d.amount, greatest(coalesce(w.newest_height - d.height + 1, 0), 0) as confirmations,
    d.needed, d.txid, d.seen_at as "seenAt"
  from picked join deposit d using (id) join customer c on c.id = d.customer_id left join chain_watcher w on w.network = d.network
  order by d.seen_at desc, d.id desc`;

const inTime = `d.seen_at >= coalesce($3::date::timestamp at time zone 'Asia/Shanghai', '-infinity')
  and d.seen_at < coalesce(($4::date + 1)::timestamp at time zone 'Asia/Shanghai', 'infinity')
  and (d.seen_at, d.id) < (coalesce($5::timestamptz, 'infinity'), coalesce($6::bigint, 0))`;
const picked = 'order by d.seen_at desc, d.id desc limit $7';

/** Each state and coin along its own part of the index, so that a rare one passes over nothing. */
const ofHouse = query(
  'deposits.staff-list',
  `with picked as (
     select part.id from unnest($1::text[]) wanted (status) cross join unnest($2::text[]) coins (coin)
     cross join lateral (
       select d.id, d.seen_at from deposit d where d.status = wanted.status and d.coin = coins.coin and ${inTime} ${picked}) part
     order by part.seen_at desc, part.id desc limit $7)
   ${shown}`,
).as<ListedDeposit>();

const valuesOf = ({ statuses, coins, from, to }: ListFilter, { after, limit }: ListPlace) => [
  statuses,
  coins,
  from,
  to,
  after?.[0] ?? null,
  after?.[1] ?? null,
  limit,
];

/** Of all customers, the newest first. */
export function readAll(db: Queryable, filter: ListFilter, place: ListPlace): Promise<ListedDeposit[]> {
  return many(db, ofHouse, valuesOf(filter, place));
}

const matching = `d.status = any($1::text[]) and d.coin = any($2::text[]) and ${inTime}`;

const toClawBack = query(
  'deposits.staff-list-to-claw-back',
  `with picked as (
     select d.id from deposit_to_claw_back lacking join deposit d on d.id = lacking.id where ${matching} ${picked})
   ${shown}`,
).as<ListedDeposit>();

/** Of those that were credited and are in no block: what is neither clawed back nor written off. */
export function readToClawBack(db: Queryable, filter: ListFilter, place: ListPlace): Promise<ListedDeposit[]> {
  return many(db, toClawBack, valuesOf(filter, place));
}

const ofCustomer = query(
  'deposits.staff-list-of-customer',
  `with picked as (
     select d.id from deposit d where d.customer_id = $8 and ($9::int is null or d.address_number = $9 and d.network = $10)
       and ${matching} ${picked})
   ${shown}`,
).as<ListedDeposit>();

/** One customer's, or those at one of the customer's addresses. */
export function readOfCustomer(
  db: Queryable,
  { customerId, address }: { customerId: bigint; address?: { network: Network; number: number } },
  filter: ListFilter,
  place: ListPlace,
): Promise<ListedDeposit[]> {
  const at = [address?.number ?? null, address?.network ?? null];
  return many(db, ofCustomer, [...valuesOf(filter, place), customerId, ...at]);
}

const ofTransaction = query(
  'deposits.staff-list-of-transaction',
  `with picked as (
     select d.id from deposit d where d.network = any(array['BITCOIN', 'ERC20']) and d.txid in ($8, '0x' || $8) and ${matching} ${picked})
   ${shown}`,
).as<ListedDeposit>();

/** What one transaction brought. */
export function readOfTransaction(
  db: Queryable,
  txid: string,
  filter: ListFilter,
  place: ListPlace,
): Promise<ListedDeposit[]> {
  return many(db, ofTransaction, [...valuesOf(filter, place), txid]);
}

const addressOwner = query(
  'deposits.address-owner',
  `select customer_id as "customerId", number from deposit_address where network = $1 and key = $2`,
).as<{ customerId: bigint; number: number }>();

/** Whose deposit address it is. */
export async function readAddressOwner(
  db: Queryable,
  network: Network,
  key: string,
): Promise<{ customerId: bigint; number: number } | null> {
  return (await many(db, addressOwner, [network, key]))[0] ?? null;
}
