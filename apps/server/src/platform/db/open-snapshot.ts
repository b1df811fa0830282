import { setTimeout } from 'node:timers/promises';
import { type Database, many, one, type Queryable } from './database.ts';
import { query } from './query.ts';
import { readOneSnapshot } from './snapshot.ts';

const betweenCancelsMs = 20;

/** A read-only view of the database at one moment. */
export interface Snapshot {
  dbTx: Queryable;
  /** Ends the transaction and cancels its running query. */
  readonly close: () => void;
  /** Resolves when its connection is back in the pool. */
  closed: Promise<void>;
}

const backendPid = query('db.backend-pid', 'select pg_backend_pid() as pid').as<{ pid: number }>();
const cancelBackend = query('db.cancel-backend', 'select pg_cancel_backend($1)');

/**
 * Opens a read-only transaction that sees one moment throughout. A reader who takes nothing for a minute loses it, like
 * every transaction here: a slow line cannot keep a snapshot open.
 */
export async function openSnapshot(database: Database): Promise<Snapshot> {
  const { dbTx, pid, end, over } = await openTransaction(database);
  const { counted, running } = countQueries(dbTx);
  let isClosing = false;
  return {
    dbTx: {
      async query(query) {
        if (isClosing) throw new Error('the snapshot is closed');
        return counted.query(query);
      },
    },
    close() {
      if (isClosing) return;
      isClosing = true;
      cancelQueries(database, pid, running)
        .catch(() => undefined)
        .finally(end);
    },
    closed: over.catch(() => undefined),
  };
}

interface OpenTransaction {
  dbTx: Queryable;
  pid: number;
  /** Commits it. */
  readonly end: () => void;
  over: Promise<void>;
}

/** Begins a transaction that outlives this call; rejects when it cannot begin. */
function openTransaction(database: Database): Promise<OpenTransaction> {
  return new Promise((resolve, reject) => {
    let end = () => {};
    const isOver = new Promise<void>((done) => {
      end = done;
    });
    const over = database.transaction(async (dbTx) => {
      await readOneSnapshot(dbTx);
      const { pid } = await one(dbTx, backendPid);
      resolve({ dbTx, pid, end, over });
      await isOver;
    });
    over.catch(reject);
  });
}

function countQueries(dbTx: Queryable): { counted: Queryable; running: () => number } {
  let running = 0;
  const counted: Queryable = {
    async query(query) {
      running++;
      try {
        return await dbTx.query(query);
      } finally {
        running--;
      }
    },
  };
  return { counted, running: () => running };
}

/**
 * Cancels the connection's query, only while one runs here: afterwards another caller may use the connection. Repeated, because
 * a query that has not begun on the server misses the first cancel.
 */
async function cancelQueries(database: Database, pid: number, running: () => number): Promise<void> {
  while (running() > 0) {
    await many(database, cancelBackend, [pid]);
    await setTimeout(betweenCancelsMs);
  }
}
