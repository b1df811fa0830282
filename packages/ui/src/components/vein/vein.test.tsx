// Covers the mapping of data to the drawing, and how its values are read.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { HiddenAmounts } from '../hidden-amounts/hidden-amounts.tsx';
import { EmptyVein, Vein } from './vein.tsx';
import { linePath, rockPath, veinFloor, veinIndexAt, veinPoints, veinSize } from './vein-geometry.ts';
import { VeinPicture } from './vein-picture.tsx';

afterEach(cleanup);

const heightOf = (value: bigint, values: readonly bigint[]) => {
  const points = veinPoints([...values, value, 0n]);
  const bottom = points.at(-1)?.y ?? 0;
  return bottom - (points.at(-2)?.y ?? 0);
};

describe('veinPoints', () => {
  it('maps higher values higher, and equal ones to one height', () => {
    const [low, high, same] = veinPoints([1n, 9n, 9n]);
    expect(low?.y).toBeGreaterThan(high?.y ?? 0);
    expect(high?.y).toBe(same?.y);
  });

  it('draws heights in proportion where a value is small, and nothing at zero', () => {
    expect(heightOf(50n, [100n])).toBeCloseTo(heightOf(100n, [100n]) / 2);
    expect(heightOf(0n, [100n])).toBe(0);
    const [idle] = veinPoints([0n, 0n]);
    const [busy] = veinPoints([68n, 68n]);
    expect(idle?.y).toBeGreaterThan(busy?.y ?? 0);
  });

  it('cuts at most a fifth, so that a fall of 15 % looks like one of less than 20 %', () => {
    expect(veinFloor([100n, 85n])).toBe(20n);
    expect(veinFloor([100n, 19n])).toBe(0n);
    expect(veinFloor([900_708n, 730_862n])).toBe(180_000n);
    expect(veinFloor([900_708n, 180_140n])).toBe(0n);
    const [before, after] = veinPoints([100n, 85n]);
    const fall = ((after?.y ?? 0) - (before?.y ?? 0)) / (132 - (before?.y ?? 0));
    expect(fall).toBeGreaterThan(0.15);
    expect(fall).toBeLessThan(0.2);
  });

  it('runs from the left edge to the dot, inside the drawing', () => {
    const points = veinPoints([0n, 2n ** 63n - 1n, 1n]);
    expect(points.map(({ x }) => x)).toEqual([0, 178.5, 357]);
    for (const { y } of points) {
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(veinSize.height);
    }
  });

  it('draws a flat series as a flat line, and a single value as the dot alone', () => {
    expect(new Set(veinPoints([5n, 5n, 5n]).map(({ y }) => y)).size).toBe(1);
    expect(veinPoints([5n])).toHaveLength(1);
    expect(rockPath(veinPoints([5n]))).toMatch(/^M0 /);
    expect(linePath([])).toBe('');
  });

  it('finds the value nearest to the finger', () => {
    expect([0, 0.4, 0.6, 1].map((fraction) => veinIndexAt(fraction, 3))).toEqual([0, 1, 1, 2]);
  });
});

const series = [
  { at: '11-17', value: 100n },
  { at: '11-18', value: 60n },
  { at: '11-19', value: 90n },
];
const vein = <Vein values={series} label="近 30 日产出" figure={String} unit="BTC" middle="近 30 日" />;
const chart = () => screen.getByRole('slider', { name: '近 30 日产出' });

describe('Vein', () => {
  it('says its ends, highest, lowest and where it is cut, as text', () => {
    const { container } = render(vein);
    expect(container.textContent).toBe('11-17近 30 日11-19最高 11-17 100最低 11-18 60纵轴从 20 起');
    expect(chart().getAttribute('aria-valuetext')).toBe('11-19 90 BTC');
  });

  it('names no bottom edge where it begins at zero', () => {
    const { container } = render(
      <Vein values={[...series, { at: '11-20', value: 0n }]} label="近 30 日产出" figure={String} unit="BTC" />,
    );
    expect(container.textContent).toContain('最低 11-20 0');
    expect(container.textContent).not.toContain('纵轴');
  });

  it('reads the value under the finger until the finger leaves', () => {
    render(vein);
    chart().getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: 375, height: 136 });
    fireEvent.pointerDown(chart(), { clientX: 180 });
    expect(screen.getByText('11-18 60 BTC')).toBeTruthy();
    fireEvent.pointerMove(chart(), { clientX: 3 });
    expect(screen.getByText('11-17 100 BTC')).toBeTruthy();
    fireEvent.blur(chart());
    expect(screen.getByText('近 30 日')).toBeTruthy();
  });

  it('is read by arrow keys and never beyond its ends', () => {
    render(vein);
    fireEvent.keyDown(chart(), { key: 'ArrowLeft' });
    expect(chart().getAttribute('aria-valuetext')).toBe('11-18 60 BTC');
    fireEvent.keyDown(chart(), { key: 'Home' });
    fireEvent.keyDown(chart(), { key: 'ArrowLeft' });
    expect(chart().getAttribute('aria-valuetext')).toBe('11-17 100 BTC');
    fireEvent.keyDown(chart(), { key: 'End' });
    fireEvent.keyDown(chart(), { key: 'ArrowRight' });
    expect(chart().getAttribute('aria-valuetext')).toBe('11-19 90 BTC');
  });

  it('hides every figure with the other amounts', () => {
    const { container } = render(<HiddenAmounts hidden>{vein}</HiddenAmounts>);
    fireEvent.keyDown(chart(), { key: 'Home' });
    expect(container.textContent).not.toMatch(/100|60|90/);
    expect(chart().getAttribute('aria-valuetext')).toBe('11-17 金额已隐藏');
  });

  it('shows bare rock without data', () => {
    const { container } = render(<Vein values={[]} label="近 30 日产出" figure={String} unit="BTC" middle="还没有" />);
    expect(container.querySelector('.ore')).toBeNull();
    expect(screen.getByRole('img', { name: '近 30 日产出' })).toBeTruthy();
    expect(screen.getByText('还没有')).toBeTruthy();
    render(<EmptyVein />);
    expect(document.querySelectorAll('.ore')).toHaveLength(0);
  });

  it('hides the decorative one from screen readers', () => {
    const { container } = render(<VeinPicture />);
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  });
});
