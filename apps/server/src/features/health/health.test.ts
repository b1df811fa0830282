// What the page of the system's state shows is what the database has: a job that is given up is listed without what it carries, and
// begins anew for those who may, once, with a line of the audit log; each check turns with what it is read from.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';

let app: TestApp;
let auditor: ReturnType<typeof consoleClient>;
let finance: ReturnType<typeof consoleClient>;

beforeAll(async () => {
  app = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  [auditor, finance] = await Promise.all([loggedIn('auditor'), loggedIn('finance')]);
});
afterAll(() => app.stop());

async function loggedIn(name: string) {
  const client = consoleClient(app.console);
  await client.call('loginByPassword', { name, password: 'Lode@Console1' });
  return client;
}

const health = async () => (await auditor.call('health')).data;
const checkOf = async (kind: string, subject = '') =>
  (await health()).checks.find((one) => one.kind === kind && one.subject === subject);
const sql = (text: string, values: unknown[] = []) => app.owner.query({ text, values });

/** A job as the worker leaves it when the last attempt has failed. */
async function failedJob(task: string, payload: object): Promise<string> {
  const { rows } = await app.owner.query<{ id: string }>({
    text: `with added as (select id from graphile_worker.add_job($1, $2::json, max_attempts := 3))
      select id::text from added`,
    values: [task, JSON.stringify(payload)],
  });
  const id = rows[0]?.id ?? '';
  await sql(
    `update graphile_worker._private_jobs set attempts = 3, last_error = 'mail of 13800001234 was refused', updated_at = now() - interval '2 hours' where id = $1`,
    [id],
  );
  return id;
}

it('shows a job that is given up, and nothing of what it carries', async () => {
  const message = await failedJob('send-message', { to: 'secret@example.com', sealedCode: 'abc', id: '9' });
  const payment = await failedJob('withdrawal-broadcast', { id: '7' });
  const { data } = await auditor.call('health');
  expect(JSON.stringify(data)).not.toContain('secret');
  expect(data.failedJobs).toMatchObject([
    { id: message, task: 'send-message', withdrawal: null, attempts: 3, error: 'mail of 138****34 was refused' },
    { id: payment, task: 'withdrawal-broadcast', withdrawal: '7' },
  ]);
  const hours = (Date.parse(data.readAt) - Date.parse(data.failedJobs[0]?.failedAt ?? '')) / 3_600_000;
  expect(hours).toBeCloseTo(2, 1);
});

it('begins it anew for who may, once, and says so in the audit log', async () => {
  const [job] = (await health()).failedJobs;
  const id = job?.id ?? '';
  expect((await auditor.call('retryJob', { id, reason: 'x' })).status).toBe(403);
  expect((await finance.call('retryJob', { id, reason: '邮件服务恢复' })).code).toBe(200);
  expect((await health()).failedJobs.map((one) => one.id)).not.toContain(id);
  const { rows } = await sql(
    `select attempts, run_at <= now() as "isDue", last_error from graphile_worker.jobs where id = $1`,
    [id],
  );
  expect(rows).toMatchObject([{ attempts: 0, isDue: true }]);
  expect((await finance.call('retryJob', { id, reason: 'x' })).data).toMatchObject({
    reason: `没有已放弃的任务 ${id}：它可能已经重新开始`,
  });
  const log = await sql(
    `select subject, reason, detail->>'task' as task from audit_log where action = 'job:retry' order by id`,
  );
  expect(log.rows).toEqual([{ subject: `job ${id}`, reason: '邮件服务恢复', task: 'send-message' }]);
});

