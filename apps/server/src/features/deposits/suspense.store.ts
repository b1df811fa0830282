import type { Network } from '@lode/chain';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import type { Arrival } from './arrivals.store.ts';
import { holdWatcher } from './watcher.store.ts';

/** Kind of the alert about an arrival that is in no block any more while its coins are spent or explained. */
export const arrivalRemovedAlert = 'arrival-removed';

export interface Standing {
  coin: Arrival['coin'];
  amount: bigint;
  isConfirming: boolean;
  timesExplained: number;
}

export type ExplainedAs = 'TREASURY' | 'POOL' | 'CUSTOMER';

/** A movement of SUSPENSE that belongs to an arrival, in the ledger's minor units. */
export interface SuspenseEntry {
  arrivalId: bigint;
  kind: 'ARRIVED' | 'REMOVED' | 'SETTLED' | 'REOPENED';
  change: bigint;
  transferId: bigint;
  at: Date;
  explainedAs?: ExplainedAs;
  customerId?: bigint;
}

const insert = query(
  'suspense.insert',
  `insert into suspense_entry (arrival_id, kind, change, settled_as, customer_id, transfer_id, happened_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

export async function writeSuspense(db: Queryable, entry: SuspenseEntry): Promise<void> {
  const { arrivalId, kind, change, explainedAs = null, customerId = null, transferId, at } = entry;
  await execute(db, insert, [arrivalId, kind, change, explainedAs, customerId, transferId, at]);
}

const sum = query(
  'suspense.sum',
  `select coalesce(sum_units(change), 0) as amount, (count(*) filter (where kind = 'SETTLED'))::int as "timesExplained"
   from suspense_entry where arrival_id = $1`,
).as<{ amount: bigint; timesExplained: number }>();

/** What an arrival has in SUSPENSE; below zero when its coins are gone and were spent or explained. */
export async function suspenseOf(db: Queryable, arrivalId: bigint): Promise<bigint> {
  return (await one(db, sum, [arrivalId])).amount;
}

const find = query('suspense.network-of', 'select network from house_arrival where id = $1').as<{ network: Network }>();
const lock = lockingQuery(
  'suspense.lock',
  `select coin, status = 'CONFIRMING' as "isConfirming" from house_arrival where id = $1 for update`,
).as<{ coin: Arrival['coin']; isConfirming: boolean }>();

/** What an arrival has in SUSPENSE, locked until the transaction ends. */
export async function lockStanding(dbTx: Transaction, arrivalId: bigint): Promise<Standing | null> {
  const place = await maybeOne(dbTx, find, [arrivalId]);
  if (place === null) return null;
  // Before the arrival and any account, as a block update does.
  await holdWatcher(dbTx, place.network);
  const arrival = await one(dbTx, lock, [arrivalId]);
  return { ...arrival, ...(await one(dbTx, sum, [arrivalId])) };
}

export interface ExplainedArrival {
  arrivalId: bigint;
  /** What stood there. */
  amount: bigint;
  explainedAs: ExplainedAs;
  customerId?: bigint;
  transferId: bigint;
  at: Date;
}

/** The whole of what stands in SUSPENSE is explained, and an alert about it is over. */
export const explainedWriter =
  ({ resolveAlert }: Pick<AlertPorts, 'resolveAlert'>) =>
  async (dbTx: Transaction, { amount, ...arrival }: ExplainedArrival): Promise<void> => {
    await writeSuspense(dbTx, { ...arrival, kind: 'SETTLED', change: -amount });
    await resolveAlert(dbTx, arrivalRemovedAlert, `arrival ${arrival.arrivalId}`, arrival.at);
  };

/** An arrival that two people want to put back into SUSPENSE. */
export interface Reopenable {
  coin: Arrival['coin'];
  isPosted: boolean;
  /** What stands in SUSPENSE already. */
  stands: bigint;
  /** What the books have of it, in the ledger's minor units. */
  units: bigint;
  /** Whose it is by now, by its address or as two people explained it last; null where nothing says so. */
  holder: ExplainedAs | null;
  timesReopened: number;
}

const reopenable = query(
  'suspense.lock-reopenable',
  `select a.coin, a.status = 'POSTED' as "isPosted",
     (select coalesce(sum_units(change), 0) from suspense_entry e where e.arrival_id = a.id) as stands,
     (select coalesce(sum_units(p.amount::bigint), 0) from ledger.transfer_key known join ledger.posting p using (transfer_id)
      where known.key = concat('arrival:', a.id, ':', a.times_posted)) as units,
     case when last.change < 0 then last.settled_as when a.goes_to = 'TREASURY' then 'TREASURY' end as holder,
     (select count(*)::int from suspense_entry e where e.arrival_id = a.id and kind = 'REOPENED' and settled_as = 'TREASURY') as "timesReopened"
   from house_arrival a
   left join lateral (
     select settled_as, change from suspense_entry e where e.arrival_id = a.id and kind in ('SETTLED', 'REOPENED') order by id desc limit 1
   ) last on true
   where a.id = $1`,
).as<Reopenable>();

/** Locked until the transaction ends, as is its chain. */
export async function lockReopenable(dbTx: Transaction, arrivalId: bigint): Promise<Reopenable | null> {
  const place = await maybeOne(dbTx, find, [arrivalId]);
  if (place === null) return null;
  await holdWatcher(dbTx, place.network);
  // Two queries: the second one sees what the transaction did that held the lock before.
  await one(dbTx, lock, [arrivalId]);
  return one(dbTx, reopenable, [arrivalId]);
}

/** What is put back into SUSPENSE. */
export interface ReopenedArrival {
  arrivalId: bigint;
  amount: bigint;
  from: 'TREASURY' | 'POOL';
  transferId: bigint;
  at: Date;
}

const goesToSuspense = query(
  'suspense.goes-to-suspense',
  `update house_arrival set goes_to = 'SUSPENSE' where id = $1`,
);

/** From then on a reorganisation takes the arrival out of SUSPENSE, whatever its address is for. */
export const reopenedWriter =
  ({ resolveAlert }: Pick<AlertPorts, 'resolveAlert'>) =>
  async (dbTx: Transaction, { arrivalId, amount, from, transferId, at }: ReopenedArrival): Promise<void> => {
    await writeSuspense(dbTx, { arrivalId, kind: 'REOPENED', change: amount, explainedAs: from, transferId, at });
    await execute(dbTx, goesToSuspense, [arrivalId]);
    if ((await suspenseOf(dbTx, arrivalId)) >= 0n)
      await resolveAlert(dbTx, arrivalRemovedAlert, `arrival ${arrivalId}`, at);
  };

const byTxid = query(
  'suspense.by-txid',
  `select a.id from house_arrival a join suspense_open o on o.arrival_id = a.id where lower(a.txid) = lower($1) order by a.id`,
).as<{ id: bigint }>();

/** The arrivals of a transaction that stand in SUSPENSE. */
export async function findArrivalsOf(db: Queryable, txid: string): Promise<bigint[]> {
  return (await many(db, byTxid, [txid])).map(({ id }) => id);
}

/** What stands in SUSPENSE, by origin: an arrival, or a credited deposit that a reorganisation removed. */
export interface SuspenseOrigin {
  origin: 'arrival' | 'deposit';
  id: bigint;
  network: Network;
  coin: 'BTC' | 'USDT' | 'ETH';
  amount: bigint;
  address: string | null;
  purpose: 'FUNDING' | 'POOL' | 'OTHER' | 'COLD' | 'CUSTOMER';
  txid: string;
  since: Date;
}

const list = query(
  'suspense.list',
  `select 'arrival' as origin, a.id, a.network, a.coin, o.amount, coalesce(h.address, c.address, d.address) as address,
     case when h.key is not null then h.purpose when c.key is not null then 'COLD' else 'CUSTOMER' end as purpose, a.txid, o.since
   from suspense_open o join house_arrival a on a.id = o.arrival_id
   left join house_address h on h.network = a.network and h.key = a.address_key
   left join cold_address c on c.network = a.network and c.key = a.address_key
   left join deposit_address d on d.network = a.network and d.key = a.address_key
   where coalesce($2::text, 'arrival') = 'arrival'
   union all
   select 'deposit', d.id, d.network, d.coin, -c.amount, t.address, 'CUSTOMER', d.txid, d.credited_at
   from deposit_to_claw_back c join deposit d on d.id = c.id
   join deposit_address t on t.network = d.network and t.number = d.address_number
   where $2::text is null
   order by since, id limit $1`,
).as<SuspenseOrigin>();

/** The oldest first; without a limit all of them. */
export const listSuspense = (db: Queryable, limit: number | null = null): Promise<SuspenseOrigin[]> =>
  many(db, list, [limit, null]);

/** Those alone that a person says what they are. */
export const listArrivals = (db: Queryable, limit: number): Promise<SuspenseOrigin[]> =>
  many(db, list, [limit, 'arrival']);
