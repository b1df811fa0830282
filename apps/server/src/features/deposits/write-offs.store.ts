import type { Coin } from '@lode/money';
import { execute, many, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { OpenPart } from './claw-backs.store.ts';
import type { DepositRow } from './deposits.store.ts';

const parts = query(
  'deposits.write-offs-of-removal',
  'select key, amount from deposit_write_off where deposit_id = $1 and removal = $2 order by part desc',
).as<{ key: string; amount: bigint }>();

/** What was written off of this removal, each part with the key of its command, the newest first. */
export const readWriteOffs = (
  db: Queryable,
  { id, removals }: DepositRow,
): Promise<{ key: string; amount: bigint }[]> => many(db, parts, [id, removals]);

const countWriteOffs = query(
  'deposits.count-write-offs',
  'select count(*)::int as parts from deposit_write_off where deposit_id = $1 and removal = $2',
).as<{ parts: number }>();

/** Number of the next part that is written off of this removal. */
export async function nextWriteOffPart(db: Queryable, { id, removals }: DepositRow): Promise<number> {
  return (await one(db, countWriteOffs, [id, removals])).parts + 1;
}

const insert = query(
  'deposits.write-off',
  `insert into deposit_write_off (deposit_id, removal, part, key, amount, transfer_id, written_off_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

export async function writeWriteOff(
  db: Queryable,
  { id, removals }: DepositRow,
  off: { part: number; key: string; amount: bigint; transferId: bigint; at: Date },
): Promise<void> {
  await execute(db, insert, [id, removals, off.part, off.key, off.amount, off.transferId, off.at]);
}

const open = query(
  'deposits.open-write-offs',
  `select deposit_id as "depositId", removal, part, amount, transfer_id as "transferId" from deposit_write_off
   where deposit_id = any($1) and reversal_transfer_id is null order by deposit_id, removal, part`,
).as<OpenPart>();

/** What of these was written off and is not reversed. */
export const readWrittenOff = (db: Queryable, ids: readonly bigint[]): Promise<OpenPart[]> => many(db, open, [ids]);

const reversed = query(
  'deposits.reverse-write-off',
  `update deposit_write_off set reversal_transfer_id = $4, reversed_at = $5
   where deposit_id = $1 and removal = $2 and part = $3 and reversal_transfer_id is null`,
);

export async function writeReversed(
  db: Queryable,
  { depositId, removal, part }: OpenPart,
  transferId: bigint,
  now: Date,
): Promise<void> {
  await execute(db, reversed, [depositId, removal, part, transferId, now]);
}

const customer = query('deposits.customer-account', 'select account from customer where id = $1').as<{
  account: string;
}>();

/** Where a customer's notices go. */
export async function accountOfCustomer(db: Queryable, customerId: bigint): Promise<string> {
  return (await one(db, customer, [customerId])).account;
}

const elsewhere = query(
  'deposits.held-elsewhere',
  `select account, coin, posted - held as available from ledger.customer_balance
   where customer = $1 and posted > 0 order by account, coin limit 20`,
).as<{ account: string; coin: 'BTC' | 'ETH' | 'DOGE' | 'USDT'; available: bigint }>();

/** All that the customer has, for those who decide that it can never be paid back. */
export const readHoldings = (db: Queryable, customerId: bigint) => many(db, elsewhere, [customerId]);

const inTransit = query('deposits.in-transit', 'select what, id, amount from customer_in_transit($1, $2)').as<{
  what: 'WITHDRAWAL' | 'ORDER';
  id: bigint;
  amount: bigint;
}>();

/** The customer's withdrawals that have not ended and COIN UP orders in transit, of one coin. */
export const readInTransit = (db: Queryable, customerId: bigint, coin: Coin) => many(db, inTransit, [customerId, coin]);
