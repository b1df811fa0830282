// `npm run db:reset`: forgets the embedded database, so that the next start makes a fresh one.
import { readFile, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stopLeftOverAnvil } from './lib/anvil.mjs';
import { stopLeftOverBitcoind } from './lib/demo-bitcoind.mjs';
import { isAlive, root } from './lib/project.mjs';

if (process.env.DATABASE_URL || process.env.NODE_ENV === 'production') {
  console.error('db:reset is for the embedded database only: it never touches a PostgreSQL server or production.');
  process.exit(1);
}
const folder = resolve(root, process.env.DATA_DIR || '.data');
const read = (file) => readFile(file, 'utf8').catch(() => '');

// Where root's own folders hide DATA_DIR from PostgreSQL's user, the database lives elsewhere under this name.
const identity = (await read(join(folder, 'identity'))).trim();
const places = [join(folder, 'postgres'), ...(identity ? [join('/var/lib/lode', identity)] : [])];
for (const place of places) {
  if (!(await isRunning(join(place, 'cluster', 'data')))) continue;
  console.error(`The database of ${folder} is running: stop the server first.`);
  process.exit(1);
}
// The signer's journal knows the old payments by names that a fresh database gives to new ones, and the chains hold their coins.
await stopLeftOverAnvil(folder);
await stopLeftOverBitcoind(folder);
const kept = ['identity', 'password-pepper', 'signer', 'anvil', 'bitcoind', 'demo-nodes.json'].map((name) =>
  join(folder, name),
);
// Only what a start puts there: DATA_DIR may be a folder with other things in it.
for (const path of [...places, ...kept]) {
  await rm(path, { recursive: true, force: true });
}
await rmdir(folder).catch(() => undefined);
console.log(`The database of ${folder} is gone; npm start makes a fresh one.`);

/** The id in a file that was left over may belong to anybody by now. */
async function isRunning(data) {
  const pid = Number((await read(join(data, 'postmaster.pid'))).split('\n')[0]);
  if (!(pid > 0) || !isAlive(pid)) return false;
  return process.platform !== 'linux' || (await read(`/proc/${pid}/cmdline`)).split('\0').includes(data);
}
