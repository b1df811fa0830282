// A worker that cannot take its liveness lock does not start: it leaves no job taken and no connection open.
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { enqueue, startJobRunner } from './jobs.ts';
import type * as livenessLock from './liveness-lock.ts';
import { holdLivenessLock } from './liveness-lock.ts';

vi.mock('./liveness-lock.ts', async (original) => {
  const real = await original<typeof livenessLock>();
  // Nothing listens there.
  return {
    holdLivenessLock: (_: string, workerId: string) => real.holdLivenessLock('postgres://127.0.0.1:1/none', workerId),
  };
});

let test: TestDatabase;
const log = pino({ level: 'silent' });
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const connections = async () =>
  (
    await test.database.query({
      text: `select from pg_stat_activity where datname = current_database() and application_name like 'lode-worker%'`,
    })
  ).rows.length;

it('says why, and stops what it had begun', async () => {
  const done: unknown[] = [];
  const jobs = { note: async (payload: unknown) => void done.push(payload) };
  await expect(startJobRunner({ databaseUrl: test.url, jobs, log })).rejects.toThrow('ECONNREFUSED');
  await expect.poll(connections, { timeout: 10_000 }).toBe(0);
  await enqueue(test.database, 'note', 'for another worker');
  const { rows } = await test.database.query({ text: 'select locked_by, attempts from graphile_worker.jobs' });
  expect(rows).toEqual([{ locked_by: null, attempts: 0 }]);
  expect(done).toEqual([]);
});

it('is not retried after its caller got the error', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await expect(holdLivenessLock(test.url, 'a worker')).rejects.toThrow('ECONNREFUSED');
    // The end event comes one turn later than the failure.
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
