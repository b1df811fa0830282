// `npm run db:reset`: deletes the embedded database, so that the next start makes a fresh one.
import { readFile, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stopOrphanedAnvil } from './lib/anvil.ts';
import { stopOrphanedBitcoind } from './lib/demo-bitcoind.ts';
import { isAlive, root } from './lib/project.mjs';

if (process.env.DATABASE_URL || process.env.NODE_ENV === 'production') {
  console.error('db:reset is for the embedded database only: it never touches a PostgreSQL server or production.');
  process.exit(1);
}
const folder = resolve(root, process.env.DATA_DIR || '.data');
const read = (file: string) => readFile(file, 'utf8').catch(() => '');

// Where root's own folders hide DATA_DIR from PostgreSQL's user, the database lives elsewhere under this name.
const identity = (await read(join(folder, 'identity'))).trim();
const databases = [join(folder, 'postgres'), ...(identity ? [join('/var/lib/lode', identity)] : [])];
for (const database of databases) {
  if (!(await isRunning(join(database, 'cluster', 'data')))) continue;
  console.error(`The database of ${folder} is running: stop the server first.`);
  process.exit(1);
}
// The signer's journal knows the old payments by names that a fresh database gives to new ones, and the chains hold their coins.
await stopOrphanedAnvil(folder);
await stopOrphanedBitcoind(folder);
const files = ['identity', 'password-pepper', 'signer', 'anvil', 'bitcoind', 'demo-nodes.json'].map((name) =>
  join(folder, name),
);
// Only what a start puts there: DATA_DIR may be a folder with other things in it.
for (const path of [...databases, ...files]) {
  await rm(path, { recursive: true, force: true });
}
await rmdir(folder).catch(() => undefined);
console.log(`The database of ${folder} is gone; npm start makes a fresh one.`);

/** Whether this data folder's PostgreSQL runs: the id in a stale file may be another program's by now. */
async function isRunning(data: string): Promise<boolean> {
  const pid = Number((await read(join(data, 'postmaster.pid'))).split('\n')[0]);
  if (!(pid > 0) || !isAlive(pid)) return false;
  return process.platform !== 'linux' || (await read(`/proc/${pid}/cmdline`)).split('\0').includes(data);
}
