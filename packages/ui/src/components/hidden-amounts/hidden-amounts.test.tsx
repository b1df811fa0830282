// Covers the eye button's name and event.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EyeButton, HiddenAmounts, useHiddenAmounts } from './hidden-amounts.tsx';

afterEach(cleanup);

function Reader() {
  return <span>{useHiddenAmounts() ? 'hidden' : 'shown'}</span>;
}

describe('HiddenAmounts', () => {
  it('shows amounts by default', () => {
    const { container, rerender } = render(<Reader />);
    expect(container.textContent).toBe('shown');
    rerender(
      <HiddenAmounts hidden>
        <Reader />
      </HiddenAmounts>,
    );
    expect(container.textContent).toBe('hidden');
  });
});

describe('EyeButton', () => {
  it('is named 隐藏 while amounts show and 显示 while they do not', () => {
    const change = vi.fn<(value: unknown) => void>();
    const { rerender } = render(<EyeButton hidden={false} onChange={change} />);
    fireEvent.click(screen.getByRole('button', { name: '隐藏' }));
    expect(change).toHaveBeenLastCalledWith(true);
    rerender(<EyeButton hidden onChange={change} />);
    fireEvent.click(screen.getByRole('button', { name: '显示' }));
    expect(change).toHaveBeenLastCalledWith(false);
  });
});
