// A job exists if and only if the transaction that wrote it was committed, is done by the server's own role, and is tried
// again when it fails.
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { enqueue, runDueJobs, startJobRunner, untilDone } from './jobs.ts';

let test: TestDatabase;
const logged: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
const done: unknown[] = [];
const jobs = {
  note: async (payload: unknown) => void done.push(payload),
  fail: () => Promise.reject(new Error('no luck')),
};
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const runAll = () => runDueJobs({ databaseUrl: test.url, jobs, log });

it('does what a committed transaction asked for, and nothing of one that was rolled back', async () => {
  await test.database.transaction((dbTx) => enqueue(dbTx, 'note', { number: 1 }));
  const undone = test.database.transaction(async (dbTx) => {
    await enqueue(dbTx, 'note', { number: 2 });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await runAll();
  expect(done).toEqual([{ number: 1 }]);
});

it('picks a new job up at once, without being asked', async () => {
  const runner = await startJobRunner({ databaseUrl: test.url, jobs, log, crontab: '0 0 1 1 * note' });
  await enqueue(test.database, 'note', 'quick');
  const asked = Date.now();
  await untilDone(test.database, 'note', 5000);
  expect(Date.now() - asked).toBeLessThan(1500);
  expect(done).toContain('quick');
  await runner.stop();
});

it('gives a job up after its last attempt, and logs why but not what it carried', async () => {
  await enqueue(test.database, 'fail', { secret: 'canary7Canary' }, { maxAttempts: 1 });
  await runAll();
  const { rows } = await test.database.query({
    text: `select attempts, last_error from graphile_worker.jobs where task_identifier = 'fail'`,
  });
  expect(rows).toEqual([{ attempts: 1, last_error: expect.stringContaining('no luck') }]);
  expect(logged.join('')).toContain('no luck');
  expect(logged.join('')).not.toContain('canary7Canary');
});

it('waits no longer than its timeout', async () => {
  await enqueue(test.database, 'job-without-handler', {});
  const asked = Date.now();
  await untilDone(test.database, 'job-without-handler', 100);
  expect(Date.now() - asked).toBeLessThan(1000);
});
