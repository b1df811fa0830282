// Withdrawals in the console: found by what a person has in hand, checked anew at each reading, ended with what the customer reads,
// and never signed.
import { maskAccount } from '@lode/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestCustomer } from '../../../testing/app.ts';
import { consoleClient, consoleOrigin } from '../../../testing/console-client.ts';
import { bitcoinAddress, startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';
import { checkWithdrawals } from '../check-withdrawals.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: (typeof world)['app'];
let customer: TestCustomer;
const clients = new Map<string, ReturnType<typeof consoleClient>>();

beforeAll(async () => {
  world = await startWithdrawalFixture({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  app = world.app;
  for (const [n, name] of ['finance', 'approver', 'auditor'].entries()) {
    const client = consoleClient(app.console, { ip: `203.0.113.${n + 1}` });
    await client.call('loginByPassword', { name, password: 'Lode@Console1' });
    clients.set(name, client);
  }
});
afterAll(() => world.stop());
beforeEach(async () => {
  customer = await world.customer();
});

const by = (name: string) => clients.get(name) as ReturnType<typeof consoleClient>;
const review = async (id: string, name = 'finance') => (await by(name).call('withdrawalReview', { id })).data;
const list = async (input: object) => (await by('auditor').call('withdrawalList', input)).data.records;
const auditOf = async (subject: string) => {
  const { rows } = await app.owner.query<{ action: string; reason: string }>({
    text: 'select action, reason from audit_log where subject = $1 order by id',
    values: [subject],
  });
  return rows;
};

it('is found by number, account and address, and the search stands in the audit log', async () => {
  const { id, number } = await world.applied(customer, 'BTC', '0.01');
  const other = await world.applied(customer, 'USDT', '20');
  expect((await list({ find: number.toLowerCase() })).map((one) => one.id)).toEqual([id]);
  const ofCustomer = { customer: String(customer.id) };
  expect((await list(ofCustomer)).map((one) => one.id)).toEqual([other.id, id]);
  expect((await list({ ...ofCustomer, coin: 'BTC' })).map((one) => one.id)).toEqual([id]);
  // A cursor that the server never gave hides no search.
  const cursor = Buffer.from(String(2n ** 63n - 1n)).toString('base64url');
  expect(await list({ ...ofCustomer, cursor })).toHaveLength(2);
  const [toAddress] = await list({ find: bitcoinAddress, view: 'REVIEW' });
  expect(toAddress).toMatchObject({
    id,
    account: maskAccount(customer.account),
    address: bitcoinAddress,
    phase: 'AWAITING_APPROVAL',
  });
  expect(await list({ find: 'nothing of the kind' })).toEqual([]);
  expect((await auditOf('withdrawals')).map(({ action }) => action)).toEqual(Array(6).fill('withdrawal:search'));
});

it('lists what waits from the oldest on and everything from the newest on, a part at a time', async () => {
  await world.give(customer.id, 'BTC', 10_000_000_000n);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await world.applied(customer, 'BTC', '0.01')).id);
  const waiting = (await list({ view: 'REVIEW', coin: 'BTC' })).map((one) => one.id);
  expect(waiting.filter((one) => ids.includes(one))).toEqual(ids);
  const all = (await list({ coin: 'BTC' })).map((one) => one.id);
  expect(all.slice(0, 3)).toEqual(ids.toReversed());
  await world.reject(ids[1] as string);
  expect((await list({ view: 'ENDED', phase: 'REJECTED' }))[0]).toMatchObject({ id: ids[1] });
  const today = '2026-03-10';
  expect((await list({ from: today, to: today })).length).toBeGreaterThan(2);
  expect(await list({ from: '2026-03-11' })).toEqual([]);
  expect(await list({ to: '2026-03-09' })).toEqual([]);
  expect((await by('auditor').call('withdrawalList', { cursor: 'x' })).code).toBe(400);
});

it('goes on behind a cursor without a row twice or none', async () => {
  const withoutGuards = async (text: string) => {
    await app.owner.query({ text: 'alter table withdrawal disable trigger user' });
    await app.owner.query({ text });
    await app.owner.query({ text: 'alter table withdrawal enable trigger user' });
  };
  await withoutGuards(
    `insert into withdrawal (customer_id, coin, network, address, address_key, amount, fee, date, applied_at, transfer_id, number)
     select customer_id, coin, network, address, address_key, amount, fee, date, applied_at, -n, 'W20260310-' || lpad(n::text, 10, '0')
     from (select * from withdrawal where customer_id is not null order by id limit 1) one, generate_series(1, 120) n`,
  );
  const pages: string[][] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data } = await by('auditor').call('withdrawalList', { view: 'REVIEW', ...(cursor && { cursor }) });
    pages.push(data.records.map(({ id }) => id));
    cursor = data.nextCursor;
  }
  const { rows } = await app.owner.query<{ id: bigint }>({
    text: `select id from withdrawal where phase = 'AWAITING_APPROVAL' order by id`,
  });
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.flat()).toEqual(rows.map(({ id }) => String(id)));
  await withoutGuards('delete from withdrawal where transfer_id < 0');
});

