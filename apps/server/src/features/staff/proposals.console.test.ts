// Proposals decided in the console: by another person with the role, once, with what would happen said before; and taken back.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestCustomer } from '../../testing/app.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let customer: TestCustomer;
const clients = new Map<string, ReturnType<typeof consoleClient>>();

beforeAll(async () => {
  world = await startWithdrawalFixture({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  app = world.app;
  customer = await world.customer();
  for (const [n, name] of ['finance', 'approver', 'support', 'auditor'].entries()) {
    const client = consoleClient(app.console, { ip: `203.0.113.${n + 1}` });
    await client.call('loginByPassword', { name, password: 'Lode@Console1' });
    clients.set(name, client);
  }
});
afterAll(() => world.stop());

const by = (name: string) => clients.get(name) as ReturnType<typeof consoleClient>;
const listed = async (name: string, view: string) =>
  (await by(name).call('proposalList', { view })).data.records.map(({ id }) => id);

/** A withdrawal whose amount FINANCE proposes to move: the proposal's id. */
async function proposed(): Promise<{ id: string; withdrawal: string }> {
  const { id: withdrawal } = await world.applied(customer, 'BTC', '0.01');
  const options = { id: withdrawal, to: 'OUTPUT' };
  await by('finance').call('propose', { action: 'withdrawal:offset', options, reason: 'asked by phone' });
  const id = (await listed('finance', 'OWN')).at(-1) as string;
  return { id, withdrawal };
}

it('says what would happen now, and whose step it is', async () => {
  const { id, withdrawal } = await proposed();
  const { data } = await by('approver').call('proposal', { id });
  expect(data).toMatchObject({
    proposal: { action: 'withdrawal:offset', reason: 'asked by phone', by: 'finance', isMine: true, isOwn: false },
    roles: ['APPROVER'],
    effect: expect.stringContaining('0.01000000 BTC'),
    obstacle: null,
    outcome: null,
    withdrawal,
  });
  expect(data.effect).toBe(data.proposal.summary);
  expect(data.input).toContainEqual({ name: 'to', value: 'OUTPUT', isCut: false });
  expect(await listed('approver', 'MINE')).toContain(id);
  expect(await listed('finance', 'MINE')).not.toContain(id);
  expect(await listed('support', 'MINE')).not.toContain(id);
  expect(await listed('auditor', 'ALL')).toContain(id);
  const { rows } = await app.owner.query<{ action: string }>({
    text: `select action from audit_log where subject = $1`,
    values: [`proposal ${id}`],
  });
  expect(rows.map(({ action }) => action)).toEqual(['proposal:new', 'proposal:show']);
});

it('does nothing where it would do something else now than the approver has read', async () => {
  const { id, withdrawal } = await proposed();
  const read = (await by('approver').call('proposal', { id })).data.effect ?? '';
  const approve = (effect: string) => by('approver').call('approveProposal', { id, effect });
  expect((await approve(read.replace('0.01000000', '0.02000000'))).code).toBe(40008);
  expect((await by('approver').call('proposal', { id })).data.outcome).toBeNull();
  expect((await approve(read)).code).toBe(200);
  expect(withdrawal).not.toBe('');
});

it('says only to who decides or proposed it what would happen now', async () => {
  const { id } = await proposed();
  expect((await by('finance').call('proposal', { id })).data.effect).not.toBeNull();
  for (const name of ['support', 'auditor'])
    expect((await by(name).call('proposal', { id })).data, name).toMatchObject({ effect: null, obstacle: null });
});

it('is approved by another person with the role, once, under both names', async () => {
  const { id, withdrawal } = await proposed();
  const before = await world.balance(customer.id, 'BTC');
  const notBy = { finance: '提议和复核不能是同一人', support: 'support 的角色是客服，这件事要由复核做' };
  for (const name of ['finance', 'support'] as const)
    expect(await by(name).call('approveProposal', { id }), name).toMatchObject({
      code: 40008,
      data: { reason: notBy[name] },
    });
  expect((await by('auditor').call('approveProposal', { id })).status).toBe(403);
  expect(await world.balance(customer.id, 'BTC')).toBe(before);

  const approve = () => by('approver').call('approveProposal', { id });
  const answers = await Promise.all([approve(), approve(), approve()]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 40008, 40008]);
  expect((await world.balance(customer.id, 'BTC')) - before).toBe(1_000_000n);
  const { rows } = await app.owner.query<{ by: string; approver: string }>({
    text: `select s.name as by, a.name as approver from audit_log l join staff s on s.id = l.staff_id join staff a on a.id = l.approved_by
           where subject = $1 and action = 'withdrawal:offset'`,
    values: [`withdrawal ${withdrawal}`],
  });
  expect(rows).toEqual([{ by: 'finance', approver: 'approver' }]);
  expect((await by('approver').call('proposal', { id })).data).toMatchObject({
    proposal: { isMine: false },
    effect: null,
    outcome: 'APPROVED',
    decidedBy: 'approver',
  });
});

it('is in Chinese; one of before it was stored in Chinese has the English', async () => {
  const { id } = await proposed();
  const shown = async () => (await by('approver').call('proposal', { id })).data.proposal.summary;
  const account = `客户 ${customer.id}的 0.01000000 BTC`;
  expect(await shown()).toMatch(new RegExp(`^${account}，提现 \\S+：不打款，计入产出账户$`));
  await app.owner.query({ text: 'update staff_proposal set summary_zh = null where id = $1', values: [id] });
  expect(await shown()).toContain(`0.01000000 BTC of customer ${customer.id}`);
  expect((await by('approver').call('approveProposal', { id })).data.outcome).toContain('已划转');
});

it('says why it would be refused now', async () => {
  const { id, withdrawal } = await proposed();
  await world.reject(withdrawal);
  const { data } = await by('approver').call('proposal', { id });
  expect(data).toMatchObject({ effect: null, obstacle: '这笔提现已驳回，不在等决定' });
  expect(await by('approver').call('approveProposal', { id })).toMatchObject({
    code: 40008,
    data: { reason: data.obstacle },
  });
  expect((await by('approver').call('proposal', { id })).data.outcome).toBeNull();
});

it('is rejected by who decides and taken back by who proposed, and stays so', async () => {
  const [rejected, own] = [await proposed(), await proposed()];
  const reject = (name: string, id: string) => by(name).call('rejectProposal', { id, reason: 'no' });
  expect((await reject('support', rejected.id)).code).toBe(40008);
  expect((await reject('approver', rejected.id)).code).toBe(200);
  expect((await reject('finance', own.id)).code).toBe(200);
  for (const { id } of [rejected, own]) {
    expect((await by('approver').call('approveProposal', { id })).code).toBe(40008);
    expect(await listed('auditor', 'ALL')).not.toContain(id);
  }
});
