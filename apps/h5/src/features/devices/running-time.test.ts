// Covers what a status log says of a range: how long the machine ran and how often it stood still.
import { partsOfRange } from '@lode/ui';
import { describe, expect, it } from 'vitest';
import { durationFigure, durationText, monthsText } from '../../locales/zh/duration.ts';
import { periodsOf, runningTimeOf } from './running-time.ts';

const at = (time: string) => `2026-11-19T${time}:00.000Z`;
const log = [
  { from: 'REPAIR' as const, to: 'RUNNING' as const, time: at('12:30'), reason: '' },
  { from: 'SUSPEND' as const, to: 'REPAIR' as const, time: at('12:00'), reason: '' },
  { from: 'RUNNING' as const, to: 'SUSPEND' as const, time: at('11:00'), reason: '' },
  { from: null, to: 'RUNNING' as const, time: at('02:00'), reason: '' },
];

it('ends each period where the next begins, the newest now', () => {
  const periods = periodsOf(log, new Date(at('13:00')));
  expect(periods.map(({ status, from, to }) => [status, from.getUTCHours(), to.getUTCHours()])).toEqual([
    ['RUNNING', 2, 11],
    ['SUSPEND', 11, 12],
    ['REPAIR', 12, 12],
    ['RUNNING', 12, 13],
  ]);
});

it('adds up what ran inside the range, and counts a shutdown with its repair as one stop', () => {
  const periods = periodsOf(log, new Date(at('13:00')));
  const range = partsOfRange(periods, Date.parse(at('10:00')), Date.parse(at('13:00')));
  expect(runningTimeOf(range)).toEqual({ minutes: 90, stops: 1 });
});

describe('durationFigure', () => {
  it.each([
    [0, '0 分'],
    [59, '59 分'],
    [1439, '23 小时 59 分'],
    [2879, '1 天 23 小时'],
  ])('writes %s minutes as %s', (minutes, text) => {
    const { value, unit } = durationFigure(minutes);
    expect(`${value} ${unit}`).toBe(text);
  });
});

describe('durationText', () => {
  it.each([
    [0, '0 分'],
    [59, '59 分'],
    [60, '1 小时'],
    [1430, '23 小时 50 分'],
    [1440, '24 小时'],
    [4500, '3 天 3 小时'],
  ])('writes %s minutes as %s', (minutes, text) => expect(durationText(minutes)).toBe(text));
});

it('says many days in years and months, never sooner than they are', () => {
  expect([366, 730, 731, 929, 3650].map(monthsText)).toEqual([
    '1 年 1 个月',
    '2 年',
    '2 年 1 个月',
    '2 年 7 个月',
    '10 年',
  ]);
});