it('shows all that it is decided on, and each reading stands in the audit log', async () => {
  const { id } = await world.applied(customer, 'BTC', '0.4');
  const data = await review(id);
  expect(data.withdrawal).toMatchObject({ amount: '0.40000000', address: bitcoinAddress, phase: 'AWAITING_APPROVAL' });
  expect(data.customer).toMatchObject({ account: maskAccount(customer.account) });
  expect(data.decision).toMatchObject({ next: 'PROPOSE', isMine: true, canReject: true, offsets: ['OUTPUT'] });
  expect((await review(id, 'approver')).decision).toMatchObject({ isMine: false, canReject: true, offsets: [] });
  expect((await review(id, 'auditor')).decision).toMatchObject({ isMine: false, canReject: false, offsets: [] });
  expect(data.events.map(({ kind, step }) => [kind, step])).toEqual([['STEP', 'APPLIED']]);
  // The fixture's gift is no deposit: what it was stays visible as something else, in full.
  expect(data.origin).toMatchObject({ older: null });
  expect(data.origin?.parts.reduce((sum, { sharePpm }) => sum + sharePpm, 0)).toBe(1_000_000);
  expect((await auditOf(`withdrawal ${id}`)).map(({ action }) => action)).toEqual(Array(3).fill('withdrawal:show'));
  expect((await by('finance').call('withdrawalReview', { id: '999999999' })).status).toBe(404);
});

it('keeps in sight what stands, behind any number that its customer took back', async () => {
  const stood = await world.applied(customer, 'BTC', '0.01');
  for (let n = 0; n < 9; n++) await world.cancel(customer, (await world.applied(customer, 'BTC', '0.001')).id);
  const { id } = await world.applied(customer, 'BTC', '0.02');
  const { history } = await review(id);
  expect(history.records.map((one) => one.id)).toContain(stood.id);
  expect(history.records.some(({ phase }) => phase === 'CANCELLED')).toBe(false);
  expect(history).toMatchObject({ cancelled: 9 });
});

const stateOf = async (id: string, kind: string) => (await review(id)).checks.find((check) => check.kind === kind);

