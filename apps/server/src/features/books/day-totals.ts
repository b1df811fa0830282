import { addDayTotals } from '@lode/ledger';
import type { Database } from '../../platform/db/database.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';

/** Some half a second of a database. */
const linesAtOnce = 200_000;
/** Then the next round goes on: a program that ends waits for the round under way. */
const timesARound = 20;

/** Adds what was posted to the totals of its date, from which trial balances are read. */
export function addTotals(database: Database): Tick {
  return async () => {
    for (let time = 0; time < timesARound; time += 1) if (!(await addDayTotals(database, linesAtOnce))) return;
  };
}
