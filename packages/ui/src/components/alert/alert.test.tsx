// Covers icon, text and live region of an alert.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Alert } from './alert.tsx';

afterEach(cleanup);

describe('Alert', () => {
  it('shows text, icon and action', () => {
    render(
      <Alert tone="bad" action={<button type="button">去缴费</button>}>
        电费已用尽
      </Alert>,
    );
    expect(screen.getByText('电费已用尽')).toBeTruthy();
    expect(screen.getByRole('button', { name: '去缴费' })).toBeTruthy();
    expect(document.querySelector('use')?.getAttribute('href')).toMatch(/#warning$/);
  });

  it('is a live region only when asked for', () => {
    const { rerender } = render(<Alert>安静</Alert>);
    expect(screen.queryByRole('status')).toBeNull();
    rerender(<Alert live>复算一致</Alert>);
    expect(screen.getByRole('status').textContent).toBe('复算一致');
  });
});
