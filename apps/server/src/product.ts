import { type Clock, systemClock } from './platform/clock/clock.ts';
import { type Config, ConfigError } from './platform/config/config.ts';
import { assertUnprivileged, type DatabaseAccess, openAccess } from './platform/db/access.ts';
import { type Database, keptConnectionMs, openDatabase } from './platform/db/database.ts';
import { assertMigrated, migrate } from './platform/db/migrate.ts';
import type { Group } from './platform/db/roles.ts';
import {
  foundInstallation,
  hasPepper,
  type Installation,
  readInstallation,
  resolveMode,
} from './platform/installation/installation.ts';
import type { Log } from './platform/log/log.ts';
import { createPasswords, type Passwords } from './platform/secrets/passwords.ts';
import { loadPepper, pepperFingerprint, previousPepperOf } from './platform/secrets/pepper.ts';

/** Everything that the server and every command stand on: a migrated database, its time, its secrets. */
export interface Product {
  config: Config;
  clock: Clock;
  database: Database;
  /** For what the staff reads: few connections, and statements that end. */
  staffReads: Database;
  databaseUrl: string;
  /** Of the embedded PostgreSQL; null with a server of the operator's. */
  databaseFolder: string | null;
  passwords: Passwords;
  pepper: Buffer;
  previousPepper: Buffer | null;
  installation: Installation;
  log: Log;
  /** Takes a name on this data; false while another living process has it. */
  readonly claim: (name: string) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Longer than any list of the console takes; a clerk's question must not hold the disk. */
const longestStaffReadMs = 15_000;

/** `group` is the part of the product that this process does, and so its role in the database. */
export async function openProduct(wanted: Config, log: Log, group: Group): Promise<Product> {
  const access = await openAccess(wanted, log, group);
  try {
    return await openThrough(access, wanted, log);
  } catch (error) {
    await access.leave();
    throw error;
  }
}

async function openThrough(access: DatabaseAccess, wanted: Config, log: Log): Promise<Product> {
  const pepper = await loadPepper(wanted);
  const config = await withDatabase(access.ownerUrl ?? (await access.appUrl()), (dbTx) => resolveMode(dbTx, wanted));
  if (config.mode === 'production' && config.databaseUrl !== null) await assertUnprivileged(config.databaseUrl);
  const databaseUrl = await bringUpToDate(access, config, pepper);
  const database = openDatabase(databaseUrl, {
    max: 16,
    applicationName: 'lode',
    idleConnectionMs: keptConnectionMs,
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const staffReads = openDatabase(databaseUrl, {
    max: 4,
    applicationName: 'lode-staff-reads',
    statementMs: longestStaffReadMs,
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  try {
    const installation = await readInstallation(database, config);
    const previousPepper = previousPepperOf(wanted);
    if (!(await hasPepper(database, installation, pepperFingerprint(pepper)))) {
      throw new ConfigError(
        'the password hashes of this database were made with another pepper: give that one as PASSWORD_PEPPER, or bring back password-pepper in DATA_DIR',
      );
    }
    const replaced = installation.previousPepperFingerprint;
    if (previousPepper !== null && !replaced?.equals(pepperFingerprint(previousPepper))) {
      throw new ConfigError(
        'PASSWORD_PEPPER_PREVIOUS is not the pepper that was replaced: npm run migrate -- --replace-pepper replaces one',
      );
    }
    return {
      config,
      clock: systemClock(installation.clockOffsetHours),
      database,
      staffReads,
      databaseUrl,
      databaseFolder: access.folder,
      passwords: createPasswords(pepper, undefined, previousPepper),
      pepper,
      previousPepper,
      installation,
      log,
      claim: access.claim,
      async close() {
        await Promise.all([database.end(), staffReads.end()]);
        await access.leave();
      },
    };
  } catch (error) {
    await Promise.all([database.end(), staffReads.end()]);
    throw error;
  }
}

/** The server's URL, of a schema that is this program's. */
async function bringUpToDate(access: DatabaseAccess, config: Config, pepper: Buffer): Promise<string> {
  const { ownerUrl } = access;
  if (ownerUrl === null) {
    const url = await access.appUrl();
    await assertMigrated(url);
    return url;
  }
  await migrate(ownerUrl);
  await withDatabase(ownerUrl, (owner) => foundInstallation(owner, config.mode, pepperFingerprint(pepper)));
  return access.appUrl();
}

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { max: 1, applicationName: 'lode-start' });
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}
