// Covers the extremes of a chart as text, and that they hide with the other amounts.
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { HiddenAmounts } from '../hidden-amounts/hidden-amounts.tsx';
import { ChartMarks } from './chart-marks.tsx';

afterEach(cleanup);

it('names the highest, the lowest and a bottom edge that is not zero', () => {
  const { container, rerender } = render(<ChartMarks high="9" low="7" floor="2" />);
  expect(container.textContent).toBe('最高 9最低 7底边 2');
  rerender(<ChartMarks high="9" low="0" />);
  expect(container.textContent).toBe('最高 9最低 0');
});

it('hides its figures', () => {
  const { container } = render(
    <HiddenAmounts hidden>
      <ChartMarks high="9" low="7" floor="2" />
    </HiddenAmounts>,
  );
  expect(container.textContent).not.toMatch(/\d/);
});
