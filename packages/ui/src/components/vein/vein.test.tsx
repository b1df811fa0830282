// Covers the mapping of data to the drawing.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { EmptyVein, Vein, VeinPicture } from './vein.tsx';
import { linePath, rockPath, veinPoints, veinSize } from './vein-geometry.ts';

afterEach(cleanup);

describe('veinPoints', () => {
  it('maps higher values higher, and equal ones to one height', () => {
    const [low, high, same] = veinPoints([1n, 9n, 9n]);
    expect(low?.y).toBeGreaterThan(high?.y ?? 0);
    expect(high?.y).toBe(same?.y);
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
});

describe('Vein', () => {
  it('names its content and renders its axis as text', () => {
    const { container } = render(<Vein values={[1n, 2n]} label="近 30 日产出" start="10-21" end="11-19" />);
    expect(screen.getByRole('img', { name: '近 30 日产出' })).toBeTruthy();
    expect(container.textContent).toBe('10-2111-19');
  });

  it('shows bare rock without data', () => {
    const { container } = render(<Vein values={[]} label="近 30 日产出" />);
    expect(container.querySelector('.ore')).toBeNull();
    render(<EmptyVein />);
    expect(document.querySelectorAll('.ore')).toHaveLength(0);
  });

  it('hides the decorative one from screen readers', () => {
    const { container } = render(<VeinPicture />);
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  });
});
