// Proves that an action proposed in the console is the command's: described, stored with where it came from, carried out by another
// person, and refused where what was read has changed since.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staffRoles } from '../../platform/staff/authority.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';

let app: TestApp;
let admin: ReturnType<typeof consoleClient>;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  admin = consoleClient(app.console);
  await admin.call('loginByPassword', { name: 'admin', password: 'Lode@Console1' });
});
afterAll(() => app.stop());

const action = 'setting:change';
const minimumOf = (value: string) => ({ key: 'coin-up.min.BTC', value: JSON.stringify(value) });
const approve = (id: string) => {
  const { staff, findHandler } = app.slices;
  return runCommand(app, staff.proposalCommands(findHandler).approve, `--id ${id} --by approver`);
};
const countProposals = async () => (await app.owner.query({ text: 'select from staff_proposal' })).rowCount;

it('is read before it is stored, and is then what another person carries out', async () => {
  const before = await countProposals();
  const preview = await admin.call('previewProposal', { action, options: minimumOf('0.00200000') });
  const summary = '「COIN UP 最低转入 · BTC」批准后立即由 0.001 BTC 改为 0.002 BTC';
  expect(preview.data).toEqual({ summary });
  expect(await countProposals()).toBe(before);
  const { data } = await admin.call('propose', { action, options: minimumOf('0.00200000'), reason: ' more ' });
  expect(data.summary).toBe(summary);
  const stored = await app.owner.query({
    text: 'select summary, summary_zh from staff_proposal where id = $1',
    values: [data.id],
  });
  const english = 'coin-up.min.BTC changes as soon as it is approved from "0.00100000" to "0.00200000"';
  expect(stored.rows).toEqual([{ summary: english, summary_zh: summary }]);
  const { rows } = await app.owner.query<{ reason: string; detail: Record<string, string> }>({
    text: 'select reason, detail from audit_log where subject = $1',
    values: [`proposal ${data.id}`],
  });
  expect(rows).toEqual([
    { reason: 'more', detail: { action, session: expect.stringMatching(/^\d+$/), origin: '203.0.113.0/24' } },
  ]);
  expect((await approve(data.id)).exit).toBe(0);
  const settings = await app.slices.settings.settingsAt(app.database, ['coin-up.min.BTC'], app.clock.now());
  expect(settings['coin-up.min.BTC']).toBe('0.00200000');
});

it('is offered as a form by role, with the options of its command, and carries out what was typed there', async () => {
  const formsOf = async (name: string) => {
    const client = consoleClient(app.console, { ip: '203.0.113.9' });
    await client.call('loginByPassword', { name, password: 'Lode@Console1' });
    return { client, forms: (await client.call('proposalForms')).data };
  };
  const finance = await formsOf('finance');
  expect(finance.forms.map((form: { action: string }) => form.action)).toEqual([
    'charge:adjust',
    'cold:refill',
    'customer:second-factor-remove',
    'destination:add',
    'suspense:reopen',
    'treasury:pay',
    'treasury:pay-in',
    'treasury:take-out',
  ]);
  expect((await formsOf('support')).forms).toMatchObject([
    { action: 'customer:second-factor-remove', fields: [{ name: 'account' }, { name: 'id' }] },
  ]);
  expect((await formsOf('operations')).forms).toEqual([]);
  const { client, forms } = await formsOf('admin');
  expect(forms.find((form: { action: string }) => form.action === 'staff:role')).toEqual({
    action: 'staff:role',
    fields: [
      { name: 'name', isRequired: true, format: 'TEXT', choices: [] },
      { name: 'role', isRequired: true, format: 'CHOICE', choices: [...staffRoles] },
    ],
  });
  const options = { name: 'operations', role: 'AUDITOR' };
  const { data } = await client.call('propose', { action: 'staff:role', options, reason: 'moves on' });
  const approver = await formsOf('approver');
  expect((await approver.client.call('approveProposal', { id: data.id })).code).toBe(200);
  const { rows } = await app.owner.query({
    text: `select s.role, a.detail -> 'before' as before, a.detail ->> 'origin' as origin, a.detail ->> 'session' as session
           from staff s join audit_log a on a.action = 'staff:role' and a.subject = 'staff ' || s.name where s.name = 'operations'`,
  });
  const before = { role: 'OPERATIONS', status: 'ACTIVE' };
  expect(rows).toEqual([
    { role: 'AUDITOR', before, origin: '203.0.113.0/24', session: expect.stringMatching(/^\d+$/) },
  ]);
  // Another role's form is no way around.
  expect((await finance.client.call('propose', { action: 'staff:role', options, reason: 'r' })).status).toBe(403);
});

it('is not carried out on another value than the one that was read', async () => {
  app.clock.advance({ minutes: 1 });
  const one = await admin.call('propose', { action, options: minimumOf('0.00300000'), reason: 'r' });
  const other = await admin.call('propose', { action, options: minimumOf('0.00400000'), reason: 'r' });
  expect((await approve(one.data.id)).exit).toBe(0);
  app.clock.advance({ minutes: 1 });
  expect((await approve(other.data.id)).failed[0]).toContain('is "0.00300000" now, not "0.00200000"');
});

it('is refused with the reason in Chinese, and nothing is stored', async () => {
  const before = await countProposals();
  const previews = async () =>
    (await app.owner.query({ text: `select from audit_log where action = 'proposal:preview'` })).rowCount ?? 0;
  const read = await previews();
  for (const [options, words] of [
    [{}, '缺少防重键'],
    [{ ...minimumOf('0.00200000'), file: '/etc/hostname' }, '没有「file」这一项'],
    [minimumOf('0'), '可取：大于零'],
    [{ key: 'coin-up.apy.BTC', value: '"9.00"' }, '用命令 coin-up:rate 修改'],
    [{ ...minimumOf('0.00200000'), from: '2026-03-01T00:00:00Z' }, '不能早于现在'],
  ] as const) {
    const refused = await admin.call('propose', { action, options, reason: 'r' });
    expect(refused).toMatchObject({ code: 40008, data: { reason: expect.stringContaining(words) } });
  }
  // What the product says of its records is read, whatever it was asked by; what cannot be read says nothing of them.
  expect((await previews()) - read).toBe(3);
  for (const odd of ['{"__proto__":{"value":"x"}}', '{"key":{"a":"x"}}', '{"Key":"x"}']) {
    expect((await admin.call('propose', { action, options: JSON.parse(odd), reason: 'r' })).status).toBe(400);
  }
  expect((await admin.call('propose', { action: 'cold:add', options: {}, reason: 'r' })).status).toBe(400);
  expect(await countProposals()).toBe(before);
});
