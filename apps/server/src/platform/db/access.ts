import pg from 'pg';
import { type Config, ConfigError } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { type EmbeddedPostgres, enterEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { appLogin, type Group, groupRoles } from './roles.ts';

/** A way into the database, before it is known to be migrated. */
export interface DatabaseAccess {
  /** Who may migrate; null when this process was given no such role and the schema must be there already. */
  ownerUrl: string | null;
  /** The URL that the server runs with, once the schema stands. It cannot write what the migrations did not grant. */
  readonly appUrl: () => Promise<string>;
  /** Takes a name for this process; false while another process on the same data has it. */
  readonly claim: (name: string) => Promise<boolean>;
  readonly leave: () => Promise<void>;
  /** Of the embedded PostgreSQL; null with a server of the operator's. */
  folder: string | null;
}

/** `group` is what the process does: with a database of the operator's it gets the rights of that alone. */
export async function openAccess(config: Config, log: Log, group: Group): Promise<DatabaseAccess> {
  const { databaseUrl, databaseOwnerUrl } = config;
  if (!databaseUrl) return embedded(await enterEmbeddedPostgres(config.dataDir, (message) => log.error(message)));
  if (databaseOwnerUrl) return ownerAndServer(databaseOwnerUrl, databaseUrl, group);
  return oneRole(config, databaseUrl, log, group);
}

function embedded({ folder, ownerUrl, claim, leave }: EmbeddedPostgres): DatabaseAccess {
  return { folder, ownerUrl, appUrl: () => appLogin(ownerUrl), claim, leave };
}

/** Several processes, also on several machines, may share a PostgreSQL of the operator's: nothing is claimed. */
const shared = { folder: null, claim: async () => true, leave: async () => undefined };

function ownerAndServer(ownerUrl: string, serverUrl: string, group: Group): DatabaseAccess {
  return {
    ...shared,
    ownerUrl,
    async appUrl() {
      await grantMembership(ownerUrl, serverUrl, group);
      await assertServerRole(serverUrl, group);
      return serverUrl;
    },
  };
}

async function oneRole({ mode }: Config, url: string, log: Log, group: Group): Promise<DatabaseAccess> {
  const mayCreateRoles = await ask(
    url,
    'select rolsuper or rolcreaterole as holds from pg_roles where rolname = current_user',
  );
  if (!mayCreateRoles) {
    const appUrl = async () => {
      await assertServerRole(url, group);
      return url;
    };
    return { ...shared, ownerUrl: null, appUrl };
  }
  // Production refuses it, once it is known that it is production.
  if (mode !== 'production') {
    log.warn(
      'DATABASE_URL may create roles: it is used as the owner, and the server logs in with a role made for it. ' +
        'Give a DATABASE_URL of its own to keep the owner out of the running server.',
    );
  }
  return { ...shared, ownerUrl: url, appUrl: () => appLogin(url, loginGroup(group)) };
}

/** Who knows the owner's secret may do everything: commands are given the role of all parts, as some of them are the worker's. */
const loginGroup = (group: Group): Group => (group === 'staff' ? 'all' : group);

/** The groups of which one is enough: the role of all parts is in each of them. */
const enough: Record<Group, readonly Group[]> = {
  all: ['all'],
  public: ['public'],
  worker: ['worker'],
  // Closing a day by hand is a command too: it is given the worker's login.
  staff: ['staff', 'worker'],
};
const isInGroup = (group: Group): string =>
  `select ${enough[group].map((one) => `pg_has_role(current_user, '${groupRoles[one]}', 'usage')`).join(' or ')} as holds`;

/** The server's role becomes a member of the group that the migrations grant to, when the owner may say so. */
async function grantMembership(ownerUrl: string, serverUrl: string, group: Group): Promise<void> {
  if (await ask(serverUrl, isInGroup(group))) return;
  const wanted = groupRoles[group];
  const { rows } = await query(serverUrl, 'select quote_ident(current_user) as role');
  const role = (rows[0] as { role: string }).role;
  try {
    await query(ownerUrl, `grant ${wanted} to ${role}`);
  } catch (cause) {
    throw new ConfigError(
      `the role of DATABASE_URL must be in ${wanted}: have an administrator "grant ${wanted} to ${role}"`,
      { cause },
    );
  }
}

/** A server that could write the books by itself is not started: not even its own mistakes may reach them. */
async function assertServerRole(url: string, group: Group): Promise<void> {
  const schemaStands = await ask(url, hasBooks);
  if (!schemaStands) {
    throw new ConfigError(
      'the database holds no schema and the role of DATABASE_URL may not make one: run npm run migrate, with DATABASE_OWNER_URL',
    );
  }
  if (await ask(url, canWriteBooks)) {
    throw new ConfigError(
      `the role of DATABASE_URL could write the ledger's tables: give a role that is only a member of ${groupRoles[group]}`,
    );
  }
  if (!(await ask(url, isInGroup(group)))) {
    const wanted = groupRoles[group];
    throw new ConfigError(`the role of DATABASE_URL must be in ${wanted}: have its owner "grant ${wanted} to" it`);
  }
}

/**
 * In production the serving process holds no role that owns or could take a table, for all who read its environment: what such a
 * role may do is in `npm run migrate` only.
 */
export async function assertUnprivileged(url: string): Promise<void> {
  const { rows } = await query(url, privileges);
  const held = rows.map(({ what }: { what: string }) => what);
  if (held.length === 0) return;
  throw new ConfigError(
    `the role of DATABASE_URL ${held.join(', ')}: give the server a role of its own that is only a member of ${groupRoles.all}, ` +
      'and the owner to npm run migrate as DATABASE_OWNER_URL',
  );
}

/** One row for each right that a serving process must not have. */
const privileges = `
  select 'is a superuser' as what from pg_roles where rolname = current_user and rolsuper
  union all
  select 'may create roles' from pg_roles where rolname = current_user and rolcreaterole
  union all
  select 'passes row security' from pg_roles where rolname = current_user and rolbypassrls
  union all
  select 'may run programs or read and write files of the database server' where exists (
    select from pg_roles
    where rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files')
      and pg_has_role(current_user, oid, 'MEMBER'))
  union all
  select 'owns the database or is a member of its owner' from pg_database
  where datname = current_database() and pg_has_role(current_user, datdba, 'MEMBER')
  union all
  select 'owns tables or is a member of their owner' where exists (
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and pg_has_role(current_user, c.relowner, 'MEMBER'))`;

/** Asked of the catalogue: a name would be refused to a role that may not enter the schema. */
const hasBooks = `
  select exists (
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'ledger' and c.relname = 'posting'
  ) as holds`;

/** By grant, by owning a table, or by being able to become a role that can. */
const canWriteBooks = `
  select bool_or(
    has_table_privilege(current_user, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
    or pg_has_role(current_user, c.relowner, 'MEMBER')
  ) as holds
  from pg_class c where c.relnamespace = to_regnamespace('ledger') and c.relkind in ('r', 'p')`;

async function ask(url: string, text: string): Promise<boolean> {
  const { rows } = await query(url, text);
  return (rows[0] as { holds: boolean | null }).holds === true;
}

async function query(connectionString: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString, application_name: 'lode-start', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.query(text);
  } finally {
    await client.end();
  }
}
