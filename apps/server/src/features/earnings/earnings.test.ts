/**
 * Proves that every figure of what was earned is the sum of lists that the customer can read: outputs, hosting fees, corrections and
 * the days with their prices. A figure with one unit more is caught.
 */
import type { Data } from '@lode/contract';
import { parseAmount, parseDecimal } from '@lode/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { addMachine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';

type Earnings = Data<'earnings'>;
type Day = Data<'earningDays'>['records'][number];

let app: TestApp;
let miner: TestCustomer;
let stranger: TestCustomer;
let first: bigint;
let second: bigint;

/** Net of BTC that makes no whole micro-USDT at any of the prices, so that a sum of rounded parts would differ. */
const nets = [123_457n, 98_761n, 0n, 111_113n, 100_003n];
const dates = ['2026-02-27', '2026-02-28', '2026-03-07', '2026-03-08', '2026-03-09'];

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T07:00:00.000Z' });
  miner = await app.createCustomer();
  stranger = await app.createCustomer();
  const startTime = '2026-02-27';
  first = await addMachine(app, { machineNo: 'E-1', account: miner.account, startTime });
  second = await addMachine(app, {
    machineNo: 'E-2',
    account: miner.account,
    startTime: '2026-02-28',
    purchaseKind: 'THIRD',
    hostingFeeMonthly: '28',
  });
  const customerId = miner.id;
  await app.owner.query({
    text: `insert into reference_price (coin, date, usdt, source, created_at) select coin, date, usdt, 'import', now() from (values
      ('BTC', date '2026-02-27', 8777333111), ('BTC', '2026-02-28', 8600000001), ('BTC', '2026-03-08', 8108777333),
      ('BTC', '2026-03-09', 7933000777), ('DOGE', '2026-03-08', 2531), ('BTC', '2026-03-07', 8888000333)) price (coin, date, usdt)`,
  });
  for (const [i, date] of dates.entries()) {
    const net = nets[i] ?? 0n;
    const charge = (machineId: bigint, amount: bigint) => ({ machineId, customerId, amount });
    await recordDay(app.owner, date, {
      outputs: [
        { machineId: first, customerId, net },
        ...(i === 0 ? [] : [{ machineId: second, customerId, net: net + 7n }]),
        { machineId: first, customerId, net: 55_555n, coin: 'DOGE' as const, epochSeconds: null },
      ],
      charges: [charge(first, 2_133_001n), ...(i === 0 ? [] : [charge(second, 2_133_007n)])],
    });
  }
  await recordDay(app.owner, '2026-03-10', { outputs: [{ machineId: first, customerId, net: 9n }], isClosed: false });
  await app.owner.query({
    text: `insert into hosting_charge (machine_id, month, customer_id, date, first_day, last_day, days, monthly_fee, amount, owed, charged_at)
           values ($1, '2026-02-01', $2, '2026-02-28', '2026-02-28', '2026-02-28', 1, 28000000, 1000003, 1000003, '2026-03-01')`,
    values: [second, customerId],
  });
  await app.owner.query({
    text: `insert into charge_adjustment (key, machine_id, customer_id, machine_no, about_date, date, adjusted, coin, adjusted_coin,
             adjusted_amount, moved, owed, reason, adjusted_at) values
           ('a', $1, $2, 'E-1', '2026-03-08', '2026-03-09', 'output', 'BTC', 'BTC', -1113, 0, 0, 'r', now()),
           ('b', $1, $2, 'E-1', '2026-03-08', '2026-03-09', 'electricity', 'BTC', 'USDT', 100001, 100001, 0, 'r', now()),
           ('c', $3, $2, 'E-2', '2026-02-01', '2026-03-09', 'hosting', 'BTC', 'USDT', 3, 0, 0, 'r', now())`,
    values: [first, customerId, second],
  });
});
afterAll(() => app.stop());

const read = (input: { machineId?: string } = {}, { caller } = miner) => app.data('earnings', input, caller);

