import { type Database, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** PostgreSQL refuses to take it back once the transaction has read anything. */
const readOnly = query('customers.read-only', `select set_config('transaction_read_only', 'on', true)`).as<{
  set_config: string | null;
}>();

/**
 * Reads in one transaction that can write nothing, whatever a use case would do. Where one of several reads fails, the others find the
 * handle closed: the connection is another caller's by then.
 */
export function readWithoutWriting<T>(database: Database, read: (db: Queryable) => Promise<T>): Promise<T> {
  return database.transaction(async (dbTx) => {
    await one(dbTx, readOnly);
    let isOver = false;
    const readOnlyHandle: Queryable = {
      query: (config) => (isOver ? Promise.reject(new Error('this view is over')) : dbTx.query(config)),
    };
    try {
      return await read(readOnlyHandle);
    } finally {
      isOver = true;
    }
  });
}
