// Covers digits, Shanghai time and shares.
import { describe, expect, it } from 'vitest';
import { classes } from './classes.ts';
import { groupDigits, withDecimals } from './digits.ts';
import { shanghaiClock, shanghaiDate, shanghaiShortTime, shanghaiTime, weekdayOf } from './shanghai-time.ts';
import { largest, share } from './share.ts';

describe('digits', () => {
  it('are grouped in threes before the point only', () => {
    expect(groupDigits('1234.5678')).toBe('1,234.5678');
    expect(groupDigits('999')).toBe('999');
    expect(groupDigits('-1000000')).toBe('−1,000,000');
    expect(groupDigits('0.00004732')).toBe('0.00004732');
  });

  it('are truncated or padded', () => {
    expect(withDecimals('141', 2)).toBe('141.00');
    expect(withDecimals('13.599', 2)).toBe('13.59');
    expect(withDecimals('13.599', 0)).toBe('13');
  });
});

describe('Shanghai time', () => {
  it('is UTC+8, across the end of a day and of a year', () => {
    expect(shanghaiTime('2026-03-18T02:24:59.999Z')).toBe('2026-03-18 10:24');
    expect(shanghaiTime('2026-12-31T16:00:00Z')).toBe('2027-01-01 00:00');
    expect(shanghaiDate(new Date('2026-02-28T15:59:59Z'))).toBe('2026-02-28');
    expect(shanghaiShortTime('2026-03-18T02:24:00Z')).toBe('03-18 10:24');
    expect(shanghaiClock('2026-03-18T02:24:00Z')).toBe('10:24');
  });

  it('returns the weekday of a date', () => {
    expect(weekdayOf('2026-11-19')).toBe('周四');
    expect(weekdayOf('2026-11-22')).toBe('周日');
  });
});

describe('share', () => {
  it('is exact for amounts beyond Number', () => {
    expect(share(2n ** 62n, 2n ** 63n)).toBe(0.5);
    expect(share(1n, 3n)).toBe(0.333333);
    expect(share(5n, 0n)).toBe(0);
  });

  it('returns the largest value, zero for none', () => {
    expect(largest([1n, 9n, 3n])).toBe(9n);
    expect(largest([])).toBe(0n);
  });
});

describe('classes', () => {
  it('drops falsy names', () => {
    expect(classes('a', false, undefined, null, '', 'b')).toBe('a b');
  });
});
