// Proves that a number that is no amount is read as one name with its unit, and never wraps.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Figure } from './figure.tsx';

afterEach(cleanup);

describe('Figure', () => {
  it('reads value and unit as one', () => {
    const { container } = render(<Figure value="1,246.00" unit="TH/s" />);
    expect(screen.getByRole('img', { name: '1,246.00 TH/s' })).toBeTruthy();
    expect(container.textContent).toBe('1,246.00 TH/s');
  });

  it('writes decimals smaller on a display figure, losing none', () => {
    const { container } = render(<Figure size="display" value="140.62" unit="TH/s" />);
    expect(container.textContent).toBe('140.62 TH/s');
    expect(container.querySelector('.cents')?.textContent).toBe('.62');
  });

  it('gets smaller before it would wrap', () => {
    render(<Figure size="display" value="123,456,789,012.34" />);
    expect(Number(screen.getByRole('img').style.getPropertyValue('--fit'))).toBeLessThan(1);
  });
});
