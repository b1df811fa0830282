import pg from 'pg';
import { type Config, ConfigError } from '../config/config.ts';
import { hasCluster } from './embedded/install-location.ts';

/**
 * Throws unless the configuration leads to a database with Lode's tables: a mistyped DATA_DIR or DATABASE_URL must not look
 * like empty books. With `canCreate` an empty one will do, as for the server's first start.
 */
export async function assertDatabaseExists(
  { databaseUrl, databaseOwnerUrl, dataDir }: Config,
  { canCreate }: { canCreate: boolean },
): Promise<void> {
  const url = databaseOwnerUrl ?? databaseUrl;
  if (url === null) {
    if (canCreate || (await hasCluster(dataDir))) return;
    throw new ConfigError(
      `there is no database in ${dataDir}: give the DATA_DIR or DATABASE_URL of the server, or create one with npm start`,
    );
  }
  const hasTables = await readHasTables(url);
  if (canCreate || hasTables) return;
  throw new ConfigError(
    `there is no data in the database at ${addressOf(url)}: give the DATABASE_URL of the server, or create the tables with npm start`,
  );
}

async function readHasTables(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, application_name: 'lode-start', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new ConfigError(
      `the database at ${addressOf(connectionString)} cannot be reached (${message || code}): start it, or correct its URL`,
      { cause },
    );
  }
  try {
    const text = `select to_regclass('public.installation') is not null as "hasTables"`;
    const { rows } = await client.query<{ hasTables: boolean }>(text);
    return rows[0]?.hasTables ?? false;
  } finally {
    await client.end();
  }
}

/** Throws `ConfigError` with what to do. */
export async function assertReachable(connectionString: string): Promise<void> {
  await readHasTables(connectionString);
}

/** Without the user and the password. */
function addressOf(connectionString: string): string {
  const { host, pathname } = new URL(connectionString);
  return `${host}${pathname}`;
}
