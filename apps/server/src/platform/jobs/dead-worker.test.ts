// What a killed worker had taken is done by another, and what a living one has taken is left to it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { bundled } from '../../testing/bundled.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { projectFolder } from '../project-folder.ts';
import { enqueue, startJobRunner, untilDone } from './jobs.ts';
import { unlockStaleJobs } from './stale-job-locks.ts';

let test: TestDatabase;
let worker: ChildProcess | undefined;
const done: unknown[] = [];
const source = 'apps/server/src/platform/jobs/testing/job-process.ts';
const log = pino({ level: 'silent' });

beforeAll(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  if (worker && worker.exitCode === null && worker.signalCode === null) await kill(worker);
});
afterAll(() => test.drop());

/** A real process that has taken the job and holds it. */
async function startTaker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [await bundled(source)], {
    cwd: projectFolder,
    env: { ...process.env, DATABASE_URL: test.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  worker = child;
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const startHeir = () =>
  startJobRunner({
    databaseUrl: test.url,
    jobs: { outlive: async (payload) => void done.push(payload) },
    log,
    takeOverMs: 200,
  });

it('takes over the job of a worker that was killed, long before the queue gives it up', async () => {
  await enqueue(test.database, 'outlive', 'orphaned');
  await kill(await startTaker());
  const heir = await startHeir();
  await untilDone(test.database, 'outlive', 30_000);
  await heir.stop();
  expect(done).toEqual(['orphaned']);
});

it('leaves a living worker its job, however long it takes', async () => {
  await enqueue(test.database, 'outlive', 'held');
  await startTaker();
  const lockedBy = async () =>
    (
      await test.database.query({
        text: `select locked_by from graphile_worker.jobs where task_identifier = 'outlive'`,
      })
    ).rows[0];
  const holder = await lockedBy();
  expect(holder).toMatchObject({ locked_by: expect.stringContaining('pool-') });
  await expect.poll(holdsLock, { timeout: 30_000 }).toBe(true);
  await test.database.query({ text: unlockStaleJobs, values: [0] });
  expect(await lockedBy()).toEqual(holder);
});

async function holdsLock(): Promise<boolean> {
  const { rows } = await test.database.query<{ held: boolean }>({
    text: `select exists (select from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted
             and database = (select oid from pg_database where datname = current_database())) as held`,
  });
  return rows[0]?.held ?? false;
}
