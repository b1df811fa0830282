// A command line as a shell sees it: exit codes, streams, --json, and databases that are missing, empty or unreachable.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredCatalogue } from './commands.ts';
import { resolveFiles } from './platform/commands/given-files.ts';
import { pepperFingerprint } from './platform/secrets/pepper.ts';
import { runCommandLine } from './run-command-line.ts';
import { testPepper } from './testing/app.ts';
import { createTestDatabase, type TestDatabase } from './testing/harness.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lode-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') =>
    ({ write: (text: string) => (written[name] += text), on: () => undefined }) as unknown as NodeJS.WriteStream;
  const host = { env, stdin: new PassThrough() as never, stdout: stream('stdout'), stderr: stream('stderr') };
  return { exit: await runCommandLine(args, host), ...written };
}

describe('the help', () => {
  it('is on standard output with exit code 0, whatever the environment says', async () => {
    const { exit, stdout, stderr } = await run(['ops', '--help'], { DATABASE_URL: 'nonsense' });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: npm run ops -- NAME/);
  });

  it('is on standard error with exit code 2 when a name is missing', async () => {
    expect(await run(['ops'])).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining('withdrawal:propose'),
    });
    expect(await run([])).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining('books:check') });
  });
});

it('goes on when what reads its output has seen enough, and at no other error', async () => {
  const stdout = new PassThrough();
  const host = { env: {}, stdin: new PassThrough(), stdout, stderr: new PassThrough() };
  await runCommandLine(['ops', '--help'], host as never);
  const breakOff = (code: string) => stdout.emit('error', Object.assign(new Error(code), { code }));
  expect(breakOff('EPIPE')).toBe(true);
  expect(() => breakOff('EIO')).toThrow('EIO');
});

describe('wrong usage', () => {
  it('is exit code 2 and a line on standard error', async () => {
    const { exit, stdout, stderr } = await run(['ops', 'credit', '--kind', 'gift']);
    expect({ exit, stdout, stderr }).toEqual({
      exit: 2,
      stdout: '',
      stderr: 'credit: --kind "gift" must be one of init, feedback\n',
    });
  });

  it('names a mistyped command once', async () => {
    expect(await run(['ops', 'credt'])).toMatchObject({
      stderr: 'credt: no such command of staff. Did you mean credit? --help lists all.\n',
    });
  });

  it('repeats what was typed without the escapes of a terminal', async () => {
    const { stderr } = await run(['ops', 'credit\u001b[2J\u202e']);
    expect(stderr).toMatch(/^[^\p{Cc}\u202e]*\\u001b\[2J\\u202e[^\p{Cc}\u202e]*\n$/u);
  });

  it('is a JSON object with --json', async () => {
    const { exit, stdout } = await run(['ops', 'credt', '--json']);
    expect(exit).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      command: 'credt',
      ok: false,
      message: 'no such command of staff. Did you mean credit? --help lists all.',
    });
  });
});

it('takes each option that names a file or a folder from where the person is, and every file without an option', () => {
  const { commands, ops } = declaredCatalogue();
  const all = Object.values({ ...commands, ...ops });
  const paths = all.flatMap(({ options }) =>
    Object.entries(options).filter(([name]) => /file|^out$|approval$/.test(name)),
  );
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter(([, { isFile }]) => isFile !== true).map(([name]) => name)).toEqual([]);
  for (const command of all.filter(({ argument }) => argument !== undefined))
    expect(resolveFiles(command, { argument: 'a.csv' }, folder)).toEqual({ argument: join(folder, 'a.csv') });
});

describe('a folder without data', () => {
  const commands = [['books:check'], ['day-close', '--date', '2020-02-15'], ['ops', 'alarm:list']];

  it.each(commands)('is no database for %s, and stays empty', async (...args) => {
    const { exit, stdout, stderr } = await run(args, { DATA_DIR: folder });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toContain(`there is no database in ${folder}: give the DATA_DIR or DATABASE_URL of the server`);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a database', () => {
  let test: TestDatabase;
  let emptyUrl: string;
  beforeAll(async () => {
    test = await createTestDatabase();
    const url = new URL(test.ownerUrl);
    url.pathname = `${url.pathname}_empty`;
    await test.owner.query({ text: `create database ${url.pathname.slice(1)} template template0` });
    emptyUrl = url.href;
    await test.owner.query({
      text: `insert into installation (mode, pepper_fingerprint) values ('production', $1)`,
      values: [pepperFingerprint(testPepper)],
    });
  });
  afterAll(async () => {
    await test.owner.query({ text: `drop database ${new URL(emptyUrl).pathname.slice(1)}` });
    await test.drop();
  });

  it('without tables is not taken for books that balance', async () => {
    const env = { DATABASE_URL: emptyUrl, DATA_DIR: folder };
    const { exit, stdout } = await run(['books:check', '--json'], env);
    expect(exit).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      message: expect.stringContaining('there is no data in the database at'),
    });
  });

  it.each([
    ['where npm was called, which runs its scripts in the project', 'ops', (called: string) => called],
    ['where the process runs, of a script of another name', 'nightly', () => process.cwd()],
  ])('gives a command its file from %s', async (_case, script, folderOf) => {
    const env = { DATABASE_URL: test.partUrls.staff, DATA_DIR: folder, PASSWORD_PEPPER: testPepper.toString() };
    const npm = { npm_lifecycle_event: script, INIT_CWD: folder };
    const { stderr } = await run(['ops', 'content:preview', '--file', 'banner.json'], { ...env, ...npm });
    expect(stderr).toContain(`${join(folderOf(folder), 'banner.json')}: cannot be read (ENOENT)`);
  });

  it('that cannot be reached is named, without its password', async () => {
    const url = 'postgres://lode:hunter22@127.0.0.1:1/books';
    const { exit, stderr } = await run(['books:check'], { DATABASE_URL: url });
    expect(exit).toBe(2);
    expect(stderr).toMatch(/the database at 127\.0\.0\.1:1\/books cannot be reached \(.*ECONNREFUSED.*\): start it/);
    expect(stderr).not.toContain('hunter22');
  });

  it('that does not exist is named', async () => {
    const url = new URL(emptyUrl);
    url.pathname = '/no_such_database';
    const { exit, stderr } = await run(['books:check'], { DATABASE_URL: url.href });
    expect(exit).toBe(2);
    expect(stderr).toContain('/no_such_database cannot be reached (database "no_such_database" does not exist)');
  });
});
