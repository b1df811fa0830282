// Covers progress as a percentage within its bounds.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Progress } from './progress.tsx';

afterEach(cleanup);

describe('Progress', () => {
  it('stays between 0 and 100 %', () => {
    const { rerender } = render(<Progress value={0.62} label="下载" />);
    const now = () => screen.getByRole('progressbar', { name: '下载' }).getAttribute('aria-valuenow');
    expect(now()).toBe('62');
    rerender(<Progress value={3} label="下载" />);
    expect(now()).toBe('100');
    rerender(<Progress value={-1} label="下载" />);
    expect(now()).toBe('0');
  });
});
