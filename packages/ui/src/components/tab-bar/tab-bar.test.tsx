// Covers the mark of the current tab.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TabBar } from './tab-bar.tsx';

afterEach(cleanup);

describe('TabBar', () => {
  it('marks the current page', () => {
    render(
      <TabBar
        current="/devices"
        items={[
          { href: '/index', icon: 'home', label: '首页' },
          { href: '/devices', icon: 'machine', label: '矿机' },
        ]}
      />,
    );
    expect(screen.getByRole('navigation', { name: '主导航' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '首页' }).hasAttribute('aria-current')).toBe(false);
    expect(screen.getByRole('link', { name: '矿机' }).getAttribute('aria-current')).toBe('page');
  });
});
