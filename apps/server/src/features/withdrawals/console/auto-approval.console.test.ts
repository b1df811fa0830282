// Automatic approval in the console: bounds are tried on what was asked for, proposed by one and approved by another, and switched off by one.
import { maskAccount } from '@lode/contract';
import type { ConsoleInput } from '@lode/contract/console';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAutoApprovalFixture } from '../../../testing/auto-approval-fixture.ts';
import { consoleClient, consoleOrigin } from '../../../testing/console-client.ts';

let world: Awaited<ReturnType<typeof startAutoApprovalFixture>>;
const clients = new Map<string, ReturnType<typeof consoleClient>>();
beforeAll(async () => {
  world = await startAutoApprovalFixture({ CONSOLE_ORIGIN: consoleOrigin });
  for (const [n, name] of ['admin', 'approver', 'finance', 'support'].entries()) {
    const client = consoleClient(world.app.console, { ip: `203.0.113.${n + 1}` });
    await client.call('loginByPassword', { name, password: 'Lode@Console1' });
    clients.set(name, client);
  }
});
afterAll(() => world.stop());

const by = (name: string) => clients.get(name) as ReturnType<typeof consoleClient>;
const bounds = { coin: 'BTC', perPayment: '0.002', perCustomerDay: '0.004', perDay: '0.05', knownDays: 1 } as const;
const replay = (input: Partial<ConsoleInput<'replayAutoApproval'>> = {}, name = 'admin') =>
  by(name).call('replayAutoApproval', { ...bounds, ...input });
const options = {
  coin: 'BTC',
  'per-payment': '0.002',
  'per-customer-day': '0.004',
  'per-day': '0.05',
  'known-days': '1',
};
const ofBtc = async () =>
  (await by('support').call('autoApproval', {})).data.coins.find(({ coin }: { coin: string }) => coin === 'BTC');

it('tells what bounds would have approved, and what people did not pay of it; the trial is in the audit log', async () => {
  const { customer } = world;
  const rejected = await world.applied(customer, '0.001');
  expect((await world.ops('withdrawal:reject', `--id ${rejected} --by finance --reason r`)).exit).toBe(0);
  const waiting = await world.applied(customer, '0.002');
  const large = await world.applied(customer, '0.00200001');
  const beyond = await world.applied(customer, '0.0015');
  const { data } = await replay();
  expect(data).toMatchObject({
    isWhole: true,
    approved: 2,
    approvedAmount: '0.00300000',
    customers: 1,
    notPaid: 1,
    denied: { PAYMENT: 1, CUSTOMER_DAY: 1, DAY: 0 },
    records: [
      { id: rejected, phase: 'REJECTED', account: maskAccount(customer.account), wasByRule: false },
      { id: waiting, phase: 'AWAITING_APPROVAL', amount: '0.00200000' },
    ],
  });
  // The customer's first payment made the address known; the deposits' customers paid nothing.
  expect(data.denied.UNKNOWN_DESTINATION).toBeGreaterThanOrEqual(1);
  // Three days are more than have passed since then: nothing was known.
  expect((await replay({ knownDays: 3 })).data).toMatchObject({ approved: 0, records: [], largestDay: null });
  const { rows } = await world.owner(
    `select detail ->> 'knownDays' as days from audit_log where action = 'withdrawal:rule-replay' order by id`,
  );
  expect(rows.map(({ days }) => days)).toEqual(['1', '3']);
  // A trial changes nothing: the check of the books, which stops payments, says so.
  for (const check of world.app.slices.settings.replays) expect(await check(world.app.database)).toEqual([]);
  for (const id of [waiting, large, beyond])
    expect((await world.ops('withdrawal:reject', `--id ${id} --by finance --reason r`)).exit).toBe(0);
});

it('tries no bounds that could not be set, and is not for every member', async () => {
  expect(await replay({ perDay: '0.003' })).toMatchObject({
    code: 40008,
    data: { reason: '全部每日上限低于每客户每日上限' },
  });
  expect((await replay({ perPayment: '0.000000001' })).code).toBe(400);
  expect((await replay({ coin: 'USDT', perPayment: '1.0000001' })).code).toBe(40008);
  expect((await replay({ knownDays: 366 })).code).toBe(400);
  expect((await replay({}, 'support')).code).toBe(403);
});

it('is approved against what it was when it was proposed', async () => {
  const { data } = await by('admin').call('propose', { action: 'withdrawal:rule', options, reason: 'small ones' });
  expect((await world.on()).exit).toBe(0);
  world.app.clock.advance({ seconds: 1 });
  expect(await by('approver').call('approveProposal', { id: data.id })).toMatchObject({
    code: 40008,
    data: { reason: '提议之后 BTC 的自动批准变了，请重新提议' },
  });
  expect((await world.off()).exit).toBe(0);
  world.app.clock.advance({ seconds: 1 });
});

it('is proposed, approved by another, lists what it approved, and is switched off by one', async () => {
  expect((await ofBtc())?.bounds).toBeNull();
  const stop = () => by('finance').call('stopAutoApproval', { coin: 'BTC', reason: 'strange addresses' });
  expect(await stop()).toMatchObject({ code: 40008, data: { reason: expect.stringContaining('已关闭') } });
  const proposed = (await by('admin').call('propose', { action: 'withdrawal:rule', options, reason: 'small ones' }))
    .data;
  expect(proposed.summary).toContain('单笔至多 0.00200000 BTC');
  expect((await ofBtc())?.bounds).toBeNull();
  const { effect } = (await by('approver').call('proposal', { id: proposed.id })).data;
  expect((await by('admin').call('approveProposal', { id: proposed.id, effect: effect ?? '' })).code).not.toBe(200);
  const approved = await by('approver').call('approveProposal', { id: proposed.id, effect: effect ?? '' });
  expect(approved).toMatchObject({
    code: 200,
  });
  expect((await ofBtc())?.bounds).toEqual({
    perPayment: '0.00200000',
    perCustomerDay: '0.00400000',
    perDay: '0.05000000',
    knownDays: 1,
  });
  const id = await world.asked();
  const { records } = (await by('support').call('autoApprovalList', {})).data;
  expect(records).toMatchObject([{ id, account: maskAccount(world.customer.account), revokedReason: null }]);
  world.app.clock.advance({ seconds: 1 });
  expect(await stop()).toMatchObject({ code: 200 });
  expect((await ofBtc())?.bounds).toBeNull();
  const waits = await world.asked('0.001');
  expect((await world.recordOf(waits)).status).toBe('WAITING');
});
