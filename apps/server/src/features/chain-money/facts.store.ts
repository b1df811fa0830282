import type { Network } from '@lode/chain';
import { houseAccount } from '@lode/ledger';
import { type Coin, coins } from '@lode/money';
import { many, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

export interface NetworkFacts {
  network: Network;
  height: number | null;
  stoppedBecause: string | null;
  walletVersion: number | null;
  walletSince: Date | null;
  /** Sent into cold storage since the day began. */
  sent: bigint;
}

const facts = query(
  'chain-money.networks',
  `select n.network, watcher.newest_height as height, watcher.stopped_because as "stoppedBecause", wallet.version as "walletVersion",
     wallet.added_at as "walletSince",
     (select coalesce(sum(t.amount), 0)::bigint from cold_transfer t where t.network = n.network and t.kind = 'OVERFLOW'
        and t.is_paid is not false and t.begun_at >= $1) as sent
   from unnest(array['BITCOIN', 'ERC20']) n (network)
   left join chain_watcher watcher on watcher.network = n.network
   left join lateral (
     select version, added_at from cold_wallet w where w.network = n.network order by version desc limit 1) wallet on true`,
).as<NetworkFacts>();

export const readNetworks = (db: Queryable, dayBegan: Date): Promise<NetworkFacts[]> => many(db, facts, [dayBegan]);

const treasury = query(
  'chain-money.treasury',
  `select house.coin, coalesce(balance.posted, 0) as amount
   from unnest($1::text[], $2::bigint[]) house (coin, account) left join ledger.balance on balance.account = house.account
   order by house.coin`,
).as<{ coin: Coin; amount: bigint }>();

/** The operator's own, by coin: the ledger keeps this balance. */
export function readTreasury(db: Queryable): Promise<{ coin: Coin; amount: bigint }[]> {
  return many(db, treasury, [coins, coins.map((coin) => houseAccount('TREASURY', coin))]);
}

export interface OpenMoves {
  sweeps: number;
  coldTransfers: number;
  /** Of the alert about gas, or null. */
  gasShortage: string | null;
}

const open = query(
  'chain-money.open-moves',
  `select (select count(*)::int from sweep where ended_at is null) as sweeps,
     (select count(*)::int from cold_transfer where ended_at is null) as "coldTransfers",
     (select message from alert where kind = 'hot-wallet-short' and subject = 'ETH' and resolved_at is null) as "gasShortage"`,
).as<OpenMoves>();

export const readOpenMoves = (db: Queryable): Promise<OpenMoves> => one(db, open);
