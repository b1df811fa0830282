import { vi } from 'vitest';
import type { Queryable } from '../platform/db/database.ts';

/** Comes back when so many transactions of this database wait for an advisory lock, or one of another type. */
export async function awaitLockWaiters(db: Queryable, wanted: number, type = 'advisory'): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await db.query({
        text: `select from pg_locks join pg_database on pg_database.oid = database
               where datname = current_database() and locktype = $1 and not granted`,
        values: [type],
      });
      if (rows.length !== wanted) throw new Error(`${rows.length} wait for a lock, not ${wanted}`);
    },
    { timeout: 30_000, interval: 50 },
  );
}

/** Comes back when so many connections wait for a lock of any type, also of one row. */
export async function awaitWaitingConnections(db: Queryable, wanted: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await db.query({
        text: `select distinct pid from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`,
      });
      if (rows.length !== wanted) throw new Error(`${rows.length} wait for a lock, not ${wanted}`);
    },
    { timeout: 30_000, interval: 50 },
  );
}
