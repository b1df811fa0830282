// Covers pairs of labels and values.
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { KeyValues } from './key-values.tsx';

afterEach(cleanup);

describe('KeyValues', () => {
  it('pairs them', () => {
    const { container } = render(<KeyValues items={[{ label: '电价', value: '0.058 USDT/kWh' }]} />);
    expect(container.querySelector('dt')?.textContent).toBe('电价');
    expect(container.querySelector('dd')?.textContent).toBe('0.058 USDT/kWh');
  });
});
