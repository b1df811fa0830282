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
  isPosted: boolean;
}

type StoredArrival = Omit<Arrival, 'amount'> & { amount: string };
const columns = `id, coin, address_key as "addressKey", amount::text as amount, times_posted as "timesPosted"`;
const arrivalOf = (row: StoredArrival): Arrival => ({ ...row, amount: BigInt(row.amount) });

const write = query(
  'arrivals.write',
  `insert into house_arrival (network, txid, coin, output_index, address_key, amount, status, height, block_hash, needed, seen_at)
   select $1, p.txid, p.coin, p.output_index, p.key, p.amount, 'CONFIRMING', p.height, p.block_hash, p.needed, $10
   from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::numeric[], $7::int[], $8::text[], $9::int[])
     p (txid, output_index, key, coin, amount, height, block_hash, needed)
   where (exists (select from house_address h where h.network = $1 and h.key = p.key)
       or p.coin = 'ETH' and exists (select from deposit_address a where a.network = $1 and a.key = p.key))
     and not exists (select from own_transaction o where o.network = $1 and o.txid = p.txid)
   on conflict (network, txid, coin, output_index) do update set status = 'CONFIRMING', height = excluded.height,
     block_hash = excluded.block_hash, needed = excluded.needed, amount = excluded.amount, address_key = excluded.address_key
   where house_arrival.status = 'ORPHANED'`,
);

/** A payment from outside in a block: to an address of the house, or ether to any own address. */
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
