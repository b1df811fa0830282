import pg from 'pg';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { appLogin } from '../../apps/server/src/platform/db/roles.ts';
import { startThrowawayPostgres } from '../../apps/server/src/testing/throwaway-postgres.ts';

export interface BenchDatabase {
  /** The role that the running server has. */
  appUrl: string;
  ownerUrl: string;
  /** The superuser's own database, for yardsticks. */
  adminUrl: string;
  version: string;
  stop(): Promise<void>;
}

/** Nothing is bought by promising less than production does. */
const asInProduction = ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on'];

/** A new PostgreSQL with a migrated database; it ends with this process. */
export async function startBenchDatabase(settings: string[] = []): Promise<BenchDatabase> {
  const server = await startThrowawayPostgres([...asInProduction, ...settings]);
  const owner = { role: 'bench_owner', password: 'bench' };
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create role ${owner.role} login createrole password '${owner.password}'`);
  await admin.query(`create database bench owner ${owner.role}`);
  const { rows } = await admin.query('show server_version');
  await admin.end();

  const ownerUrl = new URL(server.url);
  ownerUrl.username = owner.role;
  ownerUrl.password = owner.password;
  ownerUrl.pathname = '/bench';
  await migrate(ownerUrl.href);
  return {
    appUrl: await appLogin(ownerUrl.href),
    ownerUrl: ownerUrl.href,
    adminUrl: server.url,
    version: rows[0].server_version,
    stop: server.stop,
  };
}
