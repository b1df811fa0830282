// A process for customers that was taken over holds locks that the worker needs: it stops the house until its session is ended.
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { awaitWaitingConnections } from '../../testing/lock-waiters.ts';
import { type Database, openDatabase } from '../db/database.ts';
import type { Alert } from '../log/alerts.ts';
import { enqueue } from './jobs.ts';
import { lockWatch } from './lock-watch.ts';
import { unlockStaleJobs } from './stale-job-locks.ts';

let test: TestDatabase;
let worker: Database;
let clients: pg.Client[] = [];
let early: unknown;
const alerts: Alert[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  worker = openDatabase(test.partUrls.worker, { max: 2 });
  for (const text of [
    `insert into customer (account, password_hash, funds_password_hash, created_at) values ('13900000001', 'x', 'x', now())`,
    'insert into electricity_account (customer_id) values (10001)',
  ])
    await test.owner.query({ text });
  early = await worker.query({ text: `select end_lock_holders('0')` }).catch((error: Error) => error.message);
  // Time is what the function measures itself: nothing here waits for 20 seconds.
  const { rows } = await test.owner.query<{ text: string }>({
    text: `select pg_get_functiondef('end_lock_holders'::regproc) as text`,
  });
  const text = rows[0]?.text ?? '';
  for (const instant of [`after < interval '20 seconds'`, `clock_timestamp() - after`]) expect(text).toContain(instant);
  await test.owner.query({
    text: text
      .replace(`after < interval '20 seconds'`, 'after is null')
      .replace('clock_timestamp() - after', 'clock_timestamp()'),
  });
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
  clients = [];
});
afterAll(async () => {
  await worker.end();
  await test.drop();
});

async function session(part: 'public' | 'worker' | 'staff', ...statements: string[]): Promise<pg.Client> {
  const client = new pg.Client(test.partUrls[part]);
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  for (const text of statements) await client.query(text);
  return client;
}

const watch = () =>
  lockWatch(
    worker,
    {
      raiseAlert: async (_db, alert) => {
        alerts.push(alert);
        return false;
      },
      announceAlert: () => undefined,
    },
    pino({ level: 'silent' }),
  )(new Date());

/** What a session says of itself; an ended one says nothing. */
const lives = (client: pg.Client) =>
  client.query('select').then(
    () => true,
    () => false,
  );

const advisory = `select pg_advisory_lock(hashtext('day-close'), hashtext('2026-01-01'))`;
const row = 'select from electricity_account where customer_id = 10001 for update';
describe.each([
  ['an advisory lock', advisory, advisory],
  ['a row', `begin; ${row}`, row],
  [
    'a table',
    'begin; lock table funds_password_attempt in access exclusive mode',
    'select from funds_password_attempt limit 1',
  ],
])('a customers’ session that holds %s', (_what, taken, wanted) => {
  it('is ended, and the worker goes on; another that held nothing up is spared', async () => {
    const [thief, bystander] = [await session('public', taken), await session('public', `begin; select from site`)];
    const needy = await session('worker');
    const done = needy.query(wanted);
    await awaitWaitingConnections(test.owner, 1);
    alerts.length = 0;
    await watch();
    await done;
    expect(await Promise.all([thief, bystander].map(lives))).toEqual([false, true]);
    expect(alerts).toMatchObject([
      { kind: 'lock-held', message: expect.stringContaining('1 waited for: it was ended') },
    ]);
  });
});

it('is ended with what it put before the worker in the queue', async () => {
  // The first lets the worker pass, the second does not, and waits for the first.
  const reader = await session('public', 'begin; lock table funds_password_attempt in access share mode');
  const queued = await session('public', 'begin');
  const never = queued.query('lock table funds_password_attempt in access exclusive mode').catch(() => 'ended');
  await awaitWaitingConnections(test.owner, 1);
  const done = (await session('worker')).query('select from funds_password_attempt limit 1');
  await awaitWaitingConnections(test.owner, 2);
  await watch();
  await done;
  expect(await never).toBe('ended');
  expect(await lives(reader)).toBe(true);
});

