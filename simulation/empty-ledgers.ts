import pg from 'pg';
import { type Database, openDatabase } from '../apps/server/src/platform/db/database.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { appLogin } from '../apps/server/src/platform/db/roles.ts';
import { memoryFolder } from '../apps/server/src/testing/memory-folder.ts';
import { startThrowawayPostgres } from '../apps/server/src/testing/throwaway-postgres.ts';

export interface EmptyLedgers {
  /** Gives a database in which nothing has happened, as the running server sees it, and drops it afterwards. */
  lend<T>(work: (database: Database) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** A PostgreSQL whose migrated database is copied for every run. */
export async function startEmptyLedgers(): Promise<EmptyLedgers> {
  const server = await startThrowawayPostgres([], await memoryFolder());
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create role simulate_owner login createrole password 'simulate'`);
  await admin.query('create database empty owner simulate_owner');
  const ownerUrl = new URL(server.url);
  ownerUrl.username = 'simulate_owner';
  ownerUrl.password = 'simulate';
  ownerUrl.pathname = '/empty';
  await migrate(ownerUrl.href);
  const appUrl = new URL(await appLogin(ownerUrl.href));

  let copies = 0;
  return {
    async lend(work) {
      const name = `copy_${++copies}`;
      await admin.query(`create database ${name} template empty strategy file_copy`);
      appUrl.pathname = `/${name}`;
      const database = openDatabase(appUrl.href, { max: 2 });
      try {
        return await work(database);
      } finally {
        await database.end();
        await admin.query(`drop database ${name} with (force)`);
      }
    },
    async stop() {
      await admin.end();
      await server.stop();
    },
  };
}
