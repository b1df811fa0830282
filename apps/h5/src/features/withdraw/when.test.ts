import { expect, it } from 'vitest';
import { formatWhen } from './when.ts';

it('names today and tomorrow by the day in Shanghai, and every other day by its date', () => {
  const now = '2026-11-20T15:59:00.000Z';
  expect(formatWhen('2026-11-20T15:59:59.000Z', now)).toBe('今天 23:59');
  expect(formatWhen('2026-11-20T16:00:00.000Z', now)).toBe('明天 00:00');
  expect(formatWhen('2026-11-22T10:30:00.000Z', now)).toBe('11-22 18:30');
  expect(formatWhen('2026-11-19T10:30:00.000Z', now)).toBe('11-19 18:30');
});