it('an honest one is spared that waits for the worker itself', async () => {
  const slow = await session('worker', 'begin; lock table funds_password_attempt in share mode');
  const honest = await session('public', 'begin');
  const waits = honest.query('delete from funds_password_attempt where customer_id = 0');
  await awaitWaitingConnections(test.owner, 1);
  const done = (await session('worker', 'begin')).query('lock table funds_password_attempt in share mode');
  await awaitWaitingConnections(test.owner, 2);
  await watch();
  expect(await Promise.all([slow.query('commit'), waits, honest.query('commit'), done])).toHaveLength(4);
});

const ofAll = 'where is_for_customers_only(a.usesysid)';
/** Runs with another text in place of a rule of the function, on the sessions of this test alone: others share its PostgreSQL. */
async function withRule<T>(rule: string, other: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await test.owner.query<{ text: string }>({
    text: `select pg_get_functiondef('end_hoarders'::regproc) as text`,
  });
  const text = rows[0]?.text ?? '';
  for (const part of [rule, ofAll]) expect(text).toContain(part);
  const ofTest = `${ofAll} and a.datname = current_database()`;
  await test.owner.query({ text: text.replace(ofAll, ofTest).replace(rule, other) });
  try {
    return await work();
  } finally {
    await test.owner.query({ text });
  }
}

const manyLocks = (most: number) => `select pg_advisory_lock(${most}, n) from generate_series(1, ${most}) n`;
const never = [['most_locks constant int := 100', 'most_locks constant int := 1000000'] as const];
describe.each([
  ['holds many locks, and none waits for it', manyLocks(101), manyLocks(100), ['', ''], never],
  [
    'holds many tables of its own',
    `begin; ${Array.from({ length: 60 }, (_, n) => `create temporary table t${n} (a text)`).join(';')}`,
    'begin; select from ledger.posting limit 1',
    ['', ''],
    never,
  ],
  ['stays in a transaction', 'begin; select', 'select', [`interval '1 hour'`, `interval '0'`], []],
  [
    'holds up notifications',
    'listen house; begin; select',
    'listen house',
    [
      `is_queue_filling and a.xact_start < clock_timestamp() - interval '1 minute'`,
      'not is_queue_filling and a.xact_start < clock_timestamp()',
    ],
    [],
  ],
] as const)('a customers’ session that %s', (_what, taken, honest, sooner, withoutRule) => {
  it('is ended', async () => {
    const [thief, bystander] = [await session('public', taken), await session('public', honest)];
    alerts.length = 0;
    await withRule(sooner[0], sooner[1], watch);
    expect(await Promise.all([thief, bystander].map(lives))).toEqual([false, true]);
    expect(alerts).toMatchObject([{ kind: 'lock-held', message: expect.stringContaining('it was ended') }]);
  });
  it.each(withoutRule)('would go on (broken control)', async (rule, other) => {
    const thief = await session('public', taken);
    await withRule(rule, other, watch);
    expect(await lives(thief)).toBe(true);
  });
});

it('a worker’s own are its own', async () => {
  const worker = await session('worker', manyLocks(101));
  await watch();
  expect(await lives(worker)).toBe(true);
});

it('is not ended in a hurry', () => expect(early).toContain('20 seconds and later'));

describe('a customers’ session that says it is a worker', () => {
  it('keeps no jobs of a dead one', async () => {
    await enqueue(test.owner, 'note', 'x');
    const { rows } = await test.owner.query({
      text: `update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '1 hour' returning id`,
    });
    expect(rows).toHaveLength(1);
    await session('public', `select pg_advisory_lock_shared(hashtext('lode-worker'), hashtext('dead'))`);
    await worker.query({ text: unlockStaleJobs, values: [0] });
    const { rows: left } = await test.owner.query({ text: 'select locked_by from graphile_worker.jobs' });
    expect(left).toEqual([{ locked_by: null }]);
  });
});
