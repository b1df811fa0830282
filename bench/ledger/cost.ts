import { asTransaction, type Database, type Queryable } from '../../apps/server/src/platform/db/database.ts';
import { median } from '../lib/rounds.ts';

export interface CountedDatabase extends Database {
  /** Since the start. Begin and commit are transactions, not statements. */
  readonly statements: number;
  readonly transactions: number;
}

/** Counts what the product asks of its database. */
export function countingDatabase(database: Database): CountedDatabase {
  let statements = 0;
  let transactions = 0;
  const counting = (db: Queryable): Queryable => ({
    query(query) {
      statements++;
      return db.query(query);
    },
  });
  return {
    ...counting(database),
    pipelined: (work) => database.pipelined((db) => work(counting(db))),
    transaction(work) {
      transactions++;
      return database.transaction((dbTx) => work(asTransaction(counting(dbTx))));
    },
    end: () => database.end(),
    get statements() {
      return statements;
    },
    get transactions() {
      return transactions;
    },
  };
}

const warmUps = 50;
const samples = 200;

/** What one call costs while nothing else runs: its statements and transactions, and the median of its time. */
export async function costOfLoneCall(
  counted: CountedDatabase,
  call: () => Promise<void>,
): Promise<{ statements: number; transactions: number; microseconds: number }> {
  for (let i = 0; i < warmUps; i++) await call();
  const before = { statements: counted.statements, transactions: counted.transactions };
  const times: number[] = [];
  for (let i = 0; i < samples; i++) {
    const started = performance.now();
    await call();
    times.push((performance.now() - started) * 1000);
  }
  return {
    statements: (counted.statements - before.statements) / samples,
    transactions: (counted.transactions - before.transactions) / samples,
    microseconds: Math.round(median(times)),
  };
}