it('checks anew at each reading: an address, a password, a freeze, a list', async () => {
  const { id } = await world.applied(customer, 'BTC', '0.01');
  expect((await review(id)).checks.filter(({ state }) => state === 'BLOCKS')).toEqual([]);
  expect(await stateOf(id, 'ADDRESS_AGE')).toMatchObject({ state: 'OK' });
  expect(await stateOf(id, 'SCREENING')).toMatchObject({ state: 'OK' });

  const change = (text: string) => app.owner.query({ text, values: [customer.id] });
  await change(`update customer set funds_password_changed_at = '2026-03-10T03:00:00Z' where id = $1`);
  expect(await stateOf(id, 'PASSWORD')).toMatchObject({ state: 'BLOCKS', values: { reason: 'PASSWORD_CHANGED' } });
  expect((await review(id)).decision.hold).toMatchObject({ reason: 'PASSWORD_CHANGED' });
  await change(`update customer set funds_password_changed_at = null where id = $1`);

  await change(`update customer set status = 'DISABLED' where id = $1`);
  expect(await stateOf(id, 'CUSTOMER')).toMatchObject({ state: 'BLOCKS', values: { reason: 'CUSTOMER_DISABLED' } });
  await change(`update customer set status = 'ACTIVE' where id = $1`);

  await change(`delete from withdrawal_address where customer_id = $1`);
  expect(await stateOf(id, 'ADDRESS_AGE')).toMatchObject({ state: 'LOOK' });
  await app.owner.query({
    text: `insert into deny_list (network, address_key, note, added_at) select network, address_key, 'mixer', now() from withdrawal where id = $1`,
    values: [id],
  });
  expect(await stateOf(id, 'SCREENING')).toMatchObject({ state: 'BLOCKS' });
  await app.owner.query({ text: `delete from deny_list` });
});

it('what must be looked at asks for a judgement, which the second person reads', async () => {
  const { id } = await world.applied(customer, 'BTC', '0.01');
  await app.owner.query({ text: `delete from withdrawal_address where customer_id = $1`, values: [customer.id] });
  expect((await review(id)).decision.needsNote).toBe(true);
  const note = () => by('finance').call('noteWithdrawal', { id, text: '已电话确认' });
  expect((await note()).code).toBe(200);
  // The request came again.
  expect(await note()).toMatchObject({ code: 40008, data: { reason: expect.stringContaining('已写过') } });
  expect((await review(id)).decision.needsNote).toBe(false);
  await world.propose(id);
  const seen = await review(id, 'approver');
  expect(seen.events.map(({ kind, by: who, text }) => [kind, who, text])).toEqual([
    ['STEP', null, null],
    ['NOTE', 'finance', '已电话确认'],
    ['PROPOSED', 'finance', 'seen'],
  ]);
  // The own sentence, not that of another.
  expect(seen.decision).toMatchObject({ next: 'APPROVE', isMine: true, needsNote: true });
  expect((await review(id)).decision).toMatchObject({ next: 'APPROVE', isMine: false, needsNote: false });
  const rewritten = app.owner.query({
    text: `update withdrawal_note set text = 'other' where withdrawal_id = $1`,
    values: [id],
  });
  await expect(rewritten).rejects.toThrow('it was written once');
  await world.reject(id);
  expect(await by('finance').call('noteWithdrawal', { id, text: 'late' })).toMatchObject({
    code: 40008,
    data: { reason: expect.stringMatching(/^这笔提现.+，不在等决定$/) },
  });
});

it('a rejection returns the amount once, and the customer reads the cause', async () => {
  const { id } = await world.applied(customer, 'BTC', '0.01');
  const before = await world.balance(customer.id, 'BTC');
  const reject = (reason: string) => by('approver').call('rejectWithdrawal', { id, reason, cause: 'ADDRESS' });
  expect([(await reject('address of a closed exchange')).code, (await reject('again')).code]).toEqual([200, 40008]);
  expect((await world.balance(customer.id, 'BTC')) - before).toBe(1_000_000n);
  expect(await world.record(customer, id)).toMatchObject({
    status: 'REJECTED',
    checkRemark: '收款地址信息不符，金额已退回',
  });
  expect((await auditOf(`withdrawal ${id}`)).at(-1)).toEqual({
    action: 'withdrawal:reject',
    reason: 'address of a closed exchange',
  });
  const shown = await review(id);
  expect(shown.withdrawal).toMatchObject({ phase: 'REJECTED', remark: '收款地址信息不符，金额已退回' });
  expect(shown.decision).toMatchObject({ next: null, isMine: false, canReject: false });
  // What it was decided on stands beside where it was decided from.
  const { rows } = await app.owner.query({
    text: `select detail ->> 'network' as network, detail ->> 'origin' as origin from audit_log where action = 'withdrawal:reject' and subject = $1`,
    values: [`withdrawal ${id}`],
  });
  expect(rows).toEqual([{ network: 'BITCOIN', origin: expect.stringMatching(/^203\.0\.113\./) }]);
  expect(await checkWithdrawals(app.database)).toEqual([]);
});

