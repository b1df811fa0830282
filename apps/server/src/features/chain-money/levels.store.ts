import { execute, many, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

export type WalletPlace = 'HOT' | 'COLD' | 'DEPOSIT_ADDRESSES';

/** What lies at a place, in the ledger's units. */
export interface Level {
  coin: 'BTC' | 'USDT' | 'ETH';
  place: WalletPlace;
  amount: bigint;
  /** Of it, for payments that are under way. */
  reserved: bigint;
}

const bitcoin = query(
  'chain-money.bitcoin-levels',
  `select (select coalesce(sum(amount), 0)::bigint from spendable_output) as hot,
     (select coalesce(sum(amount), 0)::bigint from cold_output) as cold`,
).as<{ hot: bigint; cold: bigint }>();

/** Outputs that nothing has spent or reserved. */
export const readBitcoin = (db: Queryable): Promise<{ hot: bigint; cold: bigint }> => one(db, bitcoin);

const lying = query('chain-money.lying', 'select coalesce(sum(amount), 0)::bigint as amount from unswept').as<{
  amount: bigint;
}>();

/** Credited USDT at customers' addresses. */
export const readLying = async (db: Queryable): Promise<bigint> => (await one(db, lying)).amount;

const write = query(
  'chain-money.write-levels',
  `insert into wallet_level (coin, place, amount, reserved, read_at)
   select level.coin, level.place, level.amount, level.reserved, $5
   from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) level (coin, place, amount, reserved)
   on conflict (coin, place) do update set amount = excluded.amount, reserved = excluded.reserved, read_at = excluded.read_at
   where wallet_level.read_at < excluded.read_at`,
);

/** Of two workers the one that read later is kept. */
export async function writeLevels(db: Queryable, levels: readonly Level[], now: Date): Promise<void> {
  const column = <Key extends keyof Level>(key: Key) => levels.map((level) => level[key]);
  await execute(db, write, [column('coin'), column('place'), column('amount'), column('reserved'), now]);
}

const list = query(
  'chain-money.levels',
  'select coin, place, amount, reserved, read_at as "readAt" from wallet_level',
).as<Level & { readAt: Date }>();

export const readLevels = (db: Queryable): Promise<(Level & { readAt: Date })[]> => many(db, list);
