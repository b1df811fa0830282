/**
 * A worker that is ended by a real SIGKILL in the middle of what it keeps for lists: all is brought together, nothing is committed.
 *
 *     folding-process.ts        DATABASE_URL: the worker's login
 */
import { mayOwe } from '../features/customers/may-owe.ts';
import { machineTally } from '../features/machines/machine-tally.ts';
import { openDatabase } from '../platform/db/database.ts';

const database = openDatabase(process.env.DATABASE_URL ?? '', { max: 1 });
await database.transaction(async (dbTx) => {
  for (const { fold } of [machineTally, mayOwe]) await fold(dbTx);
  process.kill(process.pid, 'SIGKILL');
});
