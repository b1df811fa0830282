// What is closed is asked for again, ever more rarely.
import { expect, it } from 'vitest';
import { closedRefreshMs } from './coin-settings-query.ts';

it.each([
  [0, 5_000],
  [11, 5_000],
  [12, 10_000],
  [36, 40_000],
  [48, 60_000],
  [100_000, 60_000],
])('after %i answers it asks again in %i ms', (asked, ms) => {
  expect(closedRefreshMs(asked)).toBe(ms);
});
