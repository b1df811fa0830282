import { type Database, execute, type Transaction } from './database.ts';
import { lockingQuery } from './query.ts';

const takeSnapshot = lockingQuery('db.snapshot', 'set transaction isolation level repeatable read, read only');

/** Makes all queries of the transaction read one state; it must not have run a query yet, and cannot write. */
export async function readOneSnapshot(dbTx: Transaction): Promise<void> {
  await execute(dbTx, takeSnapshot);
}

/** Several reads of one state: what is written between them is not seen. */
export function inSnapshot<T>(database: Database, work: (dbTx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(async (dbTx) => {
    await readOneSnapshot(dbTx);
    return work(dbTx);
  });
}
