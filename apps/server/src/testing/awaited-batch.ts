import { expect } from 'vitest';
import type { Database, Transaction } from '../platform/db/database.ts';
import { awaitWaitingConnections } from './lock-waiters.ts';

interface Batches<Batch> {
  /** How many there are. */
  batches: number;
  readonly take: (dbTx: Transaction) => Promise<Batch | null>;
  readonly finish: (dbTx: Transaction, batch: Batch) => Promise<void>;
}

/**
 * Proves of batches that who waits for one goes on when it is done, while the others are still held: with the lock of a
 * finished batch it would wait for a second one, and two that do so for each other.
 */
export async function expectOneAwaited<Batch>(
  database: Database,
  { batches, take, finish }: Batches<Batch>,
): Promise<void> {
  const ends: (() => Promise<void>)[] = [];
  /** In a transaction that stays open until its end is asked for. */
  const hold = async (work: (dbTx: Transaction) => Promise<void>) => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    await new Promise<void>((held, failed) => {
      const transaction = database.transaction(async (dbTx) => {
        await work(dbTx);
        held();
        await ended;
      });
      transaction.catch(failed);
      ends.push(async () => {
        end();
        await transaction;
      });
    });
  };
  const takeOne = async (dbTx: Transaction): Promise<Batch> => {
    const batch = await take(dbTx);
    if (batch === null) throw new Error(`there are fewer than ${batches} batches`);
    return batch;
  };
  try {
    await hold(async (dbTx) => finish(dbTx, await takeOne(dbTx)));
    for (let other = 1; other < batches; other++) await hold(async (dbTx) => void (await takeOne(dbTx)));
    const waiting = database.transaction(async (dbTx) => {
      await dbTx.query({ text: `set local lock_timeout = '5s'` });
      return take(dbTx);
    });
    await awaitWaitingConnections(database, 1);
    const [, awaited] = await Promise.all([ends[0]?.(), waiting]);
    expect(awaited).toBeNull();
  } finally {
    await Promise.all(ends.map((end) => end()));
  }
}
