// The link of a notice freezes withdrawals: who reads the queue cannot use it, who writes the queue cannot send it elsewhere.
import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { manualClock } from '../../platform/clock/clock.ts';
import { enqueue, runDueJobs } from '../../platform/jobs/jobs.ts';
import { silentLog } from '../../platform/log/event-log.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import type { Message } from './message.ts';
import { queueNotice, sendMessage, sendMessageJob } from './messages.jobs.ts';

const pepper = randomBytes(32);
const clock = manualClock('2026-03-10T04:00:00Z');
const expiresAt = new Date('2026-03-11T04:00:00Z');
const token = 'T'.repeat(43);
const link = { url: `https://lode.example/not_me?token=${token}`, token };
const notice = { to: '13900001234', text: '139****1234 于 03-10 12:00 已登录。', at: '2026-03-10T04:00:00.000Z', link };

let test: TestDatabase;
const delivered: Message[] = [];
beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(async () => {
  await test.owner.query({ text: 'delete from graphile_worker._private_jobs' });
  delivered.length = 0;
});
afterAll(() => test.drop());

const work = () =>
  runDueJobs({
    databaseUrl: test.url,
    jobs: {
      [sendMessageJob]: sendMessage({
        driver: { send: async (one) => void delivered.push(one) },
        clock,
        pepper,
        isAddress: async () => true,
        log: silentLog,
      }),
    },
    log: pino({ level: 'silent' }),
  });

async function queueAsAttacker(): Promise<string> {
  const { rows } = await test.database.query({
    text: 'select row_to_json(job)::text as job from graphile_worker._private_jobs job',
  });
  return JSON.stringify(rows);
}

it('cannot be read in the queue, and reaches its recipient whole', async () => {
  await queueNotice(test.database, pepper, notice, expiresAt);
  expect(await queueAsAttacker()).toContain(notice.to);
  expect(await queueAsAttacker()).not.toContain(token);
  await work();
  expect(delivered).toEqual([{ ...notice, scene: 'NOTICE' }]);
  // Broken control: the attacker does find a link that is queued as it is, and it is not sent.
  await enqueue(test.database, sendMessageJob, { ...notice, scene: 'NOTICE' });
  expect(await queueAsAttacker()).toContain(token);
  delivered.length = 0;
  await work();
  expect(delivered).toEqual([{ to: notice.to, text: notice.text, at: notice.at, scene: 'NOTICE' }]);
});

it.each([
  ['recipient', { to: '13900006666' }],
  ['text', { text: 'another' }],
  ['end', { expiresAt: '2026-03-12T04:00:00.000Z' }],
  ['seal', { sealedLink: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
])('is not sent with another %s', async (_what, change) => {
  await queueNotice(test.database, pepper, notice, expiresAt);
  await test.database.query({
    text: `update graphile_worker._private_jobs set payload = (payload::jsonb || $1::jsonb)::json, run_at = now()`,
    values: [JSON.stringify(change)],
  });
  await work();
  expect(delivered).toEqual([]);
  expect(await queueAsAttacker()).toContain('the link was not sealed for this message');
});
