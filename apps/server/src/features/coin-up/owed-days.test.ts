// A fund that cannot pay: the day closes and is owed, subscriptions close, later days wait, arrivals do not; when the fund
// is filled again the debt is paid first, once, and all of a coin's day or nothing.
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { giveToTreasury } from '../../testing/gift.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

let app: TestApp;
let world: ReturnType<typeof savingsFixture>;
let saver: TestCustomer;
let other: TestCustomer;
const events: object[] = [];
let date = '2026-03-09';

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void events.push(JSON.parse(line)) });
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z', log });
  world = savingsFixture(app);
  // A day of both is 2 · 0.115068…: more than this.
  await world.open({ btc: '1', usdt: '0.2' });
  saver = await app.createMoneyCustomer();
  other = await app.createMoneyCustomer();
  for (const customer of [saver, other]) {
    await world.give(customer.id, 'USDT', 1_500_000_000n);
    await world.give(customer.id, 'BTC', 10_000_000n);
    await world.subscribe(customer, 'USDT', '1000');
    await world.subscribe(customer, 'BTC', '0.1');
  }
  await closeNext();
});
afterAll(() => app.stop());

async function closeNext(): Promise<string> {
  date = addDays(date, 1);
  app.clock.set(`${date}T16:10:00.000Z`);
  return (await world.close(date)).join('\n');
}
const income = (customer: TestCustomer) => world.balance(customer.id, 'USDT', 'INCOME_ACCOUNT');
const status = async () => (await world.ops('coin-up:status', '')).printed.join('\n');

/** 1000 USDT · 4.2 % / 365 = 0.11506849… a day, added up by hand. */
const afterDays = [0n, 115_068n, 230_136n, 345_205n, 460_273n];

describe('a day that the fund cannot pay', () => {
  it('closes as owed: no customer is paid in that coin, all in the other', async () => {
    expect(await closeNext()).toContain('interest owed USDT: expected 0.230136, posted 0.230136, difference 0.000000');
    expect([await income(saver), await income(other)]).toEqual([0n, 0n]);
    expect(await world.balance(saver.id, 'BTC', 'INCOME_ACCOUNT')).toBe(493n);
    expect(await world.detail(saver, 'USDT')).toMatchObject({
      interestOwed: '0.115068',
      totalInterest: '0.000000',
      yesterdayInterest: '0.000000',
      last30: [{ date: '2026-03-11', amount: '0.000000' }],
    });
    expect(await world.records(saver, 'INCOMES')).toMatchObject([{ coin: 'BTC' }]);
    await world.assertBooks();
  });

  it('logs the debt and closes subscriptions, in both coins', async () => {
    expect(events).toMatchObject([{ event: 'interest.owed', coin: 'USDT', amount: '0.230136', date: '2026-03-11' }]);
    expect(await status()).toContain('OWED USDT 0.230136 of 2026-03-11');
    expect(await status()).toContain('subscriptions closed');
    expect(await app.data('apy', {})).toMatchObject({ isEnableFunction: false });
    expect(await world.subscribe(saver, 'BTC', '0.001')).toMatchObject({ code: 50001 });
  });

  it('delays no arrival', async () => {
    expect(await world.redeem(other, 'USDT', '1000')).toMatchObject({ code: 200 });
    await closeNext();
    expect(await world.balance(other.id, 'USDT', 'wallet')).toBe(1_500_000_000n);
    await world.assertBooks();
  });

  it('makes every later day wait behind it, though the fund could pay one of those', async () => {
    // The day of one saver alone is 0.115069: the fund has 0.2.
    expect(await world.detail(saver, 'USDT')).toMatchObject({ interestOwed: '0.230136' });
    expect(await income(saver)).toBe(0n);
    expect(await status()).toMatch(/OWED USDT 0\.230136 of 2026-03-11\nOWED USDT 0\.115068 of 2026-03-12/);
  });

  it('is not paid by a payment that is too small', async () => {
    await world.payIn('USDT', '0.03');
    expect(await income(saver)).toBe(0n);
    expect(await world.fund('USDT')).toBe(230_000n);
    await world.assertBooks();
  });

  it('is paid first, at once and once, when the fund has enough; then the next', async () => {
    await world.payIn('USDT', '0.000136');
    expect([await income(saver), await income(other)]).toEqual([afterDays[1], afterDays[1]]);
    expect(await world.fund('USDT')).toBe(0n);
    expect(await app.data('apy', {})).toMatchObject({ isEnableFunction: false });
    await world.payIn('USDT', '50');
    expect([await income(saver), await income(other)]).toEqual([afterDays[2], afterDays[1]]);
    expect(await world.fund('USDT')).toBe(50_000_000n - 115_068n);
    expect(await app.data('apy', {})).toMatchObject({ isEnableFunction: true });
    expect(await status()).not.toContain('OWED');
    await world.assertBooks();
  });

  it('keeps its seal when it is paid, and shows its own day and rate', async () => {
    expect((await world.records(saver, 'INCOMES')).filter(({ coin }) => coin === 'USDT')).toMatchObject([
      { date: '2026-03-12', amount: '0.115068', arrivalDate: '2026-03-13', rate: '4.20' },
      { date: '2026-03-11', amount: '0.115068', arrivalDate: '2026-03-13', rate: '4.20' },
    ]);
    await closeNext();
    expect(await income(saver)).toBe(afterDays[3]);
    await world.assertBooks();
  });

  it('is not paid again by a process that looks for work', async () => {
    const [tick] = app.slices.coinUp.ticks as [(now: Date) => Promise<void>];
    await tick(app.clock.now());
    expect(await income(saver)).toBe(afterDays[3]);
    await closeNext();
    expect(await income(saver)).toBe(afterDays[4]);
  });
});

