// The run by itself: when it is due, where it begins, and that a long run of days with two schedulers and a jumping clock
// pays each position-day once. Rates take over on their day, and a fall is announced.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, businessDate } from '../../platform/clock/clock.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { runCommand } from '../../testing/commands.ts';
import { expectedSavings, type OrderCall } from './testing/independent-savings.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

type Tick = (now: Date) => Promise<void>;
const ticksOf = (app: TestApp) => {
  const [, tick] = app.slices.dayClose.ticks as [Tick, Tick];
  return tick;
};

describe('many days, two schedulers, a clock that jumps, savers who come and go', () => {
  // A short form of the year: the same jumps, fewer days.
  const days = Number(process.env.SAVINGS_DAYS ?? 60);
  const first = '2026-03-10';
  const ids: bigint[] = [];
  const orders: OrderCall[] = [];
  const kinds = new Set<string>();
  let app: TestApp;
  let world: ReturnType<typeof savingsFixture>;
  beforeAll(async () => {
    app = await startTestApp({ now: '2026-03-10T04:00:00.000Z', max: 24 });
    world = savingsFixture(app);
    await world.open();
    for (let customer = 0; customer < 4; customer++) {
      const id = await world.addSaver();
      await world.give(id, 'USDT', 3_000_000_000n);
      ids.push(id);
      await act(customer, 'subscribe', 365, app.clock.now());
    }
  });
  afterAll(() => app.stop());

  let keys = 0;
  /** What it is dated on is the product's to say: the run of a day may have begun before its end by the other clock. */
  async function act(customer: number, kind: OrderCall['kind'], whole: number, now: Date): Promise<void> {
    const input = { coin: 'USDT', amount: String(whole), confirm: true, key: `schedule ${++keys}` } as const;
    const order = await app.database.transaction((dbTx) =>
      app.slices.coinUp[kind](dbTx, { ...input, customerId: ids[customer] as bigint, now }),
    );
    if (isRefusal(order)) return;
    kinds.add(`${kind} ${order.date === businessDate(now) ? 'today' : 'later'}`);
    orders.push({ customer, coin: 'USDT', kind, amount: BigInt(whole) * 1_000_000n, date: order.date });
  }

  it('pay every position-day once, from the day of the first subscription on', async () => {
    const tick = ticksOf(app);
    const due = (date: string) => Date.parse(`${addDays(date, 1)}T00:10:00+08:00`);
    await tick(new Date(due(first) - 1));
    expect(await app.slices.dayClose.isClosed('coin-up', first)).toBe(false);
    const jumps = [0, 1, -1, 3600, -3600, 86_400, -86_400].map((seconds) => seconds * 1000);
    for (let day = 0; day < days; day++) {
      const now = due(addDays(first, day));
      // The first saver lies still. The others move at noon and, beside the runs, in the last moment of the day.
      const mover = 1 + (day % 3);
      await act(mover, day % 2 === 0 ? 'subscribe' : 'redeem', 100 + day, new Date(now - 43_200_000));
      const clocks = [jumps[day % jumps.length] ?? 0, jumps[(day * 3) % jumps.length] ?? 0];
      await Promise.all([
        ...clocks.map((jump) => tick(new Date(now + jump))),
        act(mover, day % 3 === 0 ? 'subscribe' : 'redeem', 100 + (day % 7), new Date(now - 600_001)),
        act(1 + ((day + 1) % 3), 'redeem', 1 + (day % 40), new Date(now - 600_001)),
      ]);
    }
    await tick(new Date(due(addDays(first, days - 1))));
    expect(kinds).toContain('redeem later');
    expect(kinds).toContain('redeem today');

    const { rows } = await app.database.query<{ date: string; positions: number; postings: number }>({
      text: `select date, (
               select count(*)::int from coin_up_interest interest where interest.date = day.date and amount > 0
             ) as positions, (
               select count(*)::int from ledger.posting where type = 'INTEREST' and credit > 0 and posting.date = day.date
             ) as postings from day_close day where kind = 'coin-up' and closed_at is not null order by date`,
    });
    const closed = rows.map(({ date }) => date);
    expect(closed.length).toBeGreaterThanOrEqual(days);
    expect(closed).toEqual(closed.map((_, i) => addDays(first, i)));
    expect(rows.map(({ postings }) => postings)).toEqual(rows.map(({ positions }) => positions));
    for (const [customer, id] of ids.entries()) {
      const expected = expectedSavings(orders, { customer, coin: 'USDT' }, closed, () => 420n);
      const principal = await world.balance(id, 'USDT', 'COIN_UP_ACCOUNT');
      expect({ principal, interest: await world.balance(id, 'USDT', 'INCOME_ACCOUNT') }).toEqual(expected);
    }
    await world.assertBooks();
  }, 120_000);
});

