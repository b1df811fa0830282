/**
 * Proves that the console shows where each day stands and why, that a close or a check is ordered there and done by the worker with its
 * own role of the database, that an order outlives the worker, and that a network day comes with its evidence.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as } from '../../testing/caller-role.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { addCustomer, addNetworkDay, addPrice, addWorldMachine, realDay } from './testing/mining-fixture.ts';

let app: TestApp;
let call: ReturnType<typeof consoleClient>['call'];
const kind = 'mining';
const date = '2020-03-02';

beforeAll(async () => {
  app = await startTestApp({ now: '2020-03-02T06:00:00Z', max: 8, env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  await addNetworkDay(app.owner, realDay);
  for (const priced of ['2020-03-01', date]) await addPrice(app.owner, priced, 8_000_000_000n);
  const customerId = await addCustomer(app.owner, 1);
  await addWorldMachine(app.owner, { machineNo: 'P-1', customerId, startTime: '2020-03-01T00:00:00Z' });
  expect(await app.slices.dayClose.closeMining('2020-03-01', app.clock.now())).toMatchObject({ outcome: 'closed' });
  app.clock.set('2020-03-03T05:00:00Z');
  await logIn();
});
afterAll(() => app.stop());

/** Again after a time in which a session ends by itself. */
async function logIn(): Promise<void> {
  const client = consoleClient(app.console);
  await client.call('loginByPassword', { name: 'finance', password: 'Lode@Console1' });
  call = client.call;
}

const work = () => as('worker', () => app.slices.dayClose.ticks.at(-1)?.(app.clock.now()));
const day = async (of = date) => (await call('day', { kind, date: of })).data;
const order = async (what: 'CHECK' | 'CLOSE', of = date) =>
  (await call('orderDay', { kind, date: of, work: what, reason: '按时' })).code;
const missing = `the network day of BTC ${date} is missing: import it first`;

it('shows a month with its closed day, what was mined on it, and the next that comes', async () => {
  const { data } = await call('dayCalendar', { kind, month: '2020-03' });
  expect(data.days).toHaveLength(31);
  const closed = await day('2020-03-01');
  expect(data.days[0]).toMatchObject({
    date: '2020-03-01',
    state: 'CLOSED',
    output: closed.lines[0]?.posted,
    seal: closed.seal,
  });
  expect(data.days[1]).toMatchObject({ date, state: 'OPEN', output: null, seal: null });
  expect((await call('dayCalendar', { kind, month: '2020-02' })).data.days.at(-1)).toMatchObject({ state: 'NONE' });
  expect((await call('dayCalendar', { kind })).data.month).toBe('2020-03');
  expect(data.next).toEqual({ date, dueAt: '2020-03-03T06:00:00.000Z' });
  expect(closed).toMatchObject({
    state: 'CLOSED',
    posted: { done: 1, of: 1 },
    tiedOut: { done: 1, of: 1 },
    counts: { outputs: 1, charges: 1 },
    refusal: null,
  });
  expect(closed.lines[0]).toMatchObject({ name: 'outputs', coin: 'BTC', difference: '0.00000000' });
  expect(closed.lines[0]?.expected).toMatch(/^0\.000\d*[1-9]/);
  expect(await day()).toMatchObject({
    state: 'OPEN',
    posted: null,
    lines: [],
    counts: null,
    previousSeal: closed.seal,
  });
});

it('takes no date and no month that is none', async () => {
  expect((await call('dayCalendar', { kind, month: '2020-13' })).code).toBe(400);
  expect((await call('day', { kind, date: '2020-02-30' })).code).toBe(400);
  expect((await call('orderDay', { kind, date: '2020-02-30', work: 'CLOSE', reason: 'x' })).code).toBe(400);
  expect((await call('networkDay', { coin: 'BTC', date: '2020-02-30' })).code).toBe(400);
});

