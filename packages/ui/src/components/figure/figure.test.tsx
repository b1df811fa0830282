// Covers a figure with its unit: one accessible name, no wrapping.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Figure } from './figure.tsx';

afterEach(cleanup);

describe('Figure', () => {
  it('has one accessible name of value and unit', () => {
    const { container } = render(<Figure value="1,246.00" unit="TH/s" />);
    expect(screen.getByRole('img', { name: '1,246.00 TH/s' })).toBeTruthy();
    expect(container.textContent).toBe('1,246.00 TH/s');
  });

  it('shows smaller decimals on a display figure, without loss', () => {
    const { container } = render(<Figure size="display" value="140.62" unit="TH/s" />);
    expect(container.textContent).toBe('140.62 TH/s');
    expect(container.querySelector('.cents')?.textContent).toBe('.62');
  });

  it('shrinks instead of wrapping', () => {
    render(<Figure size="display" value="123,456,789,012.34" />);
    expect(Number(screen.getByRole('img').style.getPropertyValue('--fit'))).toBeLessThan(1);
  });
});
