// Who watches over the audit log reads who did what, and no contact of a customer in full; the log itself keeps what was said.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorityOf } from '../../platform/staff/authority.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';

let app: TestApp;
let auditor: ReturnType<typeof consoleClient>;
beforeAll(async () => {
  app = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  auditor = consoleClient(app.console);
  await auditor.call('loginByPassword', { name: 'auditor', password: 'Lode@Console1' });
});
afterAll(() => app.stop());

const read = async (action: string) => (await auditor.call('auditLog', { action })).data.records;
const stored = async (action: string) =>
  (
    await app.owner.query<{ reason: string; detail: Record<string, unknown> }>({
      text: 'select reason, detail from audit_log where action = $1 order by id desc',
      values: [action],
    })
  ).rows;

it('shows contacts masked in reason, subject and every text of the detail, and keeps them in the log', async () => {
  const [phone, mail] = ['13800009999', 'new.name@example.com'];
  await auditor.call('search', { text: ` ${phone} ` });
  const [searched] = await read('search');
  expect(JSON.parse(searched?.detail ?? '')).toMatchObject({ text: ' 138****99 ', found: 0 });

  const { rows } = await app.owner.query<{ id: bigint }>({ text: `select id from staff where name = 'finance'` });
  const by = { id: 0n, staffId: rows[0]?.id ?? 0n, name: 'finance', role: 'FINANCE', network: null } as const;
  const detail = {
    options: JSON.stringify({ account: phone, to: mail }),
    before: `called ${phone}, ${mail}`,
    // 15,000 USDT.
    amount: '15000000000',
    to: '15000000000',
  };
  const line = { at: app.clock.now(), authority: authorityOf(by), action: 'test:line' };
  await app.slices.staff.recordAudit(app.owner, {
    ...line,
    subject: `file ${phone}.csv`,
    reason: `asked by ${mail}`,
    detail,
  });
  const [shown] = await read('test:line');
  expect(shown).toMatchObject({ subject: 'file 138****99.csv', reason: 'asked by new****@example.com' });
  expect(JSON.parse(shown?.detail ?? '')).toMatchObject({
    options: '{"account":"138****99","to":"new****@example.com"}',
    before: 'called 138****99, new****@example.com',
    amount: '15000000000',
    to: '150****00',
  });
  expect(await stored('test:line')).toMatchObject([{ reason: `asked by ${mail}`, detail }]);
  expect(await stored('search')).toMatchObject([{ detail: { text: ` ${phone} ` } }]);
});

it('shows a setting as it was and became: the contact of the support is no customer', async () => {
  const { rows } = await app.owner.query<{ id: bigint }>({ text: `select id from staff where name = 'admin'` });
  const by = { id: 0n, staffId: rows[0]?.id ?? 0n, name: 'admin', role: 'ADMIN', network: null } as const;
  const detail = { before: '"13800009999"', value: '"help@example.com"' };
  await app.slices.staff.recordAudit(app.owner, {
    at: app.clock.now(),
    authority: authorityOf(by),
    action: 'setting:set',
    subject: 'setting support.contact',
    reason: 'moved',
    detail,
  });
  expect(JSON.parse((await read('setting:set'))[0]?.detail ?? '')).toMatchObject(detail);
});
