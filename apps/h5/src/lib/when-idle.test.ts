// Work ahead of time waits until the customer waits for nothing.
import { afterEach, expect, it, vi } from 'vitest';
import { markBusy } from './busy.ts';
import { whenIdle } from './when-idle.ts';

afterEach(() => vi.unstubAllGlobals());

it('starts when idle and nothing is on its way', () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  const start = vi.fn();
  const endFirst = markBusy();
  whenIdle(start);
  expect(idle).toHaveLength(0);
  endFirst();
  expect(idle).toHaveLength(1);
  // A call that begins before the idle moment comes first too.
  const endSecond = markBusy();
  const endThird = markBusy();
  idle.shift()?.();
  endSecond();
  endSecond();
  expect(idle).toHaveLength(0);
  endThird();
  expect(start).not.toHaveBeenCalled();
  idle.shift()?.();
  expect(start).toHaveBeenCalledTimes(1);
});

it('does not start once it is cancelled', () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  const start = vi.fn();
  const end = markBusy();
  const cancel = whenIdle(start);
  cancel();
  end();
  for (const run of idle) run();
  expect(start).not.toHaveBeenCalled();
});
