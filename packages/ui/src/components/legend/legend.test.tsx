// Covers the legend of a chart.
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Legend } from './legend.tsx';

afterEach(cleanup);

describe('Legend', () => {
  it('names each colour and the unit', () => {
    const { container } = render(<Legend items={[{ label: '净收益', tone: 'accent' }]} trailing="每日 USDT" />);
    expect(container.textContent).toBe('净收益每日 USDT');
    expect(container.querySelector('i')?.className).toContain('accent');
  });
});
