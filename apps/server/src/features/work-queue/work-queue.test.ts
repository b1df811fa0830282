/** Proves that the queue names what waits, whose step it is, and where it was cut. */
import { maskAccount } from '@lode/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { miningDate } from '../../platform/clock/clock.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as } from '../../testing/caller-role.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { addMachine } from '../../testing/machines.ts';
import { cutItems, shownAtMost } from './work-queue.slice.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
});
afterAll(() => app.stop());

async function queueOf(name: string) {
  const { call } = consoleClient(app.console);
  await call('loginByPassword', { name, password: 'Lode@Console1' });
  return { call, items: (await call('workQueue')).data.items };
}

it('shows a question to every role, and to SUPPORT as its own until another has it', async () => {
  const customer = await app.createCustomer();
  await app.call('supportOpen', { of: 'GENERAL', text: '何时到账？' }, { ...customer.caller, requestId: 'q' });
  const { call, items } = await queueOf('support');
  const [question] = items.filter(({ kind }) => kind === 'THREAD');
  expect(question).toMatchObject({ isMine: true, account: maskAccount(customer.account), title: '一般咨询', by: null });
  const seen = (await queueOf('auditor')).items.find(({ kind }) => kind === 'THREAD');
  expect(seen).toEqual({ ...question, isMine: false });

  const id = question?.id ?? '';
  const shown = await call('thread', { id });
  expect(shown).toMatchObject({ code: 200 });
  const { messages } = shown.data;
  const after = messages.at(-1)?.id ?? '';
  // A message that came in between is read before it is answered.
  app.clock.advance({ minutes: 1 });
  await app.call('supportWrite', { id, text: '还在吗' }, { ...customer.caller, requestId: 'r' });
  expect((await call('answerThread', { id, after, text: '今天' })).code).toBe(40008);
  const newest = (await call('thread', { id })).data.messages.at(-1)?.id ?? '';
  expect((await call('answerThread', { id, after: newest, text: '今天' })).code).toBe(200);
  expect((await call('workQueue')).data.items.filter(({ kind }) => kind === 'THREAD')).toEqual([]);
  const { rows } = await app.owner.query<{ action: string }>({
    text: 'select action from audit_log where subject = $1 order by id',
    values: [`support thread ${id}`],
  });
  expect(rows.map(({ action }) => action)).toEqual(['support:show', 'support:show', 'support:answer']);
});

it('shows a proposal to who may decide on it, and not as a step of the one who made it', async () => {
  const { findSigner, propose } = app.slices.staff;
  const proposer = await findSigner({ by: ['OPERATIONS'] }, 'operations');
  if ('refusal' in proposer) throw new Error(proposer.refusal);
  const proposal = {
    action: 'outage:record',
    input: { coin: 'USDT', amount: '1000' },
    summary: { en: 'Leshan, 6 h', zh: 'Leshan，6 小时' },
    reason: 'storm',
    at: app.clock.now(),
  };
  await as('staff', () => propose({ ...proposal, authority: proposer }));
  const proposalOf = async (name: string) => (await queueOf(name)).items.find(({ kind }) => kind === 'PROPOSAL');
  expect(await proposalOf('approver')).toMatchObject({
    isMine: true,
    title: 'outage:record',
    detail: 'Leshan，6 小时',
    coin: 'USDT',
    amount: '1000.000000',
    usdt: '1000.000000',
    by: 'operations',
  });
  expect(await proposalOf('operations')).toMatchObject({ isMine: false });
  expect(await proposalOf('support')).toMatchObject({ isMine: false });
});

it('an alert is resolved once, with its reason in the audit log', async () => {
  await app.slices.alerts.raiseAlert(
    app.database,
    { kind: 'second-node', subject: 'BITCOIN', message: 'no answer' },
    app.clock.now(),
  );
  const { call, items } = await queueOf('finance');
  const alert = items.find(({ kind }) => kind === 'ALERT');
  expect(alert).toMatchObject({ isMine: true, title: 'second-node', subject: 'BITCOIN', detail: 'no answer' });
  // The audit log would show another reason than it holds.
  for (const sign of ['\u202e', '\u2028', '\u009b'])
    expect((await call('resolveAlert', { id: alert?.id ?? '', reason: `node is ${sign}kcab` })).code).toBe(400);
  const resolve = () => call('resolveAlert', { id: alert?.id ?? '', reason: 'node is back' });
  expect([(await resolve()).code, (await resolve()).code]).toEqual([200, 40008]);
  const { rows } = await app.owner.query<{ reason: string }>({
    text: "select reason from audit_log where action = 'alarm:settle'",
  });
  expect(rows).toEqual([{ reason: 'node is back' }]);
});

it('keeps the oldest of a kind, and says that there are more', () => {
  const item = (kind: 'ALERT' | 'THREAD', n: number) => ({
    kind,
    id: String(n),
    isMine: true,
    title: '',
    detail: null,
    subject: null,
    account: null,
    address: null,
    coin: null,
    amount: null,
    usdt: null,
    by: null,
    day: null,
    count: null,
    since: new Date(n * 1000).toISOString(),
  });
  const many = Array.from({ length: shownAtMost + 1 }, (_, n) => item('ALERT', shownAtMost - n));
  const { items, cut } = cutItems([item('THREAD', 5), ...many]);
  expect(cut).toEqual(['ALERT']);
  expect(items).toHaveLength(shownAtMost + 1);
  expect(items.at(-1)?.id).toBe(String(shownAtMost - 1));
});

it('says that there are more alerts than it shows', async () => {
  await app.owner.query({
    text: `insert into alert (kind, subject, message, raised_at) select 'second-node', n::text, 'no answer', $1 from generate_series(0, $2) n`,
    values: [app.clock.now(), shownAtMost],
  });
  const { call } = await queueOf('finance');
  const { items, cut } = (await call('workQueue')).data;
  expect(items.filter(({ kind }) => kind === 'ALERT')).toHaveLength(shownAtMost);
  expect(cut).toEqual(['ALERT']);
});

it('shows what waits without a person who asked: a day, interest, machines, prices', async () => {
  const customer = await app.createCustomer();
  const id = await addMachine(app, { machineNo: 'Q-1', account: customer.account, site: 'Queue' });
  await app.owner.query({
    text: `insert into day_close_refusal (kind, date, at, count, reasons) values ('mining', '2026-03-08', now(), 2, '["a", "b"]')`,
  });
  await app.owner.query({
    text: `insert into coin_up_interest_day (coin, date, rate_ppm, amount, was_owed, decided_at) values ('USDT', '2026-03-08', 42000, 420000, true, now())`,
  });
  const tariff = { siteOf: id, from: miningDate(app.clock.now()) };
  await app.owner.query({
    text: `insert into tariff (site_id, effective_from, price) select site_id, $2::date + 3, 0.05 from machine where id = $1`,
    values: [tariff.siteOf, tariff.from],
  });
  const { items } = await queueOf('finance');
  const of = (kind: string) => items.find((item) => item.kind === kind);
  expect(of('DAY')).toMatchObject({
    isMine: true,
    id: 'mining.2026-03-08',
    title: 'mining',
    day: '2026-03-08',
    count: 2,
  });
  expect(of('INTEREST')).toMatchObject({ isMine: true, coin: 'USDT', amount: '0.420000', day: '2026-03-08' });
  expect(of('PRICE')).toMatchObject({ isMine: false, title: 'Queue', detail: '0.05' });
  expect(of('ARREARS')).toBeUndefined();
  expect((await queueOf('operations')).items.find(({ kind }) => kind === 'PRICE')).toMatchObject({ isMine: true });
});
