import { moveMonth, readMonthStep } from './kept-months.ts';
import { ConfigError, loadConfig, postgresUrl } from './platform/config/config.ts';
import { readSecret } from './platform/config/variables.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { assertReachable } from './platform/db/database-presence.ts';
import { grantServerRole, hasServerRole, migrate } from './platform/db/migrate.ts';
import { foundInstallation, resolveMode } from './platform/installation/installation.ts';
import { replacePepper } from './replace-pepper.ts';

export const migrateHelp = `Usage: npm run migrate -- [--server-role NAME | --replace-pepper --by NAME | --seal-month MONTH --by NAME |
                              --seal-days MONTH --by NAME]

Brings the database of DATABASE_OWNER_URL (or DATABASE_OWNER_URL_FILE) to the schema of this program, and prints what it did.
It can be repeated without a second effect; two at once wait for each other. Run it before a new release is started.

  --server-role NAME  lets this role run the server: makes it a member of the group that the tables are granted to
  --replace-pepper --by NAME
                      puts PASSWORD_PEPPER in the place of PASSWORD_PEPPER_PREVIOUS, while no server runs; NAME is an
                      ADMIN of the staff, for the audit log
  --seal-month MONTH --by NAME
                      seals a month of the ledger that is over, 2026-10, or first: what was posted before any month was opened
  --detach-month MONTH --by NAME
                      moves its tables into the schema archive; its sums are carried forward
  --attach-month MONTH --by NAME
                      moves them back, if they are as they were sealed
  --seal-days, --detach-days, --attach-days MONTH --by NAME
                      the same of outputs, electricity and interest by their dates: sealed once nothing of the month is
                      owed, taken out after what was posted for it, brought back before
  -h, --help          this page

Exit codes: 0 done, or nothing to do; 1 refused or failed: what is named was not applied; 2 wrong usage, or not possible now.
`;

interface MigrateHost {
  env: Record<string, string | undefined>;
  readonly print: (text: string) => void;
  readonly fail: (line: string) => void;
}

/** The one command that knows the owner of the tables. Resolves with the exit code. */
export async function runMigrate(args: readonly string[], { env, print, fail }: MigrateHost): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    print(migrateHelp);
    return 0;
  }
  const serverRole = args[0] === '--server-role' && args.length === 2 ? args[1] : undefined;
  const by = args[0] === '--replace-pepper' && args[1] === '--by' && args.length === 3 ? args[2] : undefined;
  const step = readMonthStep(args);
  if (args.length > 0 && !serverRole && !by && !step) {
    fail(`migrate: unknown arguments ${args.join(' ')}; --help explains it`);
    return 2;
  }
  let ownerUrl: string;
  let peppers: Peppers | null = null;
  try {
    ownerUrl = ownerUrlOf(env);
    // Before anything is applied: without them it could only be refused.
    if (by !== undefined) peppers = peppersOf(env);
    await assertReachable(ownerUrl);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    fail(`migrate: ${error.message}`);
    return 2;
  }
  try {
    const applied = await found(ownerUrl, env);
    for (const name of applied) print(`applied ${name}\n`);
    if (serverRole !== undefined) {
      await grantServerRole(ownerUrl, serverRole);
      print(`${serverRole} may run the server\n`);
    } else if (!(await hasServerRole(ownerUrl))) {
      print('no server can log in yet: give its role with --server-role NAME\n');
    }
    if (step) print(await withOwner(ownerUrl, (owner) => moveMonth(owner, step, new Date())));
    if (by !== undefined && peppers) print(await replacedPepper(ownerUrl, peppers, by));
    print(applied.length === 0 ? 'the schema was up to date\n' : 'the schema is up to date\n');
    return 0;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    fail(`migrate: ${error instanceof Error ? error.message : String(error)}${cause}`);
    return 1;
  }
}

/** The mode is written down with the schema; the pepper is the server's secret and unknown here. */
async function found(ownerUrl: string, { DEMO, NODE_ENV, TLS_ELSEWHERE }: MigrateHost['env']): Promise<string[]> {
  const owner = openDatabase(ownerUrl, { max: 1, applicationName: 'lode-migrate' });
  try {
    const config = loadConfig({ DATABASE_URL: ownerUrl, DEMO, NODE_ENV, TLS_ELSEWHERE }, { followsDatabase: true });
    const { mode } = await resolveMode(owner, config);
    const applied = await migrate(ownerUrl);
    await foundInstallation(owner, mode, null);
    return applied;
  } finally {
    await owner.end();
  }
}

interface Peppers {
  present: Buffer;
  previous: Buffer;
}

function peppersOf(env: MigrateHost['env']): Peppers {
  const [present, previous] = ['PASSWORD_PEPPER', 'PASSWORD_PEPPER_PREVIOUS'].map((name) => {
    const text = readSecret(env, name);
    if (text === null || text.length < 16) throw new ConfigError(`${name} is needed, with 16 characters or more`);
    return Buffer.from(text, 'utf8');
  }) as [Buffer, Buffer];
  return { present, previous };
}

async function withOwner<T>(ownerUrl: string, work: (owner: Database) => Promise<T>): Promise<T> {
  const owner = openDatabase(ownerUrl, { max: 1, applicationName: 'lode-migrate' });
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

const replacedPepper = (ownerUrl: string, peppers: Peppers, by: string): Promise<string> =>
  withOwner(ownerUrl, async (owner) => {
    const replaced = await replacePepper(owner, { ...peppers, by, now: new Date() });
    if (replaced === null) return 'the pepper was replaced before\n';
    return `the pepper is replaced; sealed anew: ${replaced.customers} apps of customers, ${replaced.staff} of the staff\n`;
  });

function ownerUrlOf(env: MigrateHost['env']): string {
  const ownerUrl = readSecret(env, 'DATABASE_OWNER_URL');
  if (ownerUrl === null) {
    throw new ConfigError(
      'DATABASE_OWNER_URL is not set: give the role that owns the database. The embedded database is migrated by npm start',
    );
  }
  return postgresUrl('DATABASE_OWNER_URL', ownerUrl);
}
