// Covers a spinner that is hidden from screen readers.
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Spinner } from './spinner.tsx';

afterEach(cleanup);

describe('Spinner', () => {
  it('is decorative', () => {
    const { container } = render(<Spinner size="l" />);
    expect(container.querySelector('[aria-hidden="true"]')?.className).toContain('large');
  });
});