/** Every page of the days, two at a time. */
async function readDays(input: { machineId?: string } = {}, { caller } = miner): Promise<Day[]> {
  const days: Day[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await app.data('earningDays', { ...input, size: 2, ...(cursor && { cursor }) }, caller);
    days.push(...page.records);
    if (page.nextCursor === null) return days;
    cursor = page.nextCursor;
  }
}

const micro = (amount: string) => parseAmount(amount, 'USDT');
const sum = <T>(list: readonly T[], of: (item: T) => bigint) => list.reduce((total, item) => total + of(item), 0n);
/** Of outputs at their prices, in 10^-14 USDT. */
const exactValue = ({ outputs }: Day) =>
  sum(outputs, ({ coin, amount, priceUsdt }) => parseAmount(amount, coin) * parseDecimal(priceUsdt ?? '0', 6));

/** What a customer would compute from the days: nothing of the server's but the lists. */
function recompute(days: readonly Day[]) {
  const output = sum(days, exactValue) / 100_000_000n;
  const electricity = sum(days, (day) => micro(day.electricity));
  const hosting = sum(days, (day) => micro(day.hosting));
  return { days: days.length, output, electricity, hosting, net: output - electricity - hosting };
}

const figuresOf = ({ days, outputUsdt, electricity, hosting, netUsdt }: Earnings['periods'][number]) => ({
  days,
  output: micro(outputUsdt),
  electricity: micro(electricity),
  hosting: micro(hosting),
  net: micro(netUsdt),
});

const belongsTo = {
  YESTERDAY: ({ date }: Day) => date === '2026-03-09',
  MONTH: ({ date }: Day) => date >= '2026-03-01',
  TOTAL: () => true,
};

const agrees = ({ periods }: Earnings, days: readonly Day[]) =>
  expect(periods.map(figuresOf)).toEqual(periods.map(({ period }) => recompute(days.filter(belongsTo[period]))));

describe('earnings', () => {
  it('are the sum of the days, each rounded once [call:GET /api/user/earnings]', async () => {
    const [earnings, days] = [await read(), await readDays()];
    expect(earnings.periods.map(({ period, from, to }) => [period, from, to])).toEqual([
      ['YESTERDAY', '2026-03-09', '2026-03-09'],
      ['MONTH', '2026-03-07', '2026-03-09'],
      ['TOTAL', '2026-02-27', '2026-03-09'],
    ]);
    agrees(earnings, days);
    // By hand: (100003 + 100010) · 7933.000777 of BTC; DOGE has no price that day and is left out. Of 28 a month nine days make 8.129032, eight 7.225806.
    expect(earnings.periods[0]).toMatchObject({
      outputs: [
        { coin: 'BTC', amount: '0.00200013', valueUsdt: '15.867032' },
        { coin: 'DOGE', amount: '0.00055555', valueUsdt: '0.000000' },
      ],
      unpriced: ['DOGE'],
      outputUsdt: '15.867032',
      electricity: '4.266008',
      hosting: '0.903226',
      netUsdt: '10.697798',
    });
  });

  it('with one unit more on one day would not agree (broken control)', async () => {
    const [earnings, days] = [await read(), await readDays()];
    const wrong = days.map((day, i) => (i === 0 ? { ...day, electricity: '4.266009' } : day));
    expect(() => agrees(earnings, wrong)).toThrow();
    expect(() => agrees(earnings, days.slice(1))).toThrow();
  });

  it('of machines add up to those of the customer, but for what is rounded', async () => {
    const [all, one, two] = [
      await readDays(),
      await readDays({ machineId: String(first) }),
      await readDays({ machineId: String(second) }),
    ];
    agrees(await read({ machineId: String(first) }), one);
    agrees(await read({ machineId: String(second) }), two);
    const parts = [...one, ...two];
    expect(sum(parts, exactValue)).toBe(sum(all, exactValue));
    expect(sum(parts, (day) => micro(day.electricity) + micro(day.hosting))).toBe(
      sum(all, (day) => micro(day.electricity) + micro(day.hosting)),
    );
  });

  it('of an open day, a month without a closed day and a new customer are nothing', async () => {
    app.clock.set('2026-04-01T02:00:00.000Z');
    const { periods } = await read();
    expect(periods[1]).toMatchObject({ from: null, to: null, days: 0, outputs: [], netUsdt: '0.000000' });
    expect((await read({}, stranger)).periods.map(({ days, netUsdt }) => [days, netUsdt])).toEqual(
      Array.from({ length: 3 }, () => [0, '0.000000']),
    );
    app.clock.set('2026-03-10T07:00:00.000Z');
  });
});

