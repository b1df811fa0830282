// Messages of the staff to groups of customers: counted before, sent when a second person approves, once for each text, and followed afterwards.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../../testing/app.ts';
import { addStaff } from '../../../testing/commands.ts';
import { consoleOrigin, type StaffClients, staffClients } from '../../../testing/console-client.ts';
import { addMachine } from '../../../testing/machines.ts';

let app: TestApp;
let [one, two]: TestCustomer[] = [];
let by: StaffClients;

beforeAll(async () => {
  app = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  [one, two] = [await app.createCustomer(), await app.createCustomer()];
  await app.owner.query({ text: `update customer set tags = '{vip}' where id = $1`, values: [two.id] });
  await addMachine(app, { machineNo: 'G-1', account: one.account, site: '乐山', model: 'S21' });
  await addMachine(app, { machineNo: 'G-2', account: two.account, site: '雅安', model: 'S21' });
  by = await staffClients(app.console, ['support', 'approver', 'auditor']);
});
afterAll(() => app.stop());

const preview = (audience: object) => by('support').call('previewMessage', audience);
const options = (text: string, audience: Record<string, string>) => ({
  action: 'message:maintenance' as const,
  options: { text, ...audience },
});
async function sent(text: string, audience: Record<string, string>) {
  const { data } = await by('support').call('propose', { ...options(text, audience), reason: 'announced' });
  return (await by('approver').call('approveProposal', { id: data.id })).data.outcome;
}
const textsOf = async ({ caller }: TestCustomer) =>
  (await app.data('messagePage', { kind: 'MAINTENANCE' }, caller)).records.map(({ text }) => text);

it('counts whom a message would reach, and by which channel', async () => {
  expect((await preview({})).data).toMatchObject({ customers: 2, sms: 2, mail: 0 });
  expect((await preview({ site: '乐山' })).data).toMatchObject({ customers: 1, sms: 1 });
  expect((await preview({ model: 'S21' })).data).toMatchObject({ customers: 2 });
  expect((await preview({ tag: 'vip' })).data).toMatchObject({ customers: 1 });
  expect((await preview({ account: two?.account })).data).toMatchObject({ customers: 1 });
  for (const wrong of [{ site: 'none' }, { model: 'none' }, { account: '13000000000' }, { site: '乐山', tag: 'vip' }])
    expect((await preview(wrong)).code, JSON.stringify(wrong)).toBe(40008);
});

it('reaches only them, once, when another person has approved it', async () => {
  expect(await sent('今晚检修', { site: '乐山' })).toContain('1');
  expect(await textsOf(one as TestCustomer)).toEqual(['今晚检修']);
  expect(await textsOf(two as TestCustomer)).toEqual([]);
  await sent('会员日', { tag: 'vip' });
  await sent('会员日', { tag: 'vip' });
  expect(await textsOf(two as TestCustomer)).toEqual(['会员日']);
  await sent('您好', { id: String(one?.id) });
  expect(await textsOf(one as TestCustomer)).toEqual(['您好', '今晚检修']);
  const { code } = await by('support').call('propose', { ...options('x', { tag: 'unused' }), reason: 'r' });
  expect(code).toBe(40008);
});

it('is listed with who sent it to whom, and how far it has come', async () => {
  const { records } = (await by('auditor').call('groupMessageList')).data;
  expect(records.map(({ text, audience }) => [text, audience])).toEqual([
    ['您好', { of: 'CUSTOMER', name: String(one?.id) }],
    ['会员日', { of: 'TAG', name: 'vip' }],
    ['今晚检修', { of: 'SITE', name: '乐山' }],
  ]);
  expect(records[2]).toMatchObject({ by: 'support', approvedBy: 'approver', reason: 'announced', reached: 1 });
  const read = async () => (await by('auditor').call('groupMessage', { id: records[2]?.id ?? '' })).data.standing;
  expect(await read()).toEqual({ reached: 1, sent: 0, read: 0 });
  const [message] = (await app.data('messagePage', { kind: 'MAINTENANCE' }, one?.caller)).records.slice(-1);
  await app.data('readMessage', { id: message?.id ?? '' }, one?.caller);
  expect(await read()).toMatchObject({ read: 1 });
  expect((await by('auditor').call('groupMessage', { id: '1' })).status).toBe(404);
});
