// Who migrates is a command of its own: it founds and raises a schema, and the production server that follows has no owner.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { runMigrate } from './migrate-command.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { runServer, startServer } from './testing/running-server.ts';

const name = `founded_${randomBytes(5).toString('hex')}`;
const serverRole = `server_${randomBytes(5).toString('hex')}`;
let folder: string;
let admin: Database;
let owner: Database;
let ownerUrl: string;
let serverUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lode-migrate-'));
  admin = openDatabase(inject('postgres').ownerUrl, { max: 1 });
  await admin.query({ text: `create database ${name}` });
  await admin.query({ text: `create role ${serverRole} login password 'p'` });
  // Members of the groups are the cluster's: those of other tests cannot log in here.
  await admin.query({ text: `revoke connect on database ${name} from public` });
  await admin.query({ text: `grant connect on database ${name} to ${serverRole}` });
  const url = new URL(inject('postgres').ownerUrl);
  url.pathname = `/${name}`;
  ownerUrl = url.href;
  url.username = serverRole;
  url.password = 'p';
  serverUrl = url.href;
  owner = openDatabase(ownerUrl, { max: 1 });
});
afterAll(async () => {
  await owner.end();
  await admin.query({ text: `drop database ${name}` });
  await admin.query({ text: `drop role ${serverRole}` });
  await admin.end();
  await rm(folder, { recursive: true });
});

async function migrate(env: Record<string, string>, ...args: string[]) {
  let text = '';
  const code = await runMigrate(args, {
    env,
    print: (part) => void (text += part),
    fail: (line) => void (text += `${line}\n`),
  });
  return { code, text };
}
const production = () => ({ DEMO: '0', DATABASE_URL: serverUrl, DATA_DIR: folder });

it('says how it is called', async () => {
  expect(await migrate({})).toMatchObject({ code: 2, text: expect.stringContaining('DATABASE_OWNER_URL is not set') });
  expect((await migrate({ DATABASE_OWNER_URL: ownerUrl }, '--now')).code).toBe(2);
  const unreachable = 'postgres://owner:hunter22@127.0.0.1:1/lode';
  const refused = await migrate({ DATABASE_OWNER_URL: unreachable });
  expect(refused).toMatchObject({ code: 2, text: expect.stringContaining('cannot be reached') });
  expect(refused.text).not.toContain('hunter22');
  for (const args of [
    ['--replace-pepper'],
    ['--replace-pepper', '--by'],
    ['--replace-pepper', '--by', ''],
    ['--replace-pepper', 'admin'],
    ['--replace-pepper', '--by', 'admin', '--server-role', 'x'],
    ['--by', 'admin', '--replace-pepper'],
    ['--server-role'],
    ['--server-role', ''],
  ])
    expect([args, await migrate({ DATABASE_OWNER_URL: ownerUrl }, ...args)]).toMatchObject([
      args,
      { code: 2, text: expect.stringContaining('unknown arguments') },
    ]);
  expect(await migrate({}, '--help')).toMatchObject({ code: 0, text: expect.stringContaining('Exit codes') });
});

it('a production server does not start on a schema that is not this program’s', async () => {
  const refused = await runServer(production());
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/holds no schema.*npm run migrate/) });
});

it('founds a database once, also when it runs twice at once, and again changes nothing', async () => {
  const both = await Promise.all([
    migrate({ DATABASE_OWNER_URL: ownerUrl }),
    migrate({ DATABASE_OWNER_URL: ownerUrl }),
  ]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.filter(({ text }) => text.includes('applied 0001_foundation'))).toHaveLength(1);
  const noServer = 'no server can log in yet: give its role with --server-role NAME\n';
  for (const { text } of both) expect(text).toContain(noServer);
  expect(await migrate({ DATABASE_OWNER_URL: ownerUrl })).toEqual({
    code: 0,
    text: `${noServer}the schema was up to date\n`,
  });
  expect((await migrate({ DATABASE_OWNER_URL: ownerUrl, DEMO: '1' })).text).toMatch(/made with DEMO=0/);
});

