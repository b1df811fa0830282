// Proves that demo days repeat real ones, and that one demo day stands beside the next as two real days do.
import { expect, it } from 'vitest';
import { realDayOf } from './demo-days.ts';

const dayMs = 86_400_000;
const timeOf = (day: number) => Date.parse(realDayOf(day).date);

it('repeats the real days in their order, then back, and never jumps', () => {
  expect([realDayOf(0).date, realDayOf(32).date]).toEqual(['2020-02-15', '2020-03-18']);
  for (let day = -40; day < 200; day += 1) expect(Math.abs(timeOf(day + 1) - timeOf(day)), `day ${day}`).toBe(dayMs);
});
