import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../platform/db/migrate.ts';
import { appLogin, groupRoles } from '../platform/db/roles.ts';
import type { Part } from './caller-role.ts';
import { memoryFolder } from './memory-folder.ts';
import { startThrowawayPostgres } from './throwaway-postgres.ts';

export interface TestPostgres {
  /** A superuser: for what is no part of the product, such as ending another role's connections. */
  adminUrl: string;
  ownerUrl: string;
  appUrl: string;
  /** As processes that do one part only log in. */
  partUrls: Record<Part, string>;
  template: string;
}

/**
 * One PostgreSQL (an embedded one, or the one TEST_DATABASE_URL names) with one migrated template that every test database is
 * cloned from. The owner is no superuser, so that a migration that needs one is caught here.
 */
export async function startTestPostgres(): Promise<{ postgres: TestPostgres; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given
    ? { url: given, stop: async () => undefined }
    : await startThrowawayPostgres([], await memoryFolder());
  const run = randomBytes(4).toString('hex');
  const template = `lode_template_${run}`;
  const owner = { role: `lode_owner_${run}`, password: randomBytes(12).toString('hex') };

  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(
    `create role ${owner.role} login createdb createrole password '${owner.password}' in role pg_signal_backend, pg_read_all_stats`,
  );
  const groups = Object.values(groupRoles);
  const { rows: known } = await admin.query('select rolname as name from pg_roles where rolname = any($1)', [groups]);
  for (const { name } of known) await admin.query(`grant ${name} to ${owner.role} with admin option`);
  await admin.query(`create database ${template} owner ${owner.role}`);

  const url = new URL(server.url);
  url.username = owner.role;
  url.password = owner.password;
  url.pathname = `/${template}`;
  await migrate(url.href);
  const appUrl = await appLogin(url.href);
  const partUrls = {
    public: await appLogin(url.href, 'public'),
    worker: await appLogin(url.href, 'worker'),
    staff: await appLogin(url.href, 'staff'),
  };
  url.pathname = '/postgres';
  return {
    postgres: { adminUrl: server.url, ownerUrl: url.href, appUrl, partUrls, template },
    async stop() {
      try {
        if (given) await removeTraces(admin, owner.role, [appUrl, ...Object.values(partUrls)]);
      } finally {
        await admin.end();
        await server.stop();
      }
    },
  };
}

/** A server that was given is left as it was found, but for the group roles, which others may use. */
async function removeTraces(admin: pg.Client, owner: string, logins: string[]): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    'select datname as name from pg_database join pg_roles r on r.oid = datdba where rolname = $1',
    [owner],
  );
  for (const { name } of rows) await admin.query(`drop database ${name} with (force)`);
  for (const login of logins) await admin.query(`drop role if exists ${new URL(login).username}`);
  await admin.query(`drop owned by ${owner} cascade`);
  await admin.query(`drop role ${owner}`);
}
