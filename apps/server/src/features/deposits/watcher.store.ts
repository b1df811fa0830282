import type { BlockRef, ChainIdentity, Network, WatcherState } from '@lode/chain';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

interface WatcherRow {
  chain: string;
  genesis: string;
  startHeight: number;
  startHash: string;
  recent: BlockRef[];
}

const read = query(
  'deposits.watcher',
  `select chain, genesis, start_height as "startHeight", start_hash as "startHash",
     coalesce((select jsonb_agg(jsonb_build_object('height', height, 'hash', hash) order by height)
       from chain_block block where block.network = watcher.network), '[]') as recent
   from chain_watcher watcher where network = $1`,
).as<WatcherRow>();

/** Null before the first start. */
export async function readWatcher(db: Queryable, network: Network): Promise<WatcherState | null> {
  const row = await maybeOne(db, read, [network]);
  if (!row) return null;
  const chain: ChainIdentity = { network, chain: row.chain, genesis: row.genesis };
  return { chain, start: { height: row.startHeight, hash: row.startHash }, recent: row.recent };
}

const pin = query(
  'deposits.pin-watcher',
  `insert into chain_watcher (network, chain, genesis, start_height, start_hash, newest_height, newest_hash)
   values ($1, $2, $3, $4, $5, $4, $5) on conflict do nothing`,
);

/** What a watcher is pinned to is decided once. */
export async function keepPin(db: Queryable, { chain, start }: WatcherState): Promise<void> {
  await execute(db, pin, [chain.network, chain.chain, chain.genesis, start.height, start.hash]);
}

const lock = lockingQuery(
  'deposits.lock-watcher',
  `select newest_hash as "newestHash",
     (select coalesce(max(number) + 1, 0) from deposit_address where network = $1) as addresses
   from chain_watcher where network = $1 for update`,
).as<{ newestHash: string; addresses: number }>();

/** How far the chain is followed, held until the transaction ends; and how many addresses have been given out by now. */
export function lockWatcher(dbTx: Transaction, network: Network): Promise<{ newestHash: string; addresses: number }> {
  return one(dbTx, lock, [network]);
}

const holdStill = lockingQuery('deposits.hold-watcher', 'select hold_chain_watcher($1)');

/** Nothing is taken back until the transaction ends. */
export async function holdWatcher(dbTx: Transaction, network: Network): Promise<void> {
  await execute(dbTx, holdStill, [network]);
}

const forget = query(
  'deposits.forget-blocks',
  'delete from chain_block where network = $1 and (height > $2 or height < $3)',
);

const move = query(
  'deposits.move-watcher',
  `with added as (insert into chain_block (network, height, hash) select $1, height, hash from unnest($2::int[], $3::text[]) block (height, hash))
   update chain_watcher set newest_height = $4, newest_hash = $5, stopped_because = null where network = $1`,
);

/** Forgets what lies above the fork and what has become too old, and adds the new blocks. */
export async function moveWatcher(
  dbTx: Transaction,
  network: Network,
  { fork, added, oldest }: { fork: number; added: readonly BlockRef[]; oldest: number },
): Promise<void> {
  const newest = added.at(-1);
  if (!newest) throw new Error('a block update without blocks');
  const [heights, hashes] = [added.map(({ height }) => height), added.map(({ hash }) => hash)];
  await execute(dbTx, forget, [network, fork, oldest]);
  await execute(dbTx, move, [network, heights, hashes, newest.height, newest.hash]);
}

const stop = query(
  'deposits.stop-watcher',
  `update chain_watcher set stopped_because = $2 where network = $1 and stopped_because is distinct from $2`,
);

/** Null: it goes on. */
export async function setStopped(db: Queryable, network: Network, because: string | null): Promise<void> {
  await execute(db, stop, [network, because?.slice(0, 1000) ?? null]);
}

const open = query('deposits.open-networks', 'select network from chain_watcher where stopped_because is null').as<{
  network: Network;
}>();

/** Networks whose chain is followed, or will be as soon as its node answers again. */
export async function readFollowed(db: Queryable): Promise<Set<Network>> {
  return new Set((await many(db, open)).map(({ network }) => network));
}

const place = query(
  'deposits.followed-to',
  'select newest_height as height, newest_hash as hash from chain_watcher where network = $1',
).as<{ height: number; hash: string }>();

export function readPlace(db: Queryable, network: Network): Promise<BlockRef | null> {
  return maybeOne(db, place, [network]);
}
