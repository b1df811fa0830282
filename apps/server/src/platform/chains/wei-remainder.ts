import { weiToLedgerUnits } from '@lode/chain-evm';
import { one, type Queryable } from '../db/database.ts';
import { query } from '../db/query.ts';

/** The ledger keeps ether to eight decimals, the chain to eighteen. */
const weiPerUnit = 10n ** 10n;

const add = query(
  'wei-remainder.add',
  `insert into wei_remainder as e (address_key, wei_in, wei_out) values ($1, $2::numeric, $3::numeric)
   on conflict (address_key) do update set wei_in = e.wei_in + excluded.wei_in, wei_out = e.wei_out + excluded.wei_out
   returning (case $4::text when 'in' then e.wei_in else e.wei_out end)::text as total`,
).as<{ total: string }>();

/**
 * Counts ether that came to an address or that it paid away for good, and answers what the books have to post for it, in
 * their own units: rounded down, the rest stays with the address until its next movement.
 */
export async function recordEther(
  db: Queryable,
  addressKey: string,
  direction: 'in' | 'out',
  wei: bigint,
): Promise<bigint> {
  const sums = direction === 'in' ? [wei, 0n] : [0n, wei];
  const after = BigInt((await one(db, add, [addressKey, ...sums, direction])).total);
  return weiToLedgerUnits(after) - weiToLedgerUnits(after - wei);
}

const takeBack = query(
  'wei-remainder.take-back',
  'update wei_remainder set wei_in = wei_in - $2::numeric where address_key = $1 returning wei_in::text as total',
).as<{ total: string }>();

/** What had come to an address is in no block any more: what the books have to take back, in their own units. */
export async function reverseEther(db: Queryable, addressKey: string, wei: bigint): Promise<bigint> {
  const after = BigInt((await one(db, takeBack, [addressKey, wei])).total);
  return weiToLedgerUnits(after + wei) - weiToLedgerUnits(after);
}

const rests = query(
  'wei-remainder.list',
  'select coalesce(sum(wei_in % $1::numeric - wei_out % $1::numeric), 0)::text as rest from wei_remainder',
).as<{ rest: string }>();

/** Wei that lie on the chain and not in the books, all addresses together; below zero where more left than was posted. */
export async function readWeiRemainder(db: Queryable): Promise<bigint> {
  return BigInt((await one(db, rests, [weiPerUnit])).rest);
}
