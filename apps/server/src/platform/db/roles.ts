import { createHash, createHmac } from 'node:crypto';
import pg from 'pg';

/** Group role that the migrations grant to; it cannot log in. It is shared by all databases of one PostgreSQL. */
export const appRole = 'lode_app';

const errorCodes = { duplicateObject: '42710', uniqueViolation: '23505', insufficientPrivilege: '42501' };

/** Makes the group role when it is missing. */
export async function ensureAppRole(owner: pg.Pool): Promise<void> {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [appRole]);
  if (rowCount !== 0) return;
  try {
    await owner.query(`create role ${appRole} nologin`);
  } catch (error) {
    const code = (error as pg.DatabaseError).code;
    // Another process made it between the question and the answer.
    if (code === errorCodes.duplicateObject || code === errorCodes.uniqueViolation) return;
    if (code === errorCodes.insufficientPrivilege) {
      throw new Error(`the owner role may not create roles: have an administrator run "create role ${appRole}"`, {
        cause: error,
      });
    }
    throw error;
  }
}

/**
 * The URL that the running server logs in with: a role of its own for this database, member of the group role only, so
 * that nothing the server does can write what the migrations did not grant. Its password is derived from the owner's
 * secret: every process that knows the owner URL arrives at the same one without storing it.
 */
export async function appLogin(ownerUrl: string): Promise<string> {
  const login = loginOf(ownerUrl);
  if (!(await canLogIn(login.url))) await createLogin(ownerUrl, login);
  return login.url;
}

interface Login {
  role: string;
  /** Null where the owner needs none: a server that trusts its callers gets no secret that could be derived. */
  password: string | null;
  url: string;
}

/** The server's login of a database, as its owner's URL decides it. */
export function loginOf(ownerUrl: string): Login {
  const url = new URL(ownerUrl);
  const database = decodeURIComponent(url.pathname.slice(1));
  const role = loginName(database);
  const secret = url.password || process.env.PGPASSWORD || '';
  const password = secret === '' ? null : createHmac('sha256', secret).update(`lode login ${role}`).digest('base64url');
  url.username = role;
  url.password = password ?? '';
  return { role, password, url: url.href };
}

/** Role names live in the whole PostgreSQL, hence the database's name in it; long ones are cut and made unique by a hash. */
function loginName(database: string): string {
  const name = `${appRole}_${database}`;
  if (name.length <= 63) return name;
  return `${name.slice(0, 50)}_${createHash('sha256').update(database).digest('hex').slice(0, 12)}`;
}

async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(`select pg_has_role('${appRole}', 'member') as member`);
    return rows[0].member;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createLogin(ownerUrl: string, { role, password }: Login): Promise<void> {
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
    await client.query(`grant ${appRole} to ${name}`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