it('names a server role that does not exist, and lets an existing one in', async () => {
  const wrong = await migrate({ DATABASE_OWNER_URL: ownerUrl }, '--server-role', 'no_such_role');
  expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('no role no_such_role') });
  const given = await migrate({ DATABASE_OWNER_URL: ownerUrl }, '--server-role', serverRole);
  expect(given).toEqual({ code: 0, text: `${serverRole} may run the server\nthe schema was up to date\n` });
  expect((await migrate({ DATABASE_OWNER_URL: ownerUrl })).text).toBe('the schema was up to date\n');
});

it('a production server refuses the owner in its environment and as its role', async () => {
  const given = await runServer({ ...production(), DATABASE_OWNER_URL: ownerUrl });
  expect(given).toMatchObject({
    code: 1,
    output: expect.stringContaining('DATABASE_OWNER_URL is for npm run migrate'),
  });
  const asRole = await runServer({ ...production(), DATABASE_URL: ownerUrl });
  expect(asRole).toMatchObject({ code: 1, output: expect.stringMatching(/may create roles.*owns tables/) });
});

it('a production server starts as its own role, and writes its pepper down once', async () => {
  // An offset of its clock that stands in the database is nothing to it.
  await owner.query({ text: 'update installation set clock_offset_hours = 200' });
  const server = await startServer(production());
  const said = await server.end('SIGTERM');
  expect(said).toEqual({ code: 0, output: expect.not.stringContaining('shifted') });
  expect(said.output.match(/the staff has no console before CONSOLE_ORIGIN is set/g)).toHaveLength(1);
  const withConsole = await startServer({
    ...production(),
    CONSOLE_ORIGIN: 'https://console.example',
    CONSOLE_PORT: '0',
  });
  expect((await withConsole.end('SIGTERM')).output).not.toContain('CONSOLE_ORIGIN');
  const other = await runServer({ ...production(), PASSWORD_PEPPER: 'another pepper altogether' });
  expect(other).toMatchObject({ code: 1, output: expect.stringContaining('another pepper') });
  const server2 = openDatabase(serverUrl, { max: 1 });
  const change = `update installation set pepper_fingerprint = sha256('another')`;
  await expect(server2.query({ text: change }).finally(() => server2.end())).rejects.toThrow('written once');
});

it('replaces the pepper that its server has written down, and nothing where a part of it is wrong', async () => {
  // As the server of above kept it.
  const held = (await readFile(join(folder, 'password-pepper'), 'utf8')).trim();
  const { rows } = await owner.query<{ before: string }>({
    text: `select encode(pepper_fingerprint, 'hex') as before from installation`,
  });
  const fingerprint = async () =>
    (await owner.query<{ now: string }>({ text: `select encode(pepper_fingerprint, 'hex') as now from installation` }))
      .rows[0]?.now;
  expect(held.length).toBeGreaterThan(15);
  const given = { DATABASE_OWNER_URL: ownerUrl, PASSWORD_PEPPER: 'the pepper that takes its place' };
  const replace = (env: Record<string, string>) => migrate({ ...given, ...env }, '--replace-pepper', '--by', 'admin');
  for (const [env, flaw, code] of [
    [{}, 'PASSWORD_PEPPER_PREVIOUS is needed', 2],
    [{ PASSWORD_PEPPER_PREVIOUS: 'too short' }, 'with 16 characters or more', 2],
    [{ PASSWORD_PEPPER: '', PASSWORD_PEPPER_PREVIOUS: held }, 'PASSWORD_PEPPER is needed', 2],
    [{ PASSWORD_PEPPER: held, PASSWORD_PEPPER_PREVIOUS: held }, 'is the same as', 1],
    [{ PASSWORD_PEPPER_PREVIOUS: 'not the pepper of this one' }, 'is not the pepper of this database', 1],
    [{ PASSWORD_PEPPER_PREVIOUS: held }, 'admin is no active ADMIN', 1],
    [{ PASSWORD_PEPPER_PREVIOUS_FILE: join(folder, 'none') }, 'none', 2],
  ] as const) {
    const { code: exit, text } = await replace(env);
    expect([exit, text]).toEqual([code, expect.stringContaining(flaw)]);
    expect(text).not.toContain(held);
    expect(await fingerprint()).toBe(rows[0]?.before);
  }
});

it('a production server does not start while a migration is pending', async () => {
  await owner.query({ text: `delete from schema_migration where name like '0048%'` });
  const refused = await runServer(production());
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/lacks 0048.*npm run migrate/) });
});
