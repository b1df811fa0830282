/**
 * Proves that the console's trial balance is the ledger's on every date, that transfers are found by each of their filters and part by part,
 * that a transfer leads to its cause and its people, and that what names a customer stands in the audit log.
 */
import { transferKinds } from '@lode/contract/console';
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transferRules } from './features/books/transfer-rules.ts';
import {
  addCustomer,
  addNetworkDay,
  addPrice,
  addWorldMachine,
  realDay,
} from './features/day-close/testing/mining-fixture.ts';
import { startTestApp, type TestApp } from './testing/app.ts';
import { as } from './testing/caller-role.ts';
import { addStaff, runCommand } from './testing/commands.ts';
import { consoleClient, consoleOrigin } from './testing/console-client.ts';

const two = '--by finance --approved-by approver --reason statement';
const days = ['2020-03-01', '2020-03-02'] as const;
let app: TestApp;
let call: ReturnType<typeof consoleClient>['call'];
let customerId: bigint;

beforeAll(async () => {
  app = await startTestApp({ now: '2020-03-02T06:00:00Z', max: 8, env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  customerId = await addCustomer(app.owner, 1);
  for (const date of days) {
    await addNetworkDay(app.owner, { ...realDay, date });
    await addPrice(app.owner, date, 8_000_000_000n);
  }
  await addWorldMachine(app.owner, { machineNo: 'P-1', customerId, startTime: '2020-03-01T00:00:00Z' });
  await addWorldMachine(app.owner, {
    machineNo: 'P-2',
    customerId: await addCustomer(app.owner, 2),
    startTime: '2020-03-01T00:00:00Z',
  });
  expect(await app.slices.dayClose.closeMining(days[0], app.clock.now())).toMatchObject({ outcome: 'closed' });
  app.clock.set('2020-03-03T06:30:00Z');
  expect(await app.slices.dayClose.closeMining(days[1], app.clock.now())).toMatchObject({ outcome: 'closed' });
  const { opsCommands } = app.slices.suspense;
  for (const [name, args] of [
    ['pool:payment', `--coin BTC --from ${days[0]} --to ${days[0]} --amount 0.002 --variance fees ${two}`],
    ['treasury:pay-in', `--coin USDT --amount 1000 --key till-1 ${two}`],
  ] as const) {
    const { exit, failed } = await runCommand(app, opsCommands[name] as never, args);
    expect([exit, failed]).toEqual([0, []]);
  }
  const client = consoleClient(app.console);
  await client.call('loginByPassword', { name: 'finance', password: 'Lode@Console1' });
  call = client.call;
});
afterAll(() => app.stop());

const list = async (input: object = {}) => (await call('transferList', input)).data.records;
const kindsOf = async (input: object) => (await list(input)).map(({ kind }) => kind);
const auditOf = async (action: string) =>
  (
    await app.owner.query<{ subject: string }>({
      text: 'select subject from audit_log where action = $1 order by id',
      values: [action],
    })
  ).rows.map(({ subject }) => subject);

it('knows the kinds of transfers that the check of the books knows', () => {
  expect([...transferKinds].sort()).toEqual(transferRules.map(({ kind }) => kind).sort());
});

describe('the trial balance', () => {
  const balance = async (date: string, coin = 'BTC') => (await call('trialBalance', { coin, date })).data;
  const lineOf = async (account: string, date: string, coin = 'BTC') =>
    (await balance(date, coin)).lines.find((line) => line.account === account);
  const zero = '0.00000000';

  it('has every account with what it had, gave and received on a date, and sums of zero', async () => {
    for (const date of ['2020-03-01', '2020-03-02', '2020-03-03', '2020-03-04']) {
      const { lines, sums } = await balance(date);
      expect(lines).toHaveLength(17);
      expect(sums).toMatchObject({ opening: zero, closing: zero });
      expect(sums.debit).toBe(sums.credit);
    }
    const [before, then, after] = await Promise.all(
      ['2020-03-01', '2020-03-02', '2020-03-03'].map((date) => lineOf('OUTPUT_ACCOUNT', date)),
    );
    expect(before).toMatchObject({ isCustomers: true, opening: zero, debit: zero, credit: zero, closing: zero });
    expect(then?.opening).toBe(zero);
    expect(then?.credit).toMatch(/^0\.00\d*[1-9]/);
    expect(after?.opening).toBe(then?.closing);
    expect(await lineOf('TREASURY', '2020-03-03', 'USDT')).toMatchObject({
      credit: '1000.000000',
      closing: '1000.000000',
    });
  });

  it('is the same once the worker has made the totals, and what the postings sum to', async () => {
    const before = await Promise.all(['2020-03-02', '2020-03-03'].map((date) => balance(date)));
    for (let round = 0; round < 3; round += 1) await as('worker', () => app.slices.books.addTotals(app.clock.now()));
    const { rows } = await app.owner.query<{ count: number }>({
      text: 'select count(*)::int as count from ledger.day_total',
    });
    expect(rows[0]?.count).toBeGreaterThan(5);
    expect(await Promise.all(['2020-03-02', '2020-03-03'].map((date) => balance(date)))).toEqual(before);
    await assertBooksBalance(app.database);
    expect((await balance('2020-03-03')).check).toBeNull();
    await app.slices.books.checkNow([], app.clock.now());
    expect((await balance('2020-03-03')).check).toMatchObject({ isClean: true });
  });

  it('takes no date that is none, and today where none is given', async () => {
    expect((await call('trialBalance', { coin: 'BTC', date: '2020-02-30' })).code).toBe(400);
    expect((await call('trialBalance', { coin: 'BTC' })).data.date).toBe('2020-03-03');
  });
});

describe('transfers', () => {
  it('are found by kind, account, coin, customer, date and amount', async () => {
    const all = await list();
    expect(all.map(({ id }) => Number(id))).toEqual(all.map(({ id }) => Number(id)).toSorted((a, b) => b - a));
    expect(await kindsOf({ kind: 'pool-payment' })).toEqual(['pool-payment']);
    expect(await kindsOf({ account: 'TREASURY' })).toEqual(['treasury-by-hand']);
    expect(await kindsOf({ account: 'TREASURY', coin: 'BTC' })).toEqual([]);
    expect(await kindsOf({ account: 'MINING_RECEIVABLE' })).toEqual([
      'pool-payment',
      'machine-output',
      'machine-output',
    ]);
    expect(await kindsOf({ account: 'MINING_RECEIVABLE', from: '2020-03-02', to: '2020-03-02' })).toEqual([
      'machine-output',
    ]);
    expect(await kindsOf({ from: '2020-03-04' })).toEqual([]);
    expect(await kindsOf({ to: '2020-03-01' })).toEqual([]);
    expect(await kindsOf({ amount: '1000' })).toEqual(['treasury-by-hand']);
    expect(await kindsOf({ amount: '1000', coin: 'BTC' })).toEqual([]);
    expect(await kindsOf({ amount: '1000.000001' })).toEqual([]);
    expect((await call('transferList', { amount: '1.0000001', coin: 'USDT' })).code).toBe(400);
    expect((await call('transferList', { from: '2020-02-30' })).code).toBe(400);
    expect((await call('transferList', { cursor: 'x' })).code).toBe(400);
  });

  it('of a customer are also the batches of its outputs, with its own lines alone', async () => {
    const own = await list({ customer: String(customerId) });
    expect(own.map(({ kind }) => kind).filter((kind) => kind === 'machine-output')).toHaveLength(2);
    for (const { lines } of own.filter(({ kind }) => kind === 'machine-output')) expect(lines).toBe(1);
    const outputs = await list({ customer: String(customerId), account: 'OUTPUT_ACCOUNT', kind: 'machine-output' });
    const whole = await list({ account: 'OUTPUT_ACCOUNT', kind: 'machine-output' });
    expect(Number(whole[0]?.amounts[0]?.amount)).toBeCloseTo(2 * Number(outputs[0]?.amounts[0]?.amount), 8);
    expect(await auditOf('ledger:of-customer')).toContain(`customer ${customerId}`);
    expect(await list({ customer: '999999' })).toEqual([]);
  });

  it('of an account on a date make what it moved in the trial balance', async () => {
    for (const account of ['OUTPUT_ACCOUNT', 'MINING_RECEIVABLE', 'CASH'] as const) {
      const { data } = await call('trialBalance', { coin: 'BTC', date: '2020-03-03' });
      const line = data.lines.find((one) => one.account === account);
      const moved = await list({ account, coin: 'BTC', from: '2020-03-03', to: '2020-03-03' });
      const units = (amount: string) => BigInt(amount.replace('.', ''));
      const sum = moved.flatMap(({ amounts }) => amounts).reduce((total, { amount }) => total + units(amount), 0n);
      expect(sum, account).toBe(units(line?.credit ?? '0') - units(line?.debit ?? '0'));
    }
  });

  it('go on behind the last that was shown', async () => {
    const first = (await call('transferList', {})).data;
    expect(first.nextCursor).toBeNull();
    for (let n = 0; n < 60; n += 1) {
      const args = `--coin USDT --amount 1 --key till-many-${n} ${two}`;
      await runCommand(app, app.slices.suspense.opsCommands['treasury:pay-in'] as never, args);
    }
    const input = { kind: 'treasury-by-hand' };
    const one = (await call('transferList', input)).data;
    const rest = (await call('transferList', { ...input, cursor: one.nextCursor })).data;
    expect([one.records.length, rest.records.length, rest.nextCursor]).toEqual([50, 11, null]);
    expect(new Set([...one.records, ...rest.records].map(({ id }) => id)).size).toBe(61);
  });
});

describe('a transfer', () => {
  const one = async (kind: string) => {
    const [found] = await list({ kind });
    return (await call('transfer', { id: found?.id })).data;
  };
  const entries = async (id: string) => (await call('transferEntries', { id })).data.records;

  it('of a close names its day, and its lines name customers and machines', async () => {
    const transfer = await one('machine-output');
    expect(transfer.document).toMatchObject({ kind: 'DAY', date: '2020-03-02', close: 'mining' });
    expect(transfer).toMatchObject({ lines: 2, corrects: null, correctedBy: [], people: [] });
    const lines = await entries(transfer.id);
    expect(lines).toHaveLength(2);
    expect(lines.find(({ machine }) => machine?.machineNo === 'P-1')).toMatchObject({
      type: 'MINING_OUTPUT',
      coin: 'BTC',
      date: '2020-03-02',
      from: { account: 'MINING_RECEIVABLE', customer: null, after: null },
      to: { account: 'OUTPUT_ACCOUNT', customer: { id: String(customerId), account: '137****01' } },
      machine: { machineNo: 'P-1' },
    });
    expect(await auditOf('ledger:show')).toContain(`transfer ${transfer.id}`);
    expect(await auditOf('ledger:entries')).toContain(`transfer ${transfer.id}`);
  });

  it('of people names them with their reason', async () => {
    const transfer = await one('pool-payment');
    expect(transfer.document).toMatchObject({
      kind: 'POOL_PAYMENT',
      title: 'BTC 2020-03-01 – 2020-03-01',
      date: '2020-03-01',
    });
    expect(transfer.people).toMatchObject([
      { action: 'pool:payment', by: 'finance', approvedBy: 'approver', reason: 'statement' },
    ]);
    const people = [{ action: 'treasury:pay-in', by: 'finance', proposal: null }];
    expect((await one('treasury-by-hand')).people).toMatchObject(people);
  });

  it('of a proposal leads to it', async () => {
    const options = { coin: 'USDT', amount: '2', key: 'till-proposed' };
    const { data } = await call('propose', { action: 'treasury:pay-in', options, reason: 'rent' });
    const { staff, findHandler } = app.slices;
    await runCommand(app, staff.proposalCommands(findHandler).approve, `--id ${data.id} --by approver`);
    const people = [{ action: 'treasury:pay-in', reason: 'rent', proposal: data.id }];
    expect((await one('treasury-by-hand')).people).toMatchObject(people);
  });

  it('that is none is not found', async () => {
    expect((await call('transfer', { id: '999999999999999' })).code).toBe(404);
    expect((await call('transfer', { id: 'x' })).code).toBe(404);
  });
});
