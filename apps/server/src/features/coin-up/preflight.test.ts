// The pre-flight check of a run: it names the fund that will not pay, as the run then finds it, and an earlier day that comes first.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { runCommand } from '../../testing/commands.ts';
import { savingsFixture } from './testing/savings-fixture.ts';

let app: TestApp;
let world: ReturnType<typeof savingsFixture>;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  world = savingsFixture(app);
  await world.open({ btc: '0', usdt: '0.1' });
  const saver = await app.createMoneyCustomer();
  await world.give(saver.id, 'USDT', 1_500_000_000n);
  await world.subscribe(saver, 'USDT', '1000');
});
afterAll(() => app.stop());

const check = (args: string) =>
  runCommand(app, app.slices.dayClose.commands['day-close:preflight'], `--kind coin-up ${args}`);
const tick = async () => app.slices.dayClose.preflightTick(app.slices.alerts)(app.clock.now());
const alerts = async () => {
  const { rows } = await app.database.query({
    text: `select from alert where kind = 'close-is-hindered' and resolved_at is null`,
  });
  return rows.length;
};

it('names an earlier day of savings, which stops the run', async () => {
  const reason = 'savings have earned since 2026-03-11: that day comes first';
  expect((await check('--date 2026-03-12')).failed).toContainEqual(`coin-up 2026-03-12 would stop it: ${reason}`);
  app.clock.set('2026-03-12T16:10:00.000Z');
  expect(await app.slices.dayClose.closeCoinUp('2026-03-12', app.clock.now())).toEqual({
    outcome: 'refused',
    reasons: [reason],
  });
});

it('is green for a day on which nothing is earned', async () => {
  app.clock.set('2026-03-10T13:00:00.000Z');
  expect(await check('')).toMatchObject({
    exit: 0,
    printed: ['coin-up 2026-03-10: nothing stands in the way of its close'],
  });
  app.clock.set('2026-03-10T16:10:00.000Z');
  await world.close('2026-03-10');
});

it('names a fund that cannot pay, hours before the day is over, until it can', async () => {
  // 1000 USDT · 4.2 % / 365 = 0.115068
  app.clock.set('2026-03-11T13:00:00.000Z');
  await tick();
  expect(await alerts()).toBe(1);
  expect((await check('')).failed).toEqual([
    'coin-up 2026-03-11 would be left out: INTEREST_FUND has 0.100000 USDT, and the interest of 2026-03-11 is 0.115068 USDT: it would be owed, coin-up:fund pays in',
  ]);
  await world.payIn('USDT', '0.015068');
  expect(await check('')).toMatchObject({ exit: 0 });
  app.clock.set('2026-03-11T13:15:00.000Z');
  await tick();
  expect(await alerts()).toBe(0);
  app.clock.set('2026-03-11T16:10:00.000Z');
  expect((await world.close('2026-03-11')).join()).toContain('interest');
  expect(await world.ops('coin-up:status', '')).not.toMatchObject({ printed: [expect.stringContaining('OWED')] });
});

it('names the days that are owed already, and the run then owes this one as well', async () => {
  app.clock.set('2026-03-12T13:00:00.000Z');
  expect((await check('')).failed[0]).toContain('the interest of 2026-03-12 is 0.115068 USDT: it would be owed');
  app.clock.set('2026-03-12T16:10:00.000Z');
  await world.close('2026-03-12');
  app.clock.set('2026-03-13T13:00:00.000Z');
  expect((await check('')).failed[0]).toContain(
    'the interest of 2026-03-13 with 1 owed days before it is 0.230137 USDT',
  );
  expect((await world.ops('coin-up:status', '')).printed.join()).toContain('OWED USDT 0.115068 of 2026-03-12');
});
