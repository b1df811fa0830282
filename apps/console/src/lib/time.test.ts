import { expect, it } from 'vitest';
import { ageText, clockText, momentOfField, momentText } from './time.ts';

const now = Date.parse('2026-11-20T06:18:06Z');

it.each([
  ['2026-11-20T06:17:30Z', '刚刚'],
  ['2026-11-20T05:37:00Z', '41 分'],
  ['2026-11-20T03:06:00Z', '3 时 12 分'],
  ['2026-11-20T03:18:00Z', '3 时'],
  ['2026-11-19T03:18:00Z', '1 天 3 时'],
  ['2026-11-16T06:00:00Z', '4 天'],
  // A phone's clock that is behind the server's.
  ['2026-11-20T07:00:00Z', '刚刚'],
])('what began at %s waits %s', (since, text) => expect(ageText(since, now)).toBe(text));

it('times are the house’s own, wherever the browser is', () => {
  expect(momentText('2026-11-20T16:05:00Z')).toBe('11-21 00:05');
  expect(clockText('2026-11-20T06:18:06Z')).toBe('14:18:06');
  expect(momentText('2020-11-30T16:05:00Z')).toBe('2020-12-01 00:05');
});

it('a field of date and time holds a time of Shanghai, or none', () => {
  expect(momentOfField('2026-12-01T00:05')).toBe('2026-11-30T16:05:00.000Z');
  expect([momentOfField(''), momentOfField(undefined)]).toEqual([null, null]);
});
