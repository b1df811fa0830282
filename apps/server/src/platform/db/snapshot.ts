import { type Database, execute, type Transaction } from './database.ts';
import { lockingQuery } from './query.ts';

const takeSnapshot = lockingQuery('db.snapshot', 'set transaction isolation level repeatable read, read only');
/** Takes no snapshot of its own: what is read after it sees each month that has moved, and none moves until the end. */
const keepMonths = lockingQuery('db.keep-months', 'lock table months_gate in access share mode');

/** Makes the transaction read-only on one state. It must be the transaction's first query. */
export async function readOneSnapshot(dbTx: Transaction): Promise<void> {
  await execute(dbTx, takeSnapshot);
  await execute(dbTx, keepMonths);
}

/** Runs several reads on one state: writes committed between them are not visible. */
export function inSnapshot<T>(database: Database, work: (dbTx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(async (dbTx) => {
    await readOneSnapshot(dbTx);
    return work(dbTx);
  });
}
