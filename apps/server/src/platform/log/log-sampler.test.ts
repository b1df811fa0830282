// What a flood repeats is logged once in each period, with its number.
import { expect, it } from 'vitest';
import { logSampler } from './log-sampler.ts';

it('lets the first of a kind through at once, then one in each period with the number of all since', () => {
  let now = 0;
  const sample = logSampler(10_000, () => now);
  expect(sample('logins')).toBe(1);
  for (now = 1; now < 10_000; now++) expect(sample('logins')).toBeNull();
  expect(sample('money')).toBe(1);
  now = 10_000;
  expect(sample('logins')).toBe(10_000);
  expect(sample('logins')).toBeNull();
});
