// `npm run db:reset` deletes only when it is meant: not for help, not for a typing error, not while the database runs.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ResetHost, resetData } from './reset-data.ts';

let folder: string;
const data = () => join(folder, 'postgres', 'cluster', 'data');
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lode-reset-'));
  await mkdir(data(), { recursive: true });
  await mkdir(join(folder, 'signer'));
  await writeFile(join(folder, 'signer', 'keys.json'), '{}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function reset(args: string[], { answer, ...environment }: { answer?: string; DATABASE_URL?: string } = {}) {
  const written = { printed: '', failed: '', shown: '' };
  const terminal: ResetHost['terminal'] =
    answer === undefined
      ? null
      : {
          show: (line) => void (written.shown += `${line}\n`),
          ask: async () => answer,
        };
  const exit = await resetData(args, {
    folder,
    environment,
    terminal,
    print: (text) => (written.printed += text),
    fail: (line) => (written.failed += line),
  });
  return { exit, ...written, isThere: existsSync(join(folder, 'signer', 'keys.json')) && existsSync(data()) };
}

it.each([['--help'], ['-h']])('explains itself with %s, and deletes nothing', async (option) => {
  const { printed, ...result } = await reset([option], { DATABASE_URL: 'postgres://elsewhere' });
  expect(result).toMatchObject({ exit: 0, failed: '', isThere: true });
  expect(printed).toMatch(/^Usage: npm run db:reset[^]*the demo signer's keys[^]*Exit codes/);
});

it.each([[['--all']], [['now']], [['--yes=1']], [['--yes', 'more']]])(
  'is wrong usage with %j, and deletes nothing',
  async (args) => {
    expect(await reset(args)).toMatchObject({ exit: 2, failed: expect.stringContaining('--help'), isThere: true });
  },
);

it('is refused with a database of its own or in production', async () => {
  expect(await reset(['--yes'], { DATABASE_URL: 'postgres://x' })).toMatchObject({ exit: 1, isThere: true });
});

describe('at a terminal', () => {
  it.each(['', 'y', 'no'])('deletes nothing after %j', async (answer) => {
    const { shown, ...result } = await reset([], { answer });
    expect(result).toMatchObject({ exit: 1, failed: 'refused: not confirmed: nothing was changed', isThere: true });
    expect(shown).toContain(join(folder, 'signer'));
  });

  it('deletes after yes, and with --yes without a question', async () => {
    expect(await reset([], { answer: 'yes' })).toMatchObject({ exit: 0, isThere: false });
    expect(await reset(['--yes'], { answer: 'no' })).toMatchObject({ exit: 0, shown: '' });
  });
});

it('deletes without a question where there is no terminal', async () => {
  expect(await reset([])).toMatchObject({ exit: 0, isThere: false });
});

it('is not possible while the database runs', async () => {
  // Its command line names the data folder, as that of PostgreSQL does.
  const running = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log()', data()]);
  try {
    await new Promise((resolve) => running.stdout.once('data', resolve));
    await writeFile(join(data(), 'postmaster.pid'), `${running.pid}\n`);
    expect(await reset(['--yes'])).toMatchObject({
      exit: 2,
      failed: expect.stringContaining('is running: stop the server first'),
      isThere: true,
    });
  } finally {
    running.kill('SIGKILL');
  }
});