describe('paying in', () => {
  const two = '--by finance --approved-by approver --reason r';
  const pay = (args: string) => world.ops('coin-up:fund', args);

  it('takes two names, a coin, an amount, a source that has it', async () => {
    expect((await pay(`--coin USDT --amount 1 --by finance --reason r`)).exit).toBe(1);
    expect((await pay(`--coin USDT --amount 1 --by finance --approved-by finance --reason r`)).exit).toBe(1);
    expect((await pay(`--coin USDT --amount 1 --by admin --approved-by approver --reason r`)).exit).toBe(1);
    expect((await pay(`--coin ETH --amount 1 ${two}`)).exit).toBe(2);
    expect((await pay(`--coin USDT --amount 0 ${two}`)).exit).toBe(2);
    expect((await pay(`--coin USDT --amount 1 --from cash ${two}`)).exit).toBe(2);
    const poor = await pay(`--coin USDT --amount 1 --from electricity-revenue ${two}`);
    expect(poor).toMatchObject({ exit: 1, failed: [expect.stringContaining('has only 0.000000 USDT')] });
  });

  it('from the treasury is refused beyond what the operator has put in, and changes nothing', async () => {
    const before = await world.fund('USDT');
    await giveToTreasury(app, 'USDT', 4_000_000n);
    const poor = await pay(`--coin USDT --amount 4.000001 ${two}`);
    expect(poor).toMatchObject({ exit: 1, failed: [expect.stringContaining('has only 4.000000 USDT')] });
    expect(await world.fund('USDT')).toBe(before);
    await world.assertBooks();
  });

  it('happens once for the same command, and for the same key', async () => {
    const before = await world.fund('USDT');
    expect((await pay(`--coin USDT --amount 2 ${two}`)).printed[0]).toMatch(/^paid in: 2\.000000 USDT/);
    expect((await pay(`--coin USDT --amount 2 ${two}`)).printed[0]).toMatch(/^already paid in/);
    expect((await pay(`--coin USDT --amount 2 --key other ${two}`)).printed[0]).toMatch(/^paid in/);
    expect((await pay(`--coin USDT --amount 3 --key other ${two}`)).failed[0]).toContain('used for something else');
    expect(await world.fund('USDT')).toBe(before + 4_000_000n);
    const { rows } = await app.owner.query({
      text: `select count(*)::int as n from audit_log where action = 'coin-up:fund'`,
    });
    expect(rows).toEqual([{ n: 7 }]);
    await world.assertBooks();
  });
});

it('a day that stands unpaid though its batches are paid is finished, not looked for without end', async () => {
  const behind = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  const savings = savingsFixture(behind);
  await savings.open();
  const customer = await behind.createMoneyCustomer();
  await savings.give(customer.id, 'USDT', 1_000_000_000n);
  await savings.subscribe(customer, 'USDT', '1000');
  behind.clock.set('2026-03-10T16:10:00.000Z');
  await behind.without('coin-up.day-is-paid', () => savings.close('2026-03-10'));
  behind.clock.set('2026-03-11T16:10:00.000Z');
  await behind.without('coin-up.day-is-paid', () => savings.close('2026-03-11'));
  expect(await savings.balance(customer.id, 'USDT', 'INCOME_ACCOUNT')).toBe(115_068n);
  const { rows } = await behind.database.query({ text: 'select from coin_up_interest_day where paid_at is null' });
  expect(rows).toEqual([]);
  await savings.assertBooks();
  await behind.stop();
});
