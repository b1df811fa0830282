import { one, type Transaction } from '../db/database.ts';
import { lockingQuery, query } from '../db/query.ts';

const lock = lockingQuery('house-account.lock', `select pg_advisory_xact_lock(hashtext('house account'), $1::int)`);

/** House accounts are summed from their entries, months that are kept elsewhere as what they carry; a person waits for this, no customer. */
const balance = query(
  'house-account.balance',
  `select coalesce(sum_units(case when credit = $1 then amount else -amount end), 0) + (
     select coalesce(sum_units(amount), 0) from ledger.carried join ledger.month_seal using (month)
     where account = $1 and detached_at is not null) as balance
   from ledger.posting where debit = $1 or credit = $1`,
).as<{ balance: bigint }>();

/**
 * Balance of a house account, locked against other debits: a debit of an account that must not go below zero reads it here
 * first, in its own transaction. Credits do not wait.
 */
export async function lockedHouseBalance(dbTx: Transaction, account: bigint): Promise<bigint> {
  // Two queries: the second one sees the debits of the transaction that held the lock before.
  await one(dbTx, lock, [account]);
  return (await one(dbTx, balance, [account])).balance;
}
