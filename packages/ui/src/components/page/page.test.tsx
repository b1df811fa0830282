// Covers the order of a page's parts, and the room for sticky bars.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Main, Page, Stack } from './page.tsx';

afterEach(cleanup);

describe('Page', () => {
  it('renders bar, content and foot in order', () => {
    const { container } = render(
      <Page nav={<header>产出</header>} foot={<button type="button">关机</button>}>
        <Main padded>
          <Stack>内容</Stack>
        </Main>
      </Page>,
    );
    expect(container.textContent).toBe('产出内容关机');
    expect(screen.getByRole('main').textContent).toBe('内容');
  });

  it('leaves room for foot and tab bar, and scrolls inside when fixed', () => {
    const classOf = () => container.firstElementChild?.className;
    const { container, rerender } = render(<Page>内容</Page>);
    expect(classOf()).toBe('page');
    rerender(<Page tabBar>内容</Page>);
    expect(classOf()).toContain('aboveTabs');
    rerender(<Page foot="脚">内容</Page>);
    expect(classOf()).toContain('aboveFoot');
    expect(container.querySelector('footer')?.className).toBe('foot');
    rerender(
      <Page foot="脚" footBar>
        内容
      </Page>,
    );
    expect(container.querySelector('footer')?.className).toBe('foot bar');
    rerender(<Page fixed>内容</Page>);
    expect(classOf()).toContain('fixed');
    expect(container.querySelector('.inner')?.textContent).toBe('内容');
  });
});
