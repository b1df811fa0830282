// Covers the accessible name of an icon button and link.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { IconButton } from './icon-button.tsx';

afterEach(cleanup);

describe('IconButton', () => {
  it('is named by its label', () => {
    const copy = vi.fn<() => void>();
    render(<IconButton icon="copy" label="复制矿机编号" onClick={copy} />);
    fireEvent.click(screen.getByRole('button', { name: '复制矿机编号' }));
    expect(copy).toHaveBeenCalledTimes(1);
  });

  it('is a link with an href', () => {
    render(<IconButton icon="bell" label="消息" href="/messages" />);
    expect(screen.getByRole('link', { name: '消息' }).getAttribute('href')).toBe('/messages');
  });
});
