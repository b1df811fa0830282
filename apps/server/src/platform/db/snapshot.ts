import { type Database, execute, type Transaction } from './database.ts';
import { lockingQuery } from './query.ts';

const takeSnapshot = lockingQuery('db.snapshot', 'set transaction isolation level repeatable read, read only');

/** Makes the transaction read-only on one state. It must be the transaction's first query. */
export async function readOneSnapshot(dbTx: Transaction): Promise<void> {
  await execute(dbTx, takeSnapshot);
}

/** Runs several reads on one state: writes committed between them are not visible. */
export function inSnapshot<T>(database: Database, work: (dbTx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(async (dbTx) => {
    await readOneSnapshot(dbTx);
    return work(dbTx);
  });
}