describe('a day', () => {
  let app: TestApp;
  let world: ReturnType<typeof savingsFixture>;
  let customer: TestCustomer;
  const two = '--by admin --approved-by approver --reason r';
  const close = (args: string) => runCommand(app, app.slices.dayClose.commands['day-close'], args);
  beforeAll(async () => {
    app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
    world = savingsFixture(app);
    await world.open();
    customer = await app.createMoneyCustomer();
    await world.give(customer.id, 'USDT', 1_000_000_000n);
    await world.subscribe(customer, 'USDT', '365');
  });
  afterAll(() => app.stop());

  it('is closed by command when it is over, in its own order, and says so twice', async () => {
    expect(await close('--date 2026-03-10 --kind coin-up')).toMatchObject({
      exit: 2,
      failed: [expect.stringContaining('not over')],
    });
    app.clock.set('2026-03-10T16:00:00.000Z');
    const closed = await close('--date 2026-03-10 --kind coin-up');
    expect(closed).toMatchObject({ exit: 0, failed: [] });
    expect(closed.printed.join('\n')).toMatch(
      /interest.*BTC: 0 positions.*\ninterest.*USDT: 0 positions.*at 42000 ppm a year\nvalue dates.*1 sub.*\narrivals.*0 red.*\ntie-out.*difference 0.*\n(.*\n)*closed {7}coin-up 2026-03-10, seal [0-9a-f]{64}$/,
    );
    expect((await close('--date 2026-03-10 --kind coin-up')).printed[0]).toContain('closed already');
    app.clock.set('2026-03-13T16:10:00.000Z');
    expect((await close('--date 2026-03-12 --kind coin-up')).failed[0]).toContain('2026-03-11 comes next');
    expect((await close('--date 2026-03-09 --kind coin-up')).failed[0]).toContain('before the first close');
  });

  it('that customers have earned on is not left out by a first close', async () => {
    const other = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
    const otherWorld = savingsFixture(other);
    await otherWorld.open();
    const id = await otherWorld.addSaver();
    await otherWorld.give(id, 'USDT', 365_000_000n);
    const input = { customerId: id, coin: 'USDT', amount: '365', confirm: true, key: 'k' } as const;
    await other.database.transaction((dbTx) =>
      other.slices.coinUp.subscribe(dbTx, { ...input, now: other.clock.now() }),
    );
    other.clock.set('2026-03-12T16:10:00.000Z');
    const late = await other.slices.dayClose.closeCoinUp('2026-03-12', other.clock.now());
    expect(late).toMatchObject({ outcome: 'refused', reasons: [expect.stringContaining('2026-03-11')] });
    // The value date itself may be the first: it is found in transit, and earns.
    await otherWorld.close('2026-03-11');
    expect(await otherWorld.balance(id, 'USDT', 'INCOME_ACCOUNT')).toBe(42_000n);
    await otherWorld.close('2026-03-12');
    expect(await otherWorld.balance(id, 'USDT', 'INCOME_ACCOUNT')).toBe(84_000n);
    await otherWorld.assertBooks();
    await other.stop();
  });

  it('has the rate that was in force when it began [call:GET /api/setting/detail/apy] [entity:coin-up-rate]', async () => {
    app.clock.set('2026-03-11T04:00:00.000Z');
    const rate = (args: string) => world.ops('coin-up:rate', `--coin USDT ${args} ${two}`);
    expect((await rate('--apy 5.00 --from 2026-03-11')).failed[0]).toContain('2026-03-12 at the earliest');
    expect((await rate('--apy 4.19 --from 2026-03-17')).failed[0]).toContain('2026-03-18 at the earliest');
    expect((await rate('--apy 5.00 --from 2026-03-12')).printed[0]).toBe('USDT earns 5.00 % a year from 2026-03-12 on');
    expect((await rate('--apy 4.80 --from 2026-03-18')).exit).toBe(0);
    // What is announced can be put right, and the rate cannot be led over a height to fall without notice.
    expect((await rate('--apy 0.48 --from 2026-03-19')).exit).toBe(0);
    expect((await rate('--apy 4.80 --from 2026-03-19')).exit).toBe(0);
    expect((await rate('--apy 4.50 --from 2026-03-13')).failed[0]).toContain('falls, from 5.00');
    expect((await rate('--apy 9.00 --from 2026-03-13')).exit).toBe(0);
    expect((await rate('--apy 9.50 --from 2026-03-12')).failed[0]).toContain('fall to the 9.00 of 2026-03-13');
    expect((await rate('--apy 5.00 --from 2026-03-13')).failed[0]).toContain('falls, from 9.00');
    expect((await rate('--apy 4.801 --from 2026-03-19')).exit).toBe(2);
    expect((await rate('--apy 101 --from 2026-03-19')).exit).toBe(2);
    expect(await app.data('apy', {})).toEqual({
      isEnableFunction: true,
      btcMinimumValue: '0.00100000',
      btcApy: '1.80',
      usdtMinimumValue: '100.000000',
      usdtApy: '4.20',
      announced: [
        { date: '2026-03-12', coin: 'USDT', apy: '5.00' },
        { date: '2026-03-13', coin: 'USDT', apy: '9.00' },
        { date: '2026-03-18', coin: 'USDT', apy: '4.80' },
        { date: '2026-03-19', coin: 'USDT', apy: '4.80' },
      ],
    });
    // Closed a week late: each day has its own rate all the same.
    app.clock.set('2026-03-20T04:00:00.000Z');
    for (let day = 11; day <= 19; day++) await world.close(`2026-03-${day}`);
    const records = await world.records(customer, 'INCOMES');
    expect(records.map(({ date, rate: apy, amount }) => `${date} ${apy} ${amount}`).reverse()).toEqual([
      '2026-03-11 4.20 0.042000',
      '2026-03-12 5.00 0.050000',
      ...[13, 14, 15, 16, 17].map((day) => `2026-03-${day} 9.00 0.090000`),
      '2026-03-18 4.80 0.048000',
      '2026-03-19 4.80 0.048000',
    ]);
    await world.assertBooks();
  });

  it('is set by two people only', async () => {
    const rate = '--coin BTC --apy 2.00 --from 2026-04-01 --reason r';
    for (const names of ['--by finance --approved-by approver', '--by admin --approved-by finance'])
      expect((await world.ops('coin-up:rate', `${rate} ${names}`)).exit).toBe(1);
    // By one of them each is a proposal, and nothing changes.
    const ofOne = [
      await world.ops('coin-up:rate', `${rate} --by admin`),
      await world.ops('coin-up:switch', '--to off --by admin --reason r'),
      await world.ops('coin-up:minimum', '--coin BTC --amount 1 --by admin --reason r'),
    ];
    for (const { printed } of ofOne) expect(printed[0]).toMatch(/^proposed as \d+: /);
    expect((await world.ops('coin-up:status', '')).printed).toEqual([
      'subscriptions open',
      'BTC minimum 0.00100000, 1.80 % a year',
      'USDT minimum 100.000000, 4.80 % a year',
      'INTEREST_FUND BTC 1.00000000, being paid 0.00000000',
      'INTEREST_FUND USDT 9999.362000, being paid 0.000000',
    ]);
  });
});
