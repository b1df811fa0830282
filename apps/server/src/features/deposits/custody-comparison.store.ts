import type { Coin } from '@lode/money';
import { execute, many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { Custody } from './custody.ts';

/** The newest of a coin. */
export type CustodyComparison = { coin: Coin; at: Date } & (
  | { ledger: bigint; chain: bigint; unknown: null }
  | { ledger: null; chain: null; unknown: string }
);

const newest = query(
  'deposits.newest-custody',
  `select found.coin, compared_at as at, ledger, chain, unknown
   from unnest(array['BTC', 'USDT', 'ETH']) known (coin)
   cross join lateral (select * from custody_comparison c where c.coin = known.coin order by id desc limit 1) found`,
);

export async function readCustodyComparisons(db: Queryable): Promise<CustodyComparison[]> {
  return (await many(db, newest)) as CustodyComparison[];
}

export interface CustodyDifference {
  coin: Coin;
  /** Ledger less chain. */
  difference: bigint;
  since: Date;
}

/** A comparison that a chain did not answer ends no difference. */
const differences = query(
  'deposits.custody-differences',
  `select known.coin, newest.ledger - newest.chain as difference, first.since
   from unnest(array['BTC', 'USDT', 'ETH']) known (coin)
   cross join lateral (
     select ledger, chain from custody_comparison c where c.coin = known.coin and c.unknown is null order by id desc limit 1) newest
   cross join lateral (
     select min(c.compared_at) as since from custody_comparison c
     where c.coin = known.coin and c.ledger <> c.chain
       and c.id > coalesce((select even.id from custody_comparison even where even.coin = known.coin and even.ledger = even.chain order by id desc limit 1), 0)) first
   where newest.ledger <> newest.chain order by known.coin`,
).as<CustodyDifference>();

/** What the newest comparison of each coin that the chain answered left unexplained, since the first in a row. */
export const readCustodyDifferences = (db: Queryable): Promise<CustodyDifference[]> => many(db, differences);

const insert = query(
  'deposits.insert-custody',
  'insert into custody_comparison (coin, compared_at, ledger, chain, unknown) values ($1, $2, $3, $4, $5)',
);
const longestReason = 500;

export async function writeCustodyComparison(db: Queryable, found: Custody, now: Date): Promise<void> {
  const values =
    'unknown' in found ? [null, null, found.unknown.slice(0, longestReason)] : [found.ledger, found.chain, null];
  await execute(db, insert, [found.coin, now, ...values]);
}
