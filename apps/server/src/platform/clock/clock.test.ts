// Two days that must never be mixed, and the way between dates.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, businessDate, daysBetween, manualClock, miningDate, startOfMiningDay, systemClock } from './clock.ts';

describe('the days of an instant', () => {
  it.each([
    ['2026-03-09T15:59:59.999Z', '2026-03-09', '2026-03-09'],
    ['2026-03-09T16:00:00.000Z', '2026-03-09', '2026-03-10'],
    ['2026-03-09T23:59:59.999Z', '2026-03-09', '2026-03-10'],
    ['2026-03-10T00:00:00.000Z', '2026-03-10', '2026-03-10'],
    ['2024-12-31T16:00:00.000Z', '2024-12-31', '2025-01-01'],
  ])('%s is mining day %s and business day %s', (at, mining, business) => {
    expect([miningDate(new Date(at)), businessDate(new Date(at))]).toEqual([mining, business]);
  });

  it('agrees with the calendar of Shanghai at every instant of this time', () => {
    const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' });
    const instants = fc.date({ min: new Date('2009-01-03Z'), max: new Date('2100-01-01Z'), noInvalidDate: true });
    const check = fc.property(instants, (at) => {
      expect(businessDate(at)).toBe(shanghai.format(at));
    });
    fc.assert(check);
  });
});

describe('dates', () => {
  it('step over the ends of months and leap days', () => {
    expect(addDays('2020-02-28', 1)).toBe('2020-02-29');
    expect(addDays('2020-03-01', -1)).toBe('2020-02-29');
    expect(addDays('2021-02-28', 1)).toBe('2021-03-01');
    expect(daysBetween('2020-02-28', '2020-03-01')).toBe(2);
  });

  it.each(['2021-02-29', '2020-13-01', '2020-2-1', 'today', ''])('%s is none', (text) => {
    expect(() => startOfMiningDay(text)).toThrow(RangeError);
  });
});

describe('clocks', () => {
  it('shifts the time of the machine forward', () => {
    const ahead = systemClock(48).now().getTime() - Date.now();
    expect(Math.abs(ahead - 48 * 3_600_000)).toBeLessThan(1000);
  });

  it('stands still until it is moved', () => {
    const clock = manualClock('2026-03-10T04:00:00Z');
    clock.advance({ days: 1, hours: 2, minutes: 3, seconds: 4 });
    expect(clock.now().toISOString()).toBe('2026-03-11T06:03:04.000Z');
    clock.set('2026-01-01T00:00:00Z');
    expect(clock.now().toISOString()).toBe('2026-01-01T00:00:00.000Z');
  });
});