it('划转抵扣 waits as a proposal: nothing moves before another person approves it', async () => {
  const { id } = await world.applied(customer, 'BTC', '0.01');
  const before = await world.balance(customer.id, 'BTC');
  const options = (to: string) => ({ action: 'withdrawal:offset', options: { id, to }, reason: 'asked by phone' });
  const offset = (to: string) => by('finance').call('propose', options(to));
  expect((await offset('ELE')).code).toBe(40008);
  expect((await offset('charge')).code).toBe(40008);
  expect((await offset('OUTPUT')).code).toBe(200);
  expect(await world.balance(customer.id, 'BTC')).toBe(before);
  const { rows } = await app.owner.query<{ action: string; input: object; summary: string }>({
    text: `select action, input, summary from staff_proposal order by id desc limit 1`,
  });
  expect(rows[0]).toEqual({
    action: 'withdrawal:offset',
    input: { id, to: 'OUTPUT' },
    summary: expect.stringContaining('credited to OUTPUT'),
  });
});

it('a proposal about a withdrawal is seen where it is decided on, and waits alone', async () => {
  const { id } = await world.applied(customer, 'BTC', '0.01');
  const propose = (reason: string, name = 'finance') =>
    by(name).call('propose', { action: 'withdrawal:offset', options: { id, to: 'OUTPUT' }, reason });
  expect((await review(id)).proposals).toEqual([]);
  const first = await propose('asked by phone');
  expect((await propose('asked by phone')).data.id).toBe(first.data.id);
  const second = await propose('asked by mail');
  expect(second).toMatchObject({ code: 40008, data: { reason: expect.stringContaining(`变更 ${first.data.id}`) } });
  const at = expect.stringContaining('2026-03-10T');
  const waiting = [{ id: first.data.id, action: 'withdrawal:offset', by: 'finance', at }];
  expect((await review(id, 'approver')).proposals).toEqual(waiting);
  expect((await by('auditor').call('withdrawalProgress', { id })).data.proposals).toEqual([first.data.id]);
  const other = await world.applied(customer, 'BTC', '0.01');
  expect((await review(other.id)).proposals).toEqual([]);
  expect((await by('finance').call('rejectProposal', { id: first.data.id, reason: 'taken back' })).code).toBe(200);
  expect((await review(id)).proposals).toEqual([]);
  expect((await propose('asked by mail')).code).toBe(200);
});

it('of two ends only one waits: each is refused, and not offered, beside the other', async () => {
  const { id } = await world.applied(customer, 'BTC', '0.01');
  const propose = () =>
    by('finance').call('propose', { action: 'withdrawal:offset', options: { id, to: 'OUTPUT' }, reason: 'by phone' });
  const offset = await propose();
  expect((await world.propose(id)).exit).toBe(1);
  expect((await by('finance').call('rejectProposal', { id: offset.data.id, reason: 'taken back' })).code).toBe(200);
  expect((await world.propose(id)).exit).toBe(0);
  expect((await review(id)).decision).toMatchObject({ next: 'APPROVE', offsets: [] });
  expect(await propose()).toMatchObject({ code: 40008, data: { reason: expect.stringContaining('已提议付款') } });
});

it('progress says how far it is, and nothing of its customer', async () => {
  const { id } = await world.applied(customer, 'BTC', '0.01');
  const progress = async () => (await by('auditor').call('withdrawalProgress', { id })).data;
  expect(await progress()).toEqual({
    phase: 'AWAITING_APPROVAL',
    isProposed: false,
    isCancelling: false,
    confirmations: 0,
    proposals: [],
  });
  await world.propose(id);
  expect(await progress()).toMatchObject({ isProposed: true });
  await world.approve(id);
  expect(await progress()).toMatchObject({ phase: 'APPROVED' });
});
