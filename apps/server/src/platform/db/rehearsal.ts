import type { Database } from './database.ts';

/** Ends a transaction that was for trying. */
class TakenBack extends Error {
  override readonly name = 'TakenBack';
}

/** The same database, of which no transaction stays: a use case answers what it would do, and nothing has changed. */
export function rehearsal(database: Database): Database {
  return {
    ...database,
    async transaction<T>(work: Parameters<typeof database.transaction<T>>[0]): Promise<T> {
      let answer: { value: T } | undefined;
      await database
        .transaction(async (dbTx) => {
          answer = { value: await work(dbTx) };
          throw new TakenBack();
        })
        .catch((error: unknown) => {
          if (!(error instanceof TakenBack)) throw error;
        });
      return (answer as { value: T }).value;
    },
  };
}
