import { lockingQuery, one, query, type Transaction } from '../db/database.ts';

const lock = lockingQuery('house-account.lock', `select pg_advisory_xact_lock(hashtext('house account'), $1::int)`);

/** House accounts are summed from their entries; a person waits for this, no customer. */
const balance = query<{ balance: bigint }>(
  'house-account.balance',
  `select coalesce(sum_units(case when credit = $1 then amount else -amount end), 0) as balance
   from ledger.posting where debit = $1 or credit = $1`,
);

/**
 * What a house account has, while nobody else takes from it: whoever takes what must not go below zero asks here first, in
 * the transaction that takes it. Paying into it waits for nobody.
 */
export async function lockedHouseBalance(dbTx: Transaction, account: bigint): Promise<bigint> {
  // Two statements: the second one sees what was taken by whoever had the lock before.
  await one(dbTx, lock, [account]);
  return (await one(dbTx, balance, [account])).balance;
}
