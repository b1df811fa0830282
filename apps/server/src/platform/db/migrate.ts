import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { Kysely, type Migration, type MigrationProvider, Migrator, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { ConfigError } from '../config/config-error.ts';
import { projectFolder } from '../project-folder.ts';
import { libraryPool } from './library-pool.ts';
import { ensureGroupRoles, groupRoles } from './roles.ts';

const migrationsFolder = join(projectFolder, 'db', 'migrations');

/**
 * Brings a database up to the newest schema, as its owner: the group roles of the application, our migrations in the
 * order of their numbers, the schema of the job queue. Safe to run from several processes at once. Resolves with the names of
 * the migrations that it applied.
 */
export async function migrate(ownerUrl: string, folder = migrationsFolder): Promise<string[]> {
  const pool = libraryPool(ownerUrl, 4, 'lode-migrate');
  try {
    return await alone(pool, async () => {
      await ensureGroupRoles(pool);
      const applied = await runOurMigrations(pool, folder);
      await runMigrations({ pgPool: pool });
      await pool.query(`${schemaGrants} ${jobQueueGrants} ${temporaryTables}`);
      return applied;
    });
  } finally {
    await pool.end();
  }
}

/** Grants take no lock that would make a second process wait: they collide. So one process migrates at a time. */
async function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const holder = await pool.connect();
  try {
    await holder.query(`select pg_advisory_lock(hashtextextended('lode migration', 0))`);
    return await work();
  } finally {
    // The lock ends with its connection.
    holder.release(true);
  }
}

/** For a process that may not migrate: throws unless the schema has every migration of this program. */
export async function assertMigrated(url: string, folder = migrationsFolder): Promise<void> {
  const pool = libraryPool(url, 1, 'lode-start');
  try {
    const applied = await appliedMigrations(pool);
    const known = await migrationNames(folder);
    const missing = known.filter((name) => !applied.includes(name));
    if (missing.length > 0) {
      refuseUnknown(applied, known);
      throw new ConfigError(`the schema lacks ${missing.join(', ')}: run npm run migrate, with DATABASE_OWNER_URL`);
    }
  } finally {
    await pool.end();
  }
}

/** Names in the order in which they were applied; none in a database that was never migrated. */
async function appliedMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows: tables } = await pool.query(`select from pg_tables where tablename = 'schema_migration'`);
  if (tables.length === 0) return [];
  const { rows } = await pool.query<{ name: string }>('select name from schema_migration order by name');
  return rows.map(({ name }) => name);
}

const migrationNames = async (folder: string) => Object.keys(await sqlFiles(folder).getMigrations());

/** Migrations run forward only: on top of a schema with others, this program's would fail halfway or fit by accident. */
function refuseUnknown(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new ConfigError(
    `the database has migrations that this program does not know: ${unknown.join(', ')}. Nothing was changed. Start the ` +
      'program that migrated it or a newer one; if it holds development data only, run npm run db:reset and start again',
  );
}

async function runOurMigrations(pool: pg.Pool, folder: string): Promise<string[]> {
  refuseUnknown(await appliedMigrations(pool), await migrationNames(folder));
  const migrator = new Migrator({
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: lent(pool) }) }),
    provider: sqlFiles(folder),
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
  });
  const { error, results } = await migrator.migrateToLatest();
  const failed = results?.find((result) => result.status === 'Error');
  if (failed) throw new Error(`migration ${failed.migrationName} failed`, { cause: error });
  if (error) throw new Error('the database could not be migrated', { cause: error });
  return (results ?? []).map(({ migrationName }) => migrationName);
}

/** Kysely never ends this pool: who opened it does. */
function lent(pool: pg.Pool) {
  return { connect: () => pool.connect(), end: async () => undefined };
}

/** `0001_ledger.sql` … are the migrations; the number is the order. */
function sqlFiles(folder: string): MigrationProvider {
  return {
    async getMigrations() {
      const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
      const migrations: Record<string, Migration> = {};
      for (const file of files) {
        const text = await readFile(join(folder, file), 'utf8');
        migrations[file.replace(/\.sql$/, '')] = {
          up: async (db) => {
            await sql.raw(text).execute(db);
          },
        };
      }
      return migrations;
    },
  };
}

const { public: publicRole, worker, staff, all } = groupRoles;

const schemaGrants = `grant select on schema_migration to ${publicRole}, ${worker}, ${staff};`;

/**
 * Only the worker needs temporary tables, for the close of a day, and functions that run as the owner. Of anybody else's an idle
 * session keeps one, which nothing vacuums: transaction numbers run out. A dump has no rights of a database: they are set each time.
 */
const temporaryTables = `
  do $$ begin
    execute format('revoke temporary on database %I from public', current_database());
    execute format('grant temporary on database %I to %I, ${worker}', current_database(), current_user);
  end $$;`;

/**
 * The queue's own tables are the owner's; the worker takes jobs through its group role, others add them by the functions of
 * 0049 alone. Row security without a policy would show it an empty queue.
 */
const jobQueueGrants = `
  revoke all on schema graphile_worker from ${all};
  revoke all on all tables in schema graphile_worker from ${all};
  revoke all on all sequences in schema graphile_worker from ${all};
  revoke all on all functions in schema graphile_worker from ${all}, public;
  grant usage on schema graphile_worker to ${worker};
  grant select, insert, update, delete on all tables in schema graphile_worker to ${worker};
  grant usage, select on all sequences in schema graphile_worker to ${worker};
  grant execute on all functions in schema graphile_worker to ${worker};
  do $$
  declare queue_table regclass;
  begin
    for queue_table in
      select c.oid from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = '${worker}')
    loop
      execute format('create policy ${worker} on %s to ${worker} using (true) with check (true)', queue_table);
    end loop;
  end $$;
`;

/** Lets a role run the server: it may do what the migrations grant to the group, and nothing else by this. */
export async function grantServerRole(ownerUrl: string, role: string): Promise<void> {
  const pool = libraryPool(ownerUrl, 1, 'lode-migrate');
  try {
    const { rows } = await pool.query<{ name: string; isMember: boolean }>(
      `select quote_ident(rolname) as name, pg_has_role(oid, '${groupRoles.all}', 'usage') as "isMember" from pg_roles where rolname = $1`,
      [role],
    );
    const found = rows[0];
    if (!found) throw new ConfigError(`there is no role ${role}`);
    if (!found.isMember) await pool.query(`grant ${groupRoles.all} to ${found.name}`);
  } finally {
    await pool.end();
  }
}

/** Whether a role that may run the server can log in to this database. */
export async function hasServerRole(ownerUrl: string): Promise<boolean> {
  const pool = libraryPool(ownerUrl, 1, 'lode-migrate');
  try {
    const { rows } = await pool.query<{ isThere: boolean }>(
      `select exists (
         select from pg_roles r, unnest($1::text[]) wanted
         where r.rolcanlogin and not r.rolsuper and not r.rolcreaterole and r.rolname <> current_user
           and has_database_privilege(r.oid, current_database(), 'connect') and pg_has_role(r.oid, wanted, 'usage')
       ) as "isThere"`,
      [Object.values(groupRoles)],
    );
    return rows[0]?.isThere ?? false;
  } finally {
    await pool.end();
  }
}
