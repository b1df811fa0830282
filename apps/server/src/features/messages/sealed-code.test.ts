// A code waits in the queue as it does in its table: who reads the database cannot use it, who writes it cannot redirect it.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { manualClock } from '../../platform/clock/clock.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { enqueue, runDueJobs } from '../../platform/jobs/jobs.ts';
import { silentLog } from '../../platform/log/event-log.ts';
import { createLog } from '../../platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import type { CodeMessage, Message } from './message.ts';
import { queueMessage, sendMessage, sendMessageJob } from './messages.jobs.ts';

const pepper = randomBytes(32);
const clock = manualClock('2026-03-10T04:00:00Z');
const expiresAt = new Date('2026-03-10T04:10:00Z');
const payment = { coin: 'BTC', address: 'bcrt1qreceiver', amount: '0.5' };
const message: CodeMessage = { to: '13900001234', scene: 'WITHDRAW', code: '918273', payment };

let test: TestDatabase;
const delivered: Message[] = [];
let fails = false;
const logged: string[] = [];
beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(async () => {
  await test.owner.query({ text: 'delete from graphile_worker._private_jobs' });
  delivered.length = 0;
  fails = false;
});
afterAll(() => test.drop());

const driver = {
  send: async (one: Message) => {
    if (fails) throw new Error('the provider is down');
    delivered.push(one);
  },
};
const isAddress = async (_coin: string, text: string) => text === payment.address;
const dropped: unknown[] = [];

const work = () =>
  runDueJobs({
    databaseUrl: test.url,
    jobs: {
      [sendMessageJob]: sendMessage({
        driver,
        clock,
        pepper,
        isAddress,
        log: { ...silentLog, error: (event) => void dropped.push(event) },
      }),
    },
    log: createLog(loadConfig({ LOG_LEVEL: 'trace' }), { write: (line: string) => void logged.push(line) }),
  });

/** All that the queue holds, as the thief of a backup or of the server's role reads it. */
async function queueAsAttacker(): Promise<string> {
  const { rows } = await test.database.query({
    text: 'select row_to_json(job)::text as job from graphile_worker._private_jobs job',
  });
  return JSON.stringify(rows);
}

/** What the attacker with the server's role makes of the queued message. */
const rewrite = (change: string) =>
  test.database.query({
    text: `update graphile_worker._private_jobs set payload = (payload::jsonb || '${change}')::json, run_at = now()`,
  });

it('cannot be read in the queue, before and after a failure, nor in the log', async () => {
  await queueMessage(test.database, pepper, message, expiresAt);
  expect(await queueAsAttacker()).toContain(message.to);
  expect(await queueAsAttacker()).not.toContain(message.code);
  fails = true;
  await work();
  expect(await queueAsAttacker()).toContain('the provider is down');
  expect(await queueAsAttacker()).not.toContain(message.code);
  expect(logged.join()).not.toContain(message.code);

  // Broken control: the attacker does find a code that is queued as it is.
  await enqueue(test.database, sendMessageJob, message);
  expect(await queueAsAttacker()).toContain(message.code);
});

it('reaches its recipient whole', async () => {
  await queueMessage(test.database, pepper, message, expiresAt);
  await work();
  expect(delivered).toEqual([message]);
  expect(await queueAsAttacker()).toBe('[]');
});

it('with a text where its address stands is dropped with a log line that does not repeat it', async () => {
  const address = 'open lode-safe.example';
  await queueMessage(test.database, pepper, { ...message, payment: { ...payment, address } }, expiresAt);
  await work();
  expect(delivered).toEqual([]);
  expect(await queueAsAttacker()).toBe('[]');
  expect(dropped).toEqual([{ event: 'message.code-dropped', scene: 'WITHDRAW', wrong: 'address' }]);
});

it.each([
  ['recipient', '{"to":"13900006666"}'],
  ['scene', '{"scene":"LOGIN"}'],
  ['payment', '{"payment":{"coin":"BTC","address":"bcrt1qthief","amount":"0.5"}}'],
  ['end', '{"expiresAt":"2026-03-10T04:11:00.000Z"}'],
  ['seal', '{"sealedCode":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}'],
  ['code', '{"sealedCode":null,"code":"111111"}'],
])('is not sent with another %s', async (_what, change) => {
  await queueMessage(test.database, pepper, message, expiresAt);
  await rewrite(change);
  await work();
  expect(delivered).toEqual([]);
  expect(await queueAsAttacker()).toContain('was not sealed for this message');
});

it('is not readable with another pepper, and two seals of one code differ', async () => {
  await queueMessage(test.database, randomBytes(32), message, expiresAt);
  await work();
  expect(delivered).toEqual([]);
  await test.owner.query({ text: 'delete from graphile_worker._private_jobs' });
  for (const _ of [1, 2]) await queueMessage(test.database, pepper, message, expiresAt);
  const { rows } = await test.database.query({
    text: `select count(distinct payload ->> 'sealedCode')::int as seals from graphile_worker._private_jobs`,
  });
  expect(rows).toEqual([{ seals: 2 }]);
});