it('a job that runs or has attempts left is not begun anew', async () => {
  const { rows } = await sql(`select id::text from graphile_worker.add_job('withdrawal-sign', '{"id":"8"}'::json)`);
  const [{ id }] = rows as [{ id: string }];
  expect((await finance.call('retryJob', { id, reason: 'x' })).code).toBe(40008);
  const [payment] = (await health()).failedJobs;
  await sql(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = $1`, [payment?.id]);
  expect((await health()).failedJobs).toEqual([]);
  expect((await finance.call('retryJob', { id: payment?.id ?? '', reason: 'x' })).code).toBe(40008);
  expect(await checkOf('JOBS')).toMatchObject({ state: 'OK', detail: '1' });
});

it('a job that is due and does not begin is seen', async () => {
  await sql(`update graphile_worker._private_jobs set run_at = now() - interval '11 minutes' where locked_at is null`);
  const found = await checkOf('JOBS');
  expect(found).toMatchObject({ state: 'ATTENTION' });
  expect(Date.parse((await health()).readAt) - Date.parse(found?.since ?? '')).toBeGreaterThanOrEqual(660_000);
});

it('no worker lives, until one holds its lock: that of another role is none', async () => {
  const held = (name: string) => ({
    text: `select pg_advisory_lock_shared(hashtext('lode-worker'), hashtext($1))`,
    values: [name],
  });
  const other = await holderOf(app.partUrls.staff, held('of the staff'));
  expect(await checkOf('WORKER')).toMatchObject({ state: 'BLOCKED', value: '0' });
  const worker = await holderOf(app.partUrls.worker, held('of the worker'));
  expect(await checkOf('WORKER')).toMatchObject({ state: 'OK', value: '1' });
  await Promise.all([other.end(), worker.end()]);
});

async function holderOf(connectionString: string, lock: { text: string; values: string[] }): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(lock);
  return client;
}

it('a chain that is not followed stands there once, with its alert’s words', async () => {
  expect(await checkOf('WATCHER', 'BITCOIN')).toMatchObject({ state: 'UNKNOWN', value: null });
  await app.slices.alerts.raiseAlert(
    app.database,
    { kind: 'watcher-stopped', subject: 'BITCOIN', message: 'BITCOIN is not followed: down' },
    app.clock.now(),
  );
  expect(await checkOf('WATCHER', 'BITCOIN')).toMatchObject({
    state: 'BLOCKED',
    detail: 'BITCOIN is not followed: down',
    since: app.clock.now().toISOString(),
  });
  const other = { kind: 'second-node', subject: 'BITCOIN', message: 'waits' };
  await app.slices.alerts.raiseAlert(app.database, other, app.clock.now());
  expect((await health()).alerts).toMatchObject([other]);
});

it('the books stop payments while no check holds, and the page says why', async () => {
  expect(await checkOf('BOOKS_CHECK')).toMatchObject({ state: 'BLOCKED', value: null });
  await app.slices.books.checkNow([], app.clock.now());
  expect(await checkOf('BOOKS_CHECK')).toMatchObject({ state: 'OK', value: '0', since: app.clock.now().toISOString() });
  app.clock.advance({ hours: 27 });
  auditor = await loggedIn('auditor');
  expect(await checkOf('BOOKS_CHECK')).toMatchObject({ state: 'BLOCKED' });
});

it('a refused day, the last closed one and the connections are those of the database', async () => {
  expect(await checkOf('DAY', 'mining')).toMatchObject({ state: 'UNKNOWN', value: null });
  await sql(
    `insert into day_close_refusal (kind, date, at, count, reasons) values ('mining', '2026-03-09', $1, 2, '["a","b"]')`,
    [app.clock.now()],
  );
  expect(await checkOf('DAY', 'mining')).toMatchObject({ state: 'BLOCKED', detail: '2026-03-09 2' });
  const sessions = await checkOf('CONNECTIONS');
  expect(Number(sessions?.value)).toBeGreaterThan(0);
  expect(Number(sessions?.bound)).toBeGreaterThan(Number(sessions?.value));
});

it('what nothing measures is absent', async () => {
  const { checks } = await health();
  expect(checks.map(({ kind }) => kind)).not.toContain('ARCHIVE');
  expect(new Set(checks.map(({ kind, subject }) => `${kind} ${subject}`)).size).toBe(checks.length);
});
