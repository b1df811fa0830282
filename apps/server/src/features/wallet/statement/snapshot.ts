import { setTimeout } from 'node:timers/promises';
import { type Database, many, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { readOneSnapshot } from '../../../platform/db/snapshot.ts';

const betweenCancelsMs = 20;

/** One moment of the database, held open. */
export interface Snapshot {
  dbTx: Queryable;
  /** Ends it, and whatever statement runs in it at that moment. */
  close(): void;
  /** Its connection is free again. */
  closed: Promise<void>;
}

const backendPid = query('wallet.backend-pid', 'select pg_backend_pid() as pid').as<{ pid: number }>();
const cancelBackend = query('wallet.cancel-backend', 'select pg_cancel_backend($1)');

/**
 * Opens a read-only transaction that sees one moment throughout. A reader who takes nothing for a minute loses it, like
 * every transaction here: a slow line cannot keep a snapshot open.
 */
export async function openSnapshot(database: Database): Promise<Snapshot> {
  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  let open: (opened: { dbTx: Queryable; pid: number }) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const opened = new Promise<{ dbTx: Queryable; pid: number }>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  const over = database.transaction(async (dbTx) => {
    await readOneSnapshot(dbTx);
    const { pid } = await one(dbTx, backendPid);
    open({ dbTx, pid });
    await isOver;
  });
  over.catch(fail);
  const { dbTx, pid } = await opened;

  let underWay = 0;
  let isClosing = false;
  async function endStatement(): Promise<void> {
    // Only while a query runs here: afterwards another caller may use the connection. One that has not begun on the
    // server yet misses the first cancel.
    while (underWay > 0) {
      await many(database, cancelBackend, [pid]);
      await setTimeout(betweenCancelsMs);
    }
  }
  return {
    dbTx: {
      async query(query) {
        if (isClosing) throw new Error('the snapshot is closed');
        underWay++;
        try {
          return await dbTx.query(query);
        } finally {
          underWay--;
        }
      },
    },
    close() {
      if (isClosing) return;
      isClosing = true;
      endStatement()
        .catch(() => undefined)
        .finally(end);
    },
    closed: over.catch(() => undefined),
  };
}
