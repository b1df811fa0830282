// Covers title, 返回 and action of the bars.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NavBar, TopBar } from './nav-bar.tsx';

afterEach(cleanup);

describe('NavBar', () => {
  it('goes back', () => {
    const back = vi.fn<() => void>();
    render(<NavBar title="产出" onBack={back} action={<button type="button">记录</button>} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('产出');
    fireEvent.click(screen.getByRole('button', { name: '返回' }));
    expect(back).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: '记录' })).toBeTruthy();
  });

  it('has no back button without a handler', () => {
    render(<NavBar title="首页" />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('TopBar', () => {
  it('shows the title of a tab page', () => {
    render(<TopBar title="矿机" />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('矿机');
  });
});