describe('beside them', () => {
  it('stands the hosting of the month’s closed days, which is charged at its end', async () => {
    // 28 a month; nine of the 31 days of March are closed.
    const nine = (28_000_000n * 9n) / 31n;
    const { hostingToCome, hostingMonthly } = await read();
    expect([micro(hostingToCome), hostingMonthly]).toEqual([nine, '28.000000']);
    expect(await read({ machineId: String(second) })).toMatchObject({ hostingToCome, hostingMonthly });
    const nothing = { hostingToCome: '0.000000', hostingMonthly: '0.000000' };
    expect(await read({ machineId: String(first) })).toMatchObject(nothing);
    expect(await read({}, stranger)).toMatchObject(nothing);
    const hostingOf = (days: readonly Day[]) => days.map(({ date, hosting }) => [date, hosting]);
    const before = await readDays();
    const charge = (lastDay: string, days: number, amount: bigint) =>
      app.owner.query({
        text: `insert into hosting_charge (machine_id, month, customer_id, date, first_day, last_day, days, monthly_fee, amount, owed, charged_at)
               values ($1, '2026-03-01', $2, '2026-03-09', '2026-03-01', $3, $4, 28000000, $5, $5, '2026-03-10')`,
        values: [second, miner.id, lastDay, days, amount],
      });
    const takeBack = () => app.owner.query({ text: "delete from hosting_charge where first_day = '2026-03-01'" });
    await charge('2026-03-06', 6, 5_419_354n);
    expect(micro((await read()).hostingToCome)).toBe((28_000_000n * 3n) / 31n);
    await takeBack();
    await charge('2026-03-09', 9, nine);
    expect((await read()).hostingToCome).toBe('0.000000');
    // What is charged was there before, day by day.
    expect(hostingOf(await readDays())).toEqual(hostingOf(before));
    agrees(await read(), before);
    await takeBack();
  });

  it('stands no hosting of days that the machine’s former owner was charged for', async () => {
    await app.owner.query({
      text: `insert into hosting_charge (machine_id, month, customer_id, date, first_day, last_day, days, monthly_fee, amount, owed, charged_at)
             values ($1, '2026-03-01', $2, '2026-03-05', '2026-03-01', '2026-03-06', 6, 28000000, 5419354, 5419354, '2026-03-06')`,
      values: [second, stranger.id],
    });
    expect(micro((await read()).hostingToCome)).toBe((28_000_000n * 3n) / 31n);
    expect(sum(await readDays(), ({ hosting }) => micro(hosting))).toBe(1_000_000n + (28_000_000n * 3n) / 31n);
    await app.owner.query({ text: "delete from hosting_charge where first_day = '2026-03-01'" });
  });

  it('stands nothing of a month without a closed day, also where the month before was charged for its last days', async () => {
    await app.owner.query({
      text: `insert into hosting_charge (machine_id, month, customer_id, date, first_day, last_day, days, monthly_fee, amount, owed, charged_at)
             values ($1, '2026-03-01', $2, '2026-03-09', '2026-03-01', '2026-03-31', 31, 28000000, 28000000, 28000000, '2026-03-10')`,
      values: [second, miner.id],
    });
    app.clock.set('2026-04-01T02:00:00.000Z');
    const { periods } = await read();
    expect(periods[1]).toMatchObject({ period: 'MONTH', days: 0, hosting: '0.000000', netUsdt: '0.000000' });
    app.clock.set('2026-03-10T07:00:00.000Z');
    await app.owner.query({ text: "delete from hosting_charge where first_day = '2026-03-01'" });
  });

  it('stands the newest exchange rate, with its time', async () => {
    expect((await read()).cny).toBeNull();
    await app.owner.query({
      text: `insert into exchange_rate (quoted_at, cny, source, created_at) values
        ('2026-03-08T06:59:59Z', 7230100, 'import', now()), ('2026-03-10T07:00:01Z', 7999999, 'import', now())`,
    });
    expect((await read()).cny).toEqual({ rate: '7.2301', time: '2026-03-08T06:59:59.000Z', stale: true });
  });

  it('stands what the machine was bought for, once staff recorded it', async () => {
    const machineId = String(first);
    expect((await read({ machineId })).purchaseUsdt).toBeNull();
    await addStaff(app);
    const command = app.slices.machines.opsCommands['machine:purchase-price'];
    const recording = (price: string, id = machineId) =>
      runCommand(app, command, `--id ${id} --price ${price} --reason r --by operations`);
    expect(await recording('2400')).toMatchObject({ exit: 0 });
    expect(await recording('2400.5')).toMatchObject({
      exit: 0,
      printed: [expect.stringContaining('2400.500000 USDT')],
    });
    for (const price of ['0', '10000001', '1.0000001']) expect(await recording(price)).toMatchObject({ exit: 1 });
    expect(await recording('1', '999999')).toMatchObject({ exit: 1 });
    expect((await read({ machineId })).purchaseUsdt).toBe('2400.500000');
    expect((await read()).purchaseUsdt).toBeNull();
    expect((await read({ machineId: String(second) })).purchaseUsdt).toBeNull();
  });
});

