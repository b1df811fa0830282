import type { Network } from '@lode/chain';
import type { Coin } from '@lode/money';
import { execute, many, maybeOne, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { MinedPayment } from './deposits.store.ts';

/** What came to the house from outside. */
export interface Arrival {
  id: bigint;
  coin: Extract<Coin, 'BTC' | 'USDT' | 'ETH'>;
  addressKey: string;
  /** In the chain's smallest units. */
  amount: bigint;
  timesPosted: number;
  /** By its address: the operator's funding address, or any other one. */
  goesTo: 'TREASURY' | 'SUSPENSE';
  isPosted: boolean;
}

type StoredArrival = Omit<Arrival, 'amount'> & { amount: string };
const columns = `id, coin, address_key as "addressKey", amount::text as amount, times_posted as "timesPosted",
  goes_to as "goesTo"`;
const arrivalOf = (row: StoredArrival): Arrival => ({ ...row, amount: BigInt(row.amount) });

/**
 * A payment to the deposit address of a customer who has left. One that was credited before stays a deposit: it left its block
 * and is mined again; unless the customer had paid it back, because then the account that it would return to is closed.
 */
const isOfClosedCustomer = `exists (select from closed_deposit_address c where c.network = $1 and c.key = p.key)
     and not exists (
       select from deposit d where (d.network, d.txid, d.output_index) = ($1, p.txid, p.output_index) and d.transfer_id is not null
         and not exists (
           select from settled_deposit_of_closed s where (s.network, s.txid, s.output_index) = ($1, p.txid, p.output_index)))`;

const ofClosedCustomers = query(
  'arrivals.of-closed-customers',
  `select p.txid, p.output_index as index from unnest($2::text[], $3::int[], $4::text[]) p (txid, output_index, key)
   where ${isOfClosedCustomer}`,
).as<{ txid: string; index: number }>();

/** Those of the payments that no customer has a claim to any more. */
export async function readOfClosedCustomers(
  db: Queryable,
  network: Network,
  payments: readonly Pick<MinedPayment, 'txid' | 'index' | 'key'>[],
): Promise<Set<string>> {
  const values = (['txid', 'index', 'key'] as const).map((key) => payments.map((payment) => payment[key]));
  const found = payments.length === 0 ? [] : await many(db, ofClosedCustomers, [network, ...values]);
  return new Set(found.map(outpointOf));
}

export const outpointOf = ({ txid, index }: Pick<MinedPayment, 'txid' | 'index'>): string => `${txid}:${index}`;

const write = query(
  'arrivals.write',
  `insert into house_arrival (network, txid, coin, output_index, address_key, amount, status, height, block_hash, needed, seen_at, goes_to)
   select $1, p.txid, p.coin, p.output_index, p.key, p.amount, 'CONFIRMING', p.height, p.block_hash, p.needed, $10,
     case when exists (select from house_address h where h.network = $1 and h.key = p.key and h.purpose = 'FUNDING')
       then 'TREASURY' else 'SUSPENSE' end
   from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::numeric[], $7::int[], $8::text[], $9::int[])
     p (txid, output_index, key, coin, amount, height, block_hash, needed)
   where (exists (select from house_address h where h.network = $1 and h.key = p.key)
       or exists (select from cold_address c where c.network = $1 and c.key = p.key)
       or p.coin = 'ETH' and exists (select from deposit_address a where a.network = $1 and a.key = p.key)
       or ${isOfClosedCustomer})
     and not exists (select from own_transaction o where o.network = $1 and o.txid = p.txid)
   on conflict (network, txid, coin, output_index) do update set status = 'CONFIRMING', height = excluded.height,
     block_hash = excluded.block_hash, needed = excluded.needed, amount = excluded.amount, address_key = excluded.address_key,
     goes_to = case house_arrival.goes_to when 'SUSPENSE' then 'SUSPENSE' else excluded.goes_to end
   where house_arrival.status = 'ORPHANED'`,
);

/** A payment from outside in a block: to an address of the house or of a customer who has left, or ether to any own address. */
export async function writeArrivals(
  db: Queryable,
  network: Network,
  payments: readonly MinedPayment[],
  now: Date,
): Promise<void> {
  if (payments.length === 0) return;
  const column = <Key extends keyof MinedPayment>(key: Key) => payments.map((payment) => payment[key]);
  const values = (['txid', 'index', 'key', 'coin', 'amount', 'height', 'blockHash', 'needed'] as const).map(column);
  await execute(db, write, [network, ...values, now]);
}

const orphan = lockingQuery(
  'arrivals.orphan',
  `with gone as (
     select id as gone_id, status = 'POSTED' as is_posted from house_arrival where network = $1 and block_hash = any($2) for update
   )
   update house_arrival set status = 'ORPHANED', height = null, block_hash = null from gone where id = gone_id
   returning ${columns}, is_posted as "isPosted"`,
).as<StoredArrival>();

/** Those of blocks that are no longer, with whether the books have them. */
export async function orphanArrivals(
  dbTx: Transaction,
  network: Network,
  blockHashes: readonly string[],
): Promise<Arrival[]> {
  return (await many(dbTx, orphan, [network, blockHashes])).map(arrivalOf);
}

const final = query(
  'arrivals.final',
  `select id from house_arrival join chain_watcher using (network)
   where network = $1 and status = 'CONFIRMING' and height + needed - 1 <= newest_height order by id limit 500`,
).as<{ id: bigint }>();

/** Those whose confirmations are complete and that the books do not have. */
export async function readFinalArrivals(db: Queryable, network: Network): Promise<bigint[]> {
  return (await many(db, final, [network])).map(({ id }) => id);
}

const post = query(
  'arrivals.posted',
  `update house_arrival a set status = 'POSTED', times_posted = times_posted + 1 from chain_watcher w
   where a.id = $1 and a.status = 'CONFIRMING' and w.network = a.network and a.height + a.needed - 1 <= w.newest_height
   returning ${columns.replace('id,', 'a.id,')}, true as "isPosted"`,
).as<StoredArrival>();

/** Null when another process or a reorganisation was faster. */
export async function markPosted(db: Queryable, id: bigint): Promise<Arrival | null> {
  const row = await maybeOne(db, post, [id]);
  return row === null ? null : arrivalOf(row);
}