it('checks an open day by the worker, and names what would stop it', async () => {
  expect([await order('CHECK'), await order('CHECK')]).toEqual([200, 40008]);
  expect((await day()).orders).toMatchObject([{ work: 'CHECK', by: 'finance', endedAt: null, outcome: null }]);
  await work();
  const { check, orders } = await day();
  expect(orders[0]).toMatchObject({ outcome: 'FOUND' });
  expect(check?.findings).toContainEqual({ stops: true, reason: missing });
  // Without its network day nothing of the day could be tried.
  expect(check?.trial).toBeNull();
});

it('orders no close of a day that is not over, is closed, or has another before it', async () => {
  for (const [of, reason] of [
    ['2020-03-01', '矿日 2020-03-01 已经日结'],
    ['2020-03-03', '日结要按顺序：下一天是 2020-03-02'],
  ] as const)
    expect(await call('orderDay', { kind, date: of, work: 'CLOSE', reason: '按时' })).toMatchObject({
      code: 40008,
      data: { reason },
    });
  expect(await order('CHECK', '2020-03-01')).toBe(40008);
  // Each check tries the whole house: one day at a time.
  expect(await order('CHECK', '2020-03-03')).toBe(40008);
  expect((await call('dayCalendar', { kind, month: '0000-01' })).code).toBe(400);
});

it('says why a close stopped, and closes when it is ordered again', async () => {
  app.clock.set('2020-03-03T06:30:00Z');
  await logIn();
  expect((await day()).state).toBe('LATE');
  expect([await order('CLOSE'), await order('CLOSE')]).toEqual([200, 40008]);
  expect((await day()).state).toBe('RUNNING');
  await work();
  expect(await day()).toMatchObject({
    state: 'REFUSED',
    refusal: { count: 1, reasons: [missing] },
    orders: [{ work: 'CLOSE', outcome: 'REFUSED' }, { work: 'CHECK' }],
  });
  await addNetworkDay(app.owner, { ...realDay, date });
  // What a check would post is what the close then posts.
  expect(await order('CHECK')).toBe(200);
  await work();
  const trial = (await day()).check?.trial;
  expect(trial).toMatchObject({ outputs: 1, charges: 1, hostingCharges: 0, stopped: 0 });
  expect(await order('CLOSE')).toBe(200);
  await work();
  const closed = await day();
  expect(closed).toMatchObject({ state: 'CLOSED', refusal: null, orders: [{ outcome: 'CLOSED' }, {}, {}, {}] });
  const postedOf = (name: string) => closed.lines.find((line) => line.name === name)?.posted;
  expect(trial?.lines).toEqual([
    { name: 'outputs', coin: 'BTC', amount: postedOf('outputs') },
    // What pays it: the customer has no USDT.
    { name: 'electricity', coin: 'BTC', amount: postedOf('electricity paid') },
  ]);
  const { rows } = await app.owner.query<{ action: string; reason: string }>({
    text: `select action, reason from audit_log where subject = $1 order by id`,
    values: [`mining ${date}`],
  });
  expect(rows.map(({ action }) => action)).toEqual([
    'day-close:order-check',
    'day-close:order',
    'day-close:order-check',
    'day-close:order',
  ]);
  expect(rows[0]?.reason).toBe('按时');
});

it('leaves what has ended as it is', async () => {
  const change = (text: string) => app.owner.query({ text });
  await expect(change(`update day_close_order set outcome = 'CLEAR'`)).rejects.toThrow('it has ended');
  await expect(change('delete from day_close_order')).rejects.toThrow('it was ordered');
});

it('shows a network day with what was mined by it', async () => {
  const { data } = await call('networkDay', { coin: 'BTC', date });
  expect(data).toMatchObject({ source: 'import', blocks: realDay.blocks, first: null, last: null, payment: null });
  expect(data.feeRates).toEqual({ lowest: data.feeRate, highest: data.feeRate });
  expect(data.feeRate).toMatch(/^1\.0\d{7}$/);
  expect(data.output).toBe((await day()).lines[0]?.posted);
  expect((await call('networkDay', { coin: 'DOGE', date })).code).toBe(404);
});
