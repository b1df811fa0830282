// Scheduled work is asked again and again, never twice at once, and one that fails stops nothing else.
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { manualClock } from '../clock/clock.ts';
import { startTicking } from './ticking.ts';

const clock = manualClock('2026-03-10T06:00:00Z');
const logged: string[] = [];
const log = pino({}, { write: (line: string) => void logged.push(line) });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('asks at once, then every few seconds, at the time of the product', async () => {
  const asked: string[] = [];
  const ticking = startTicking([async (now) => void asked.push(now.toISOString())], clock, log);
  await vi.advanceTimersByTimeAsync(12_000);
  await ticking.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(Array(3).fill('2026-03-10T06:00:00.000Z'));
});

it('goes on with the next when one fails, and comes back more rarely', async () => {
  logged.length = 0;
  let others = 0;
  const failing = () => Promise.reject(new Error('the day is not ready'));
  const ticking = startTicking([failing, async () => void others++], clock, log);
  await vi.advanceTimersByTimeAsync(60_000);
  await ticking.stop();
  // After 0, 10 and 30 seconds; a minute of health would have seen twelve.
  expect(others).toBe(3);
  expect(logged.join()).toContain('the day is not ready');
});

it('waits for the round under way before it is stopped, and never starts a second beside it', async () => {
  let running = 0;
  let most = 0;
  const slow = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    running--;
  };
  const ticking = startTicking([slow], clock, log);
  await vi.advanceTimersByTimeAsync(30_000);
  const stopped = ticking.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  await stopped;
  expect([most, running]).toEqual([1, 0]);
});