describe('the days', () => {
  it('are what outputs, hosting fees and corrections say [call:GET /api/user/earnings/days]', async () => {
    const days = await readDays();
    const outputs = (await app.data('outputPage', { size: 100 }, miner.caller)).records;
    const { records: hostings } = await app.data('hostingFeeList', {}, miner.caller);
    const corrected = { '2026-03-08': { BTC: -1113n, fee: -100_001n } } as Record<string, { BTC: bigint; fee: bigint }>;
    expect(days.map(({ date }) => date)).toEqual(dates.toReversed());
    for (const day of days) {
      const ofDay = outputs.filter(({ date }) => date === day.date);
      for (const { coin, amount } of day.outputs) {
        const listed = sum(
          ofDay.filter((output) => output.coin === coin),
          ({ net }) => parseAmount(net, coin),
        );
        expect(parseAmount(amount, coin)).toBe(listed + (coin === 'BTC' ? (corrected[day.date]?.BTC ?? 0n) : 0n));
      }
      const fees = new Map(ofDay.map(({ machineId, fee }) => [machineId, micro(fee.amount)]));
      expect(micro(day.electricity)).toBe(sum([...fees.values()], (fee) => fee) + (corrected[day.date]?.fee ?? 0n));
    }
    const charged = sum(
      hostings,
      ({ amount, refunds }) => micro(amount) - sum(refunds, (refund) => micro(refund.amount)),
    );
    expect(sum(days, ({ hosting }) => micro(hosting))).toBe(charged + micro((await read()).hostingToCome));
    expect(days.find(({ date }) => date === '2026-02-28')?.hosting).toBe('1.000000');
  });

  it("show nothing of another customer's machine", async () => {
    const machineId = String(first);
    expect(await readDays({ machineId }, stranger)).toEqual([]);
    expect((await app.call('earnings', { machineId }, stranger.caller)).status).toBe(404);
    expect((await app.call('earnings', { machineId: '999999' }, miner.caller)).status).toBe(404);
    expect((await app.call('earnings', { machineId: 'x' }, miner.caller)).status).toBe(404);
  });
});
