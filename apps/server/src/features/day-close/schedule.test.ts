/** Proves when a day is due by itself, and that a long run of days with a jumping clock pays each machine-day once. */
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../platform/clock/clock.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { runCommand } from '../../testing/commands.ts';
import { dayDue } from './schedule.ts';
import { addCustomer, addNetworkDay, addPrice, addWorldMachine, giveMoney, realDay } from './testing/mining-fixture.ts';

const dueAt = (date: string) => new Date(`${addDays(date, 1)}T06:00:00Z`);
const due = (now: string, lastClosed: string | null, begun: string | null = null) =>
  dayDue({ firstClosed: lastClosed, lastClosed, begun }, { now: new Date(now), dueAt, catchUpDays: 7 });

describe('the schedule', () => {
  it('never begins a first close', () => {
    expect(due('2020-03-05T06:00:00Z', null)).toBe(null);
  });

  it('closes the next day at 06:00 UTC of the day after it, not before', () => {
    expect(due('2020-03-03T05:59:59Z', '2020-03-01')).toBe(null);
    expect(due('2020-03-03T06:00:00Z', '2020-03-01')).toBe('2020-03-02');
  });

  it('begins by itself on the day from which on it is owed, where the kind knows one', () => {
    const progress = { firstClosed: null, lastClosed: null, begun: null };
    const ask = (firstDay: string | null) =>
      dayDue(progress, { now: new Date('2020-03-05T06:00:00Z'), dueAt, catchUpDays: 7, firstDay });
    expect(ask(null)).toBe(null);
    expect(ask('2020-03-03')).toBe('2020-03-03');
  });

  it('goes on with a close that was begun', () => {
    expect(due('2020-03-03T06:00:00Z', null, '2020-03-01')).toBe('2020-03-01');
  });

  it('catches up at most as far as it is allowed', () => {
    expect(due('2020-03-10T05:59:59Z', '2020-03-01')).toBe('2020-03-02');
    expect(due('2020-03-10T06:00:00Z', '2020-03-01')).toBe(null);
  });
});

describe('many days, two schedulers, a clock that jumps', () => {
  const days = 60;
  const first = '2020-03-01';
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    for (let number = 1; number <= 5; number++) {
      const customerId = await addCustomer(app.owner, number);
      await giveMoney(app.database, customerId, 'ELE_ACCOUNT', 900_000_000n, '2020-02-29T00:00:00Z');
      await addWorldMachine(app.owner, { machineNo: `A-${number}`, customerId, hashrate: String(10 * number) });
    }
  });
  afterAll(() => app.stop());

  it('pay every machine-day once', async () => {
    const [tick] = app.slices.dayClose.ticks as [(now: Date) => Promise<void>];
    const jumps = [0, 1, -1, 3600, -3600, 86_400, -86_400].map((seconds) => seconds * 1000);
    for (let day = 0; day < days; day++) {
      const date = addDays(first, day);
      await addNetworkDay(app.owner, { ...realDay, date });
      await addPrice(app.owner, date, 8_541_770_000n);
    }
    await app.slices.dayClose.closeMining(first, dueAt(first));
    for (let day = 1; day < days; day++) {
      const now = dueAt(addDays(first, day)).getTime();
      const clocks = [jumps[day % jumps.length] ?? 0, jumps[(day * 3) % jumps.length] ?? 0];
      await Promise.all(clocks.map((jump) => tick(new Date(now + jump)).catch(isMissingTomorrow)));
    }
    await tick(dueAt(addDays(first, days - 1)));
    const { rows } = await app.database.query({
      text: `select (select count(*)::int from machine_output) as outputs, (select count(*)::int from electricity_charge) as charges,
               (select count(*)::int from ledger.posting where type = 'MINING_OUTPUT') as postings,
               (select count(*)::int from day_close where closed_at is not null) as closed`,
    });
    expect(rows).toEqual([{ outputs: 5 * days, charges: 5 * days, postings: 5 * days, closed: days }]);
    await assertBooksBalance(app.database, [...app.slices.electricity.bookChecks, ...app.slices.dayClose.bookChecks]);
  });

  /** A clock a day ahead asks for the day after the last, which has no figures. */
  function isMissingTomorrow(error: Error): void {
    expect(error.message).toContain('network day');
  }

  it('answer the command with what is there: closed, closed already, not possible, no such kind', async () => {
    const command = app.slices.dayClose.commands['day-close'];
    app.clock.set('2020-05-01T12:00:00Z');
    await addNetworkDay(app.owner, { ...realDay, date: '2020-04-30' });
    await addPrice(app.owner, '2020-04-30', 8_541_770_000n);
    const closed = await runCommand(app, command, '--date 2020-04-30 --kind mining');
    expect(closed).toMatchObject({ exit: 0, failed: [] });
    expect(closed.printed.join('\n')).toMatch(
      /network day.*\noutputs.*\nelectricity.*\nhosting.*\narrears.*\ntie-out.*difference 0/,
    );
    const both = await runCommand(app, command, '--date 2020-04-30');
    expect(both).toMatchObject({ exit: 0, failed: [] });
    expect(both.printed[0]).toContain('mining 2020-04-30 is closed already');
    expect(both.printed.at(-1)).toMatch(/^closed {7}coin-up 2020-04-30, seal/);
    expect(await runCommand(app, command, '--date 2020-04-30 --kind coin-up')).toMatchObject({
      exit: 0,
      printed: [expect.stringContaining('closed already')],
    });
    // One that cannot close keeps no other from being tried.
    const [notOver, neither] = [
      expect.stringContaining('mining 2020-05-01'),
      expect.stringContaining('coin-up 2020-05-01'),
    ];
    expect(await runCommand(app, command, '--date 2020-05-01')).toMatchObject({ exit: 2, failed: [notOver, neither] });
    expect(await runCommand(app, command, '--date 2020-02-30')).toMatchObject({ exit: 2 });
    expect(await runCommand(app, command, '--date 2020-04-30 --kind other')).toMatchObject({ exit: 2 });
  });
});
