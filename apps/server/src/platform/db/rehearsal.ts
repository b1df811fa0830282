import type { Database, Transaction } from './database.ts';

/** Ends a transaction that is not to stay, with what its work has found. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';
  readonly result: unknown;
  constructor(result: unknown) {
    super('the transaction was not to stay');
    this.result = result;
  }
}

/** What `work` found, in a transaction that is committed only where it says so. */
export async function attemptTransaction<Result>(
  database: Database,
  work: (dbTx: Transaction) => Promise<{ result: Result; isKept: boolean }>,
): Promise<Result> {
  try {
    return await database.transaction<Result>(async (dbTx) => {
      const { result, isKept } = await work(dbTx);
      if (!isKept) throw new RolledBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result;
    throw error;
  }
}

/** What `work` would answer: it is done and rolled back. */
export const rehearse = <Result>(database: Database, work: (dbTx: Transaction) => Promise<Result>): Promise<Result> =>
  attemptTransaction(database, async (dbTx) => ({ result: await work(dbTx), isKept: false }));

/** The same database, of which no transaction stays: a use case answers what it would do, and nothing has changed. */
export const rehearsal = (database: Database): Database => ({
  ...database,
  transaction: (work) => rehearse(database, work),
});
