// The embedded PostgreSQL of one DATA_DIR is shared by all processes, ended by the last one that leaves, and none is lost to a
// file that a dead one left behind.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../database.ts';
import { enterEmbeddedPostgres } from './embedded-postgres.ts';
import { findInstallLocation } from './install-location.ts';

let dataDir: string;
let place: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lode-embedded-'));
  await chmod(dataDir, 0o755);
  place = (await findInstallLocation(dataDir)).folder;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const pidFile = () => join(place, 'cluster', 'data', 'postmaster.pid');
const pid = async () => (await readFile(pidFile(), 'utf8').catch(() => '')).split('\n')[0] ?? '';

it('is made once by several at the first moment, and ends with the last of them', async () => {
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => enterEmbeddedPostgres(dataDir)));
  expect(new Set([one?.ownerUrl, two?.ownerUrl, three?.ownerUrl]).size).toBe(1);
  const running = await pid();
  await one?.leave();
  await two?.leave();
  expect(await pid()).toBe(running);
  await three?.leave();
  expect(await pid()).toBe('');
});

it('is never ended under a process that is just joining', async () => {
  for (let round = 0; round < 5; round++) {
    const first = await enterEmbeddedPostgres(dataDir);
    const [second] = await Promise.all([enterEmbeddedPostgres(dataDir), first.leave()]);
    const database = openDatabase(second.ownerUrl, { max: 1 });
    await expect(database.query({ text: 'select 1' })).resolves.toMatchObject({ rowCount: 1 });
    await database.end();
    await second.leave();
  }
  expect(await pid()).toBe('');
});

it('gives a name to one at a time', async () => {
  const one = await enterEmbeddedPostgres(dataDir);
  const two = await enterEmbeddedPostgres(dataDir);
  expect([await one.claim('worker'), await two.claim('worker'), await two.claim('public')]).toEqual([
    true,
    false,
    true,
  ]);
  await one.leave();
  expect(await two.claim('worker')).toBe(true);
  await two.leave();
});

it('starts in spite of a file whose process id belongs to another process by now', async () => {
  await writeFile(pidFile(), `${process.pid}\n${join(dataDir, 'nowhere')}\n0\n5432\n\n127.0.0.1\n`);
  const embedded = await enterEmbeddedPostgres(dataDir);
  expect(await pid()).not.toBe(String(process.pid));
  await embedded.leave();
});

it('keeps its owner out of what only a superuser may do', async () => {
  const embedded = await enterEmbeddedPostgres(dataDir);
  const database = openDatabase(embedded.ownerUrl, { max: 1 });
  await expect(database.query({ text: `copy (select 1) to program 'true'` })).rejects.toThrow(/permission denied/);
  await database.end();
  await embedded.leave();
});
