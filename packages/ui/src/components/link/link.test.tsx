// Covers links with and without a provider, and buttons without a target.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppLink, type LinkProps, LinkProvider, MoreLink, TextLink } from './link.tsx';

afterEach(cleanup);

function RouterLink({ href, ...rest }: LinkProps) {
  return <a {...rest} href={`/router${href}`} />;
}

describe('links', () => {
  it('are plain without a provider, and the app’s with one', () => {
    const { rerender } = render(<AppLink href="/mine">我的</AppLink>);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/mine');
    rerender(
      <LinkProvider component={RouterLink}>
        <MoreLink href="/mine">我的</MoreLink>
      </LinkProvider>,
    );
    expect(screen.getByRole('link', { name: '我的' }).getAttribute('href')).toBe('/router/mine');
  });

  it('are buttons without an href', () => {
    const act = vi.fn<() => void>();
    render(<TextLink onClick={act}>全部</TextLink>);
    fireEvent.click(screen.getByRole('button', { name: '全部' }));
    expect(act).toHaveBeenCalledTimes(1);
  });
});
