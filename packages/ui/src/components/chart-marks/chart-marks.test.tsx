// Covers the extremes of a chart as text, and that they hide with the other amounts.
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { HiddenAmounts } from '../hidden-amounts/hidden-amounts.tsx';
import { type ChartMark, ChartMarks } from './chart-marks.tsx';

afterEach(cleanup);

const mark = (at: string, value: bigint): ChartMark => ({ at, value });
const values = [mark('11-18', 8n), mark('11-19', 9n), mark('11-20', 7n), mark('11-21', 9n)];

it('names the highest, the lowest, each with its date, and a bottom edge that is not zero', () => {
  const { container, rerender } = render(<ChartMarks values={values} figure={String} floor={2n} />);
  expect(container.textContent).toBe('最高 11-19 9最低 11-20 7纵轴从 2 起');
  rerender(<ChartMarks values={[...values, mark('11-22', -1n)]} figure={String} />);
  expect(container.textContent).toBe('最高 11-19 9最低 11-22 -1');
});

it('says a bottom edge without the zeros that end it', () => {
  const marks = (floor: bigint) => <ChartMarks values={values} figure={(value) => `${value}.00`} floor={floor} />;
  const { container, rerender } = render(marks(2n));
  expect(container.textContent).toMatch(/纵轴从 2 起$/);
  rerender(marks(20n));
  expect(container.textContent).toMatch(/纵轴从 20 起$/);
});

it('names no date of values that are all alike', () => {
  const { container } = render(<ChartMarks values={[mark('11-18', 8n), mark('11-19', 8n)]} figure={String} />);
  expect(container.textContent).toBe('最高 8最低 8');
});

it('gives the first and the last of a cumulative series, and of one value that alone', () => {
  const { container, rerender } = render(<ChartMarks values={values} figure={String} cumulative />);
  expect([...container.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual(['8', '9']);
  rerender(<ChartMarks values={values.slice(0, 1)} figure={String} cumulative />);
  expect(container.textContent).toBe('8');
});

it('hides its figures', () => {
  const { container } = render(
    <HiddenAmounts hidden>
      <ChartMarks values={values} figure={String} floor={2n} />
    </HiddenAmounts>,
  );
  expect(container.textContent?.replace(/11-\d\d/g, '')).not.toMatch(/\d/);
});
