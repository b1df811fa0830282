/**
 * Proves that an export ends with its session and after its longest time, goes on while its member is away, and that its connection and its
 * place come back.
 */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Queryable } from '../../platform/db/database.ts';
import type { StaffContext, StaffSession } from '../../platform/http/console/console-context.ts';
import { FileAnswer } from '../../platform/http/file-response.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { listExporter } from './list-file.ts';

const password = { name: 'finance', password: 'Lode@Console1' };
let app: TestApp;
let finance: ReturnType<typeof consoleClient>;
let session: StaffSession;
beforeAll(async () => {
  app = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
});
afterAll(() => app.stop());

async function logIn(): Promise<void> {
  finance = consoleClient(app.console);
  const { data } = await finance.call('loginByPassword', password);
  const { rows } = await app.owner.query<{ id: bigint }>({ text: `select id from staff where name = 'finance'` });
  const named = { ...data, id: BigInt(data.id), staffId: rows[0]?.id ?? 0n, role: 'FINANCE', network: null } as const;
  session = { ...named, idleUntil: new Date(data.idleUntil), expiresAt: new Date(data.expiresAt) };
}

const sheet = { title: '测试', columns: [['数', (row: number) => ({ figure: String(row) })]] } as const;
/** Of which each statement is `statement`, and each part one record. */
function exporter({ parts = 200, statement = 'select 1', longest = 600_000 } = {}) {
  const read: number[] = [];
  const fileOf = listExporter({
    database: app.database,
    staffReads: app.database,
    clock: app.clock,
    recordAudit: app.slices.staff.recordAudit,
    isStillOpen: app.slices.staff.isStillOpen,
    longest,
  })('numbers', sheet, async (db: Queryable, { cursor = '0' }: { cursor?: string }) => {
    const part = Number(cursor) + 1;
    await db.query({ text: part === 1 ? 'select 1' : statement });
    read.push(part);
    return { records: [part], nextCursor: part < parts ? String(part) : null };
  });
  const begin = () => fileOf({ session, now: app.clock.now() } as StaffContext, { reason: 'x' });
  return { read, begin };
}
const streamOf = (answer: FileAnswer | Refusal) => {
  if (!(answer instanceof FileAnswer)) throw new Error('no file came');
  return answer.stream;
};
const openSnapshots = async () =>
  (
    await app.owner.query({
      text: `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
    })
  ).rows.length;

it.each([
  ['is there', async () => undefined],
  ['is away', async () => app.clock.advance({ hours: 2 })],
  [
    'comes back and logs in on the same device',
    async () => {
      app.clock.advance({ hours: 2 });
      expect((await finance.call('session')).code).toBe(10111);
      expect((await finance.call('loginByPassword', password)).code).toBe(200);
    },
  ],
])('goes on while its member %s', async (_, happen) => {
  await logIn();
  const { begin } = exporter({ parts: 3 });
  const answer = await begin();
  await happen();
  expect(await text(streamOf(answer))).toBe('\ufeff数\r\n1\r\n2\r\n3\r\n');
});

/** A second browser of the member. */
async function elsewhere() {
  const { call } = consoleClient(app.console);
  await call('loginByPassword', password);
  return call;
}

it.each([
  ['has logged out', () => finance.call('logout')],
  ['has been logged in for its longest time', async () => app.clock.advance({ hours: 13 })],
  ['has ended it from another browser', async () => (await elsewhere())('endSessions')],
  [
    'has ended it from another browser while it was idle',
    async () => {
      app.clock.advance({ hours: 2 });
      await (await elsewhere())('endSessions');
    },
  ],
  [
    'has logged out of the session that replaced it',
    async () => {
      await finance.call('loginByPassword', password);
      await finance.call('logout');
    },
  ],
  ['is disabled', () => app.owner.query({ text: `update staff set status = 'DISABLED' where name = 'finance'` })],
  ['has another role', () => app.owner.query({ text: `update staff set role = 'SUPPORT' where name = 'finance'` })],
])('ends when its member %s', async (_, happen) => {
  await app.owner.query({ text: `update staff set status = 'ACTIVE' where name = 'finance'` });
  await logIn();
  const { begin, read } = exporter();
  const stream = streamOf(await begin());
  const parts: string[] = [];
  const taken = (async () => {
    for await (const part of stream) {
      parts.push(String(part));
      if (parts.length === 3) await happen();
    }
  })();
  await expect(taken).rejects.toThrow('the session of an export is over');
  // A stream reads some parts ahead.
  expect(read.length).toBeLessThan(30);
  await expect.poll(openSnapshots).toBe(0);
});

it('ends after its longest time, also in the middle of a statement, and gives its place back', async () => {
  await app.owner.query({ text: `update staff set role = 'FINANCE' where name = 'finance'` });
  await logIn();
  const { begin } = exporter({ parts: 2, statement: 'select pg_sleep(20)', longest: 300 });
  const began = performance.now();
  await expect(text(streamOf(await begin()))).rejects.toThrow('canceling statement');
  expect(performance.now() - began).toBeLessThan(10_000);
  await expect.poll(openSnapshots).toBe(0);
  await expect.poll(begin).toBeInstanceOf(FileAnswer);
});
