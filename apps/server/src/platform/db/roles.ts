import { createHash, createHmac } from 'node:crypto';
import pg from 'pg';

/**
 * Group roles that the migrations grant to; none can log in, and none owns anything. They are shared by all databases of one
 * PostgreSQL. What each may do is listed in db/access.md.
 */
export const groupRoles = {
  /** Serves customers. */
  public: 'lode_public',
  /** Closes days, follows chains, pays. */
  worker: 'lode_worker',
  /** The commands of the staff. */
  staff: 'lode_staff',
  /** All three: one process that does everything. */
  all: 'lode_app',
} as const;
export type Group = keyof typeof groupRoles;

export const appRole = groupRoles.all;
const parts = [groupRoles.public, groupRoles.worker, groupRoles.staff];

const errorCodes = { duplicateObject: '42710', uniqueViolation: '23505', insufficientPrivilege: '42501' };

/** Makes the group roles that are missing. */
export async function ensureGroupRoles(owner: pg.Pool): Promise<void> {
  for (const role of [appRole, ...parts]) await ensureRole(owner, role);
  for (const part of parts) {
    const { rows } = await owner.query('select pg_has_role($1, $2, $3) as holds', [appRole, part, 'usage']);
    if (!rows[0].holds) await asAdministrator(owner, `grant ${part} to ${appRole}`);
  }
}

async function ensureRole(owner: pg.Pool, role: string): Promise<void> {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) await asAdministrator(owner, `create role ${role} nologin`);
}

async function asAdministrator(owner: pg.Pool, text: string): Promise<void> {
  try {
    await owner.query(text);
  } catch (error) {
    const code = (error as pg.DatabaseError).code;
    // Another process made it between the question and the answer.
    if (code === errorCodes.duplicateObject || code === errorCodes.uniqueViolation) return;
    if (code === errorCodes.insufficientPrivilege) {
      throw new Error(`the owner role may not change roles: have an administrator run "${text}"`, { cause: error });
    }
    throw error;
  }
}

/**
 * The URL that the running server logs in with: a role of its own for this database, member of the group role only, so
 * that nothing the server does can write what the migrations did not grant. Its password is derived from the owner's
 * secret: every process that knows the owner URL arrives at the same one without storing it.
 */
export async function appLogin(ownerUrl: string, group: Group = 'all'): Promise<string> {
  const login = loginOf(ownerUrl, group);
  if (!(await canLogIn(login.url, groupRoles[group]))) await createLogin(ownerUrl, login, groupRoles[group]);
  return login.url;
}

interface Login {
  role: string;
  /** Null where the owner needs none: a server that trusts its callers gets no secret that could be derived. */
  password: string | null;
  url: string;
}

/** The server's login of a database, as its owner's URL decides it. */
export function loginOf(ownerUrl: string, group: Group = 'all'): Login {
  const url = new URL(ownerUrl);
  const database = decodeURIComponent(url.pathname.slice(1));
  const role = loginName(groupRoles[group], database);
  const secret = url.password || process.env.PGPASSWORD || '';
  const password = secret === '' ? null : createHmac('sha256', secret).update(`lode login ${role}`).digest('base64url');
  url.username = role;
  url.password = password ?? '';
  return { role, password, url: url.href };
}

/** Role names live in the whole PostgreSQL, hence the database's name in it; long ones are cut and made unique by a hash. */
function loginName(group: string, database: string): string {
  const name = `${group}_${database}`;
  if (name.length <= 63) return name;
  return `${name.slice(0, 50)}_${createHash('sha256').update(database).digest('hex').slice(0, 12)}`;
}

async function canLogIn(url: string, group: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(`select pg_has_role('${group}', 'member') as member`);
    return rows[0].member;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createLogin(ownerUrl: string, { role, password }: Login, group: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const name = client.escapeIdentifier(role);
    const secret = password === null ? 'null' : client.escapeLiteral(password);
    await client.query('begin');
    // Two processes may start at once: one makes the role, the other finds it.
    await client.query(`select pg_advisory_xact_lock(hashtext('lode login role'))`);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${name} login password ${secret}`);
    await client.query(`grant ${group} to ${name}`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
