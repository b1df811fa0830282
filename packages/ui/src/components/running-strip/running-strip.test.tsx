// Covers what the strip draws of a status log, and how it is read.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { RunningStrip } from './running-strip.tsx';
import { partsOfRange } from './status-periods.ts';

afterEach(cleanup);

const at = (hour: number) => new Date(Date.UTC(2026, 10, 19, hour));
const periods = [
  { status: 'RUNNING' as const, from: at(4), to: at(10) },
  { status: 'REPAIR' as const, from: at(10), to: at(12) },
  { status: 'RUNNING' as const, from: at(12), to: at(30) },
];

it('clips periods to the range, and leaves out what is not known', () => {
  expect(partsOfRange(periods, at(0).getTime(), at(20).getTime()).map(({ start, width }) => [start, width])).toEqual([
    [0.2, 0.3],
    [0.5, 0.1],
    [0.6, 0.4],
  ]);
  expect(partsOfRange(periods, at(4).getTime(), at(4).getTime())).toEqual([]);
});

it('draws seconds of standstill as a hair, not as a collapse', () => {
  const second = [{ status: 'SUSPEND' as const, from: at(10), to: new Date(at(10).getTime() + 1000) }];
  render(<RunningStrip label="运行记录" parts={partsOfRange(second, at(0).getTime(), at(24).getTime())} />);
  expect(Number(document.querySelector('.stopped')?.getAttribute('width'))).toBe(2);
});

it('is read part by part, by finger and by key', () => {
  render(
    <RunningStrip
      label="近 24 小时运行记录"
      parts={partsOfRange(periods, at(0).getTime(), at(20).getTime())}
      middle="合计"
    />,
  );
  const strip = screen.getByRole('slider', { name: '近 24 小时运行记录' });
  expect(strip.getAttribute('aria-valuetext')).toBe('11-19 20:00–11-20 04:00 运行中');
  fireEvent.keyDown(strip, { key: 'ArrowLeft' });
  expect(screen.getByText('11-19 18:00–11-19 20:00 维护中')).toBeTruthy();
  strip.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: 100, height: 20 });
  fireEvent.pointerDown(strip, { clientX: 25 });
  expect(screen.getByText('11-19 12:00–11-19 18:00 运行中')).toBeTruthy();
  fireEvent.blur(strip);
  expect(screen.getByText('合计')).toBeTruthy();
});

it('draws nothing, and is no slider, without a log', () => {
  render(<RunningStrip label="运行记录" parts={[]} middle="启动后显示" />);
  expect(screen.queryByRole('slider')).toBeNull();
  expect(document.querySelectorAll('rect')).toHaveLength(0);
  expect(screen.getByText('启动后显示')).toBeTruthy();
});
