// What `npm run db:reset` deletes, and when it refuses.
import { existsSync } from 'node:fs';
import { readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Terminal } from '../../apps/server/src/platform/commands/terminal.ts';
import { stopOrphanedAnvil } from './anvil.ts';
import { stopOrphanedBitcoind } from './demo-bitcoind.ts';
import { isAlive } from './project.mjs';

const help = `Usage: npm run db:reset -- [--yes]

Deletes the embedded database of DATA_DIR with the password pepper, the demo signer's keys, policy and journal, and the
chains of the demo's nodes. The next npm start creates them anew. It cannot be undone: a person at a terminal is asked first.

  --yes       at a terminal: do not ask before it runs
  -h, --help  this page

Exit codes: 0 done; 1 refused, nothing was changed; 2 wrong usage, or not possible now: the database runs.
`;

export interface ResetHost {
  /** DATA_DIR. */
  folder: string;
  environment: Record<string, string | undefined>;
  /** Null: a script has called, and is asked nothing. */
  terminal: Terminal | null;
  readonly print: (text: string) => void;
  readonly fail: (line: string) => void;
}

/** Resolves with the exit code. */
export async function resetData(args: readonly string[], host: ResetHost): Promise<number> {
  const { folder, environment, print, fail } = host;
  if (args.includes('--help') || args.includes('-h')) {
    print(help);
    return 0;
  }
  const unknown = args.find((arg) => arg !== '--yes');
  if (unknown !== undefined) {
    fail(`db:reset: unknown argument ${JSON.stringify(unknown)}; --help explains it`);
    return 2;
  }
  if (environment.DATABASE_URL || environment.NODE_ENV === 'production') {
    fail('db:reset is for the embedded database only: it never touches a PostgreSQL server or production.');
    return 1;
  }

  const databases = await databasesOf(folder);
  for (const database of databases) {
    if (!(await isRunning(join(database, 'cluster', 'data')))) continue;
    fail(`The database of ${folder} is running: stop the server first.`);
    return 2;
  }
  // Only what a start puts there: DATA_DIR may be a folder with other things in it.
  const files = ['identity', 'password-pepper', 'signer', 'anvil', 'bitcoind', 'demo-nodes.json'];
  const paths = [...databases, ...files.map((name) => join(folder, name))];
  if (!args.includes('--yes') && !(await isConfirmedAt(host.terminal, paths))) {
    fail('refused: not confirmed: nothing was changed');
    return 1;
  }
  // The signer's journal knows the old payments by names that a fresh database gives to new ones, and the chains hold their coins.
  await stopOrphanedAnvil(folder);
  await stopOrphanedBitcoind(folder);
  for (const path of paths) await rm(path, { recursive: true, force: true });
  await rmdir(folder).catch(() => undefined);
  print(`The database of ${folder} is gone; npm start makes a fresh one.\n`);
  return 0;
}

async function isConfirmedAt(terminal: Terminal | null, paths: readonly string[]): Promise<boolean> {
  if (terminal === null) return true;
  terminal.show('db:reset deletes, with the keys and chains in it:');
  for (const path of paths.filter((one) => existsSync(one))) terminal.show(`  ${path}`);
  return (await terminal.ask('This cannot be undone. Type yes to continue: ')) === 'yes';
}

/** Where root's own folders hide DATA_DIR from PostgreSQL's user, the database lives elsewhere under this name. */
async function databasesOf(folder: string): Promise<string[]> {
  const identity = (await read(join(folder, 'identity'))).trim();
  return [join(folder, 'postgres'), ...(identity ? [join('/var/lib/lode', identity)] : [])];
}

/** Whether this data folder's PostgreSQL runs: the id in a stale file may be another program's by now. */
async function isRunning(data: string): Promise<boolean> {
  const pid = Number((await read(join(data, 'postmaster.pid'))).split('\n')[0]);
  if (!(pid > 0) || !isAlive(pid)) return false;
  return process.platform !== 'linux' || (await read(`/proc/${pid}/cmdline`)).split('\0').includes(data);
}

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');
