// Covers a notice with and without a link.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { NoticeStrip } from './notice-strip.tsx';

afterEach(cleanup);

describe('NoticeStrip', () => {
  it('is a line, or a link', () => {
    const { rerender } = render(<NoticeStrip>停电检修</NoticeStrip>);
    expect(screen.queryByRole('link')).toBeNull();
    rerender(<NoticeStrip href="/notice">停电检修</NoticeStrip>);
    expect(screen.getByRole('link', { name: '停电检修' }).getAttribute('href')).toBe('/notice');
  });
});
