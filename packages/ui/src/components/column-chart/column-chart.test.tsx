// Covers bars in proportion, the highlighted last day, and edge cases.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { field } from './chart-frame.tsx';
import { ColumnChart } from './column-chart.tsx';

afterEach(cleanup);

const day = (i: number, value: bigint) => ({ date: `2026-11-${String(i + 1).padStart(2, '0')}`, value });
const inUsdt = { figure: String, unit: 'USDT' };
const heights = () => [...document.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));

describe('ColumnChart', () => {
  it('draws each value in proportion to the highest', () => {
    render(<ColumnChart label="电费" {...inUsdt} days={[day(0, 50n), day(1, 100n), day(2, 0n)]} />);
    const full = field.floor - field.top;
    expect(heights()).toEqual([full / 2, full, 0]);
    expect(screen.getByRole('slider', { name: '电费' }).getAttribute('aria-valuetext')).toBe('11-03 0 USDT');
    expect(document.querySelector('.marks')?.textContent).toBe('最高 11-02 100最低 11-03 0');
  });

  it('highlights the last day by default', () => {
    const days = [day(0, 1n), day(1, 2n)];
    const { rerender } = render(<ColumnChart label="电费" {...inUsdt} days={days} />);
    expect([...document.querySelectorAll('rect')].map((bar) => bar.getAttribute('class'))).toEqual(['quiet', 'hot']);
    rerender(<ColumnChart label="电费" {...inUsdt} days={days} highlight="none" />);
    expect(document.querySelectorAll('.hot')).toHaveLength(0);
  });

  it('keeps thirty bars inside the field and labels first, middle and last day', () => {
    render(<ColumnChart label="电费" {...inUsdt} days={Array.from({ length: 30 }, (_, i) => day(i, BigInt(i)))} />);
    const last = [...document.querySelectorAll('rect')].at(-1);
    expect(Number(last?.getAttribute('x')) + Number(last?.getAttribute('width'))).toBeLessThanOrEqual(field.width);
    expect([...document.querySelectorAll('.dates span')].map((date) => date.textContent)).toEqual([
      '11-01',
      '11-15',
      '11-30',
    ]);
  });

  it('reads a bar in place of the dates', () => {
    render(<ColumnChart label="电费" {...inUsdt} days={[day(0, 50n), day(1, 100n)]} />);
    const chart = screen.getByRole('slider');
    chart.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: field.width, height: field.height });
    fireEvent.pointerDown(chart, { clientX: field.width / 12 - 1 });
    expect(document.querySelector('.dates')?.textContent).toBe('11-01 50 USDT');
    fireEvent.pointerMove(chart, { clientX: field.width });
    expect(document.querySelector('.dates')?.textContent).toBe('11-02 100 USDT');
  });

  it('draws only the baseline without days or with zeros', () => {
    const { rerender } = render(<ColumnChart label="电费" {...inUsdt} days={[]} />);
    expect(document.querySelectorAll('rect')).toHaveLength(0);
    rerender(<ColumnChart label="电费" {...inUsdt} days={[day(0, 0n)]} />);
    expect(heights()).toEqual([0]);
  });
});
