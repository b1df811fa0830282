/** Proves what a member is said to have handled today: the own acts and decisions, and of an approved one only whose approval it was. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleOrigin, type StaffClients, staffClients } from '../../testing/console-client.ts';

let app: TestApp;
let by: StaffClients;
beforeAll(async () => {
  // 00:30 in Shanghai.
  app = await startTestApp({ now: '2026-03-09T16:30:00.000Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  by = await staffClients(app.console, ['finance', 'approver', 'support']);
});
afterAll(() => app?.stop());

/** As the server writes it. */
async function line(at: string, staff: string, action: string, subject: string, approver: string | null = null) {
  await app.owner.query({
    text: `insert into audit_log (at, staff_id, approved_by, action, subject, reason)
           select $1, s.id, (select id from staff where name = $5), $3, $4, 'r' from staff s where s.name = $2`,
    values: [at, staff, action, subject, approver],
  });
}
const handled = async (name: string) => (await by(name).call('workQueue')).data.handled;

it('is nothing before anything is done', async () => {
  await line('2026-03-09T15:59:59Z', 'finance', 'withdrawal:propose', 'withdrawal 1');
  await line('2026-03-09T15:59:59Z', 'finance', 'setting:change', 'setting webview.hosts', 'approver');
  expect(await handled('finance')).toEqual({ actions: [], isCut: false, last: null });
});

it('counts each own act since midnight in Shanghai, and none of what was only looked at', async () => {
  await line('2026-03-09T16:00:00Z', 'finance', 'withdrawal:propose', 'withdrawal 2');
  await line('2026-03-09T16:00:01Z', 'finance', 'withdrawal:propose', 'withdrawal 3');
  await line('2026-03-09T16:00:02Z', 'finance', 'proposal:new', 'proposal 7');
  await line('2026-03-09T16:00:03Z', 'finance', 'customer:show', 'customer 13800000001');
  await line('2026-03-09T16:00:04Z', 'support', 'customer:change', 'customer 13800000001');
  expect(await handled('finance')).toEqual({
    actions: [
      { action: 'proposal:new', count: 1 },
      { action: 'withdrawal:propose', count: 2 },
    ],
    isCut: false,
    last: { action: 'proposal:new', subject: 'proposal 7', at: '2026-03-09T16:00:02.000Z' },
  });
  expect(await handled('support')).toEqual({
    actions: [{ action: 'customer:change', count: 1 }],
    isCut: false,
    last: { action: 'customer:change', subject: 'customer 138****01', at: '2026-03-09T16:00:04.000Z' },
  });
});

it('of what a second person approved, it is of that person', async () => {
  const before = await handled('finance');
  await line('2026-03-09T16:00:05Z', 'finance', 'treasury:pay', 'TREASURY BTC', 'approver');
  expect(await handled('finance')).toEqual(before);
  expect(await handled('approver')).toMatchObject({ actions: [{ action: 'treasury:pay', count: 1 }] });
});

it('says that there may be more, where the newest lines do not reach back to midnight', async () => {
  await app.owner.query({
    text: `insert into audit_log (at, staff_id, action, subject, reason)
           select '2026-03-09T16:10:00Z', id, 'customer:show', 'customer 1', 'r' from staff, generate_series(1, 2000) where name = 'support'`,
  });
  expect(await handled('support')).toEqual({ actions: [], isCut: true, last: null });
});
