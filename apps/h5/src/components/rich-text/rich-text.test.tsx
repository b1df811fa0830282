// Covers links and images of operator HTML; e2e/journeys/content-safety.spec.ts covers sanitising in a real browser,
// because DOMPurify does not support the test environment's DOM.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Router, useLocation } from '../../lib/router/router.tsx';
import { RichText } from './rich-text.tsx';

vi.mock('dompurify', () => ({
  default: {
    isSupported: true,
    sanitize: (html: string) => {
      if (html.startsWith('<frameset')) throw new TypeError('root node is forbidden');
      if (html.includes('<frameset')) return null;
      return document.createRange().createContextualFragment(html);
    },
  },
}));

afterEach(cleanup);

function Here() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function show(html: string): HTMLElement {
  window.history.replaceState(null, '', '/detail');
  render(
    <Router>
      <RichText html={html} />
      <Here />
    </Router>,
  );
  return document.querySelector('div > div') as HTMLElement;
}
const here = () => document.querySelector('output')?.textContent;

describe('RichText', () => {
  it.each(['<frameset onload=alert(1)>停机通知</frameset>', '<style></style><frameset>停机通知</frameset>'])(
    'shows the plain text of HTML that cannot be sanitised: %s',
    (html) => {
      const text = show(html);
      expect([text.textContent?.trim(), text.querySelector('*')]).toEqual(['停机通知', null]);
    },
  );

  it('routes links through the webview, and unwraps links to invalid addresses', () => {
    const text = show(
      '<a href="https://example.com/a">外</a><a href="/devices">内</a><a href="javascript:alert(1)">甲</a><a href="//evil.example">乙</a><a href="https://u:p@evil.example">丙<b>丁</b></a><a>戊</a>',
    );
    expect(screen.getByText('外').getAttribute('href')).toBe('/pages/webview/index?url=https%3A%2F%2Fexample.com%2Fa');
    expect(text.querySelectorAll('a')).toHaveLength(1);
    expect(text.textContent).toBe('外内甲乙丙丁戊');
    fireEvent.click(screen.getByText('丁'));
    expect(here()).toBe('/detail');
    fireEvent.click(screen.getByText('外'));
    expect(here()).toBe('/pages/webview/index?url=https%3A%2F%2Fexample.com%2Fa');
  });

  it('shows only images of this origin, because a foreign one would reveal the reader to its host', () => {
    const own = `/api/content/image/${'a'.repeat(64)}.png`;
    const text = show(
      `<img src="${own}"><img src="${own}" alt="机房"><img src="https://cdn.example/a.png" alt="机房"><img src="http://cdn.example/a.png"><img src="data:image/png;base64,AA"><img src="/api/user/logout">`,
    );
    expect([...text.querySelectorAll('img')].map((img) => [img.getAttribute('src'), img.alt])).toEqual([
      [own, ''],
      [own, '机房'],
    ]);
  });
});
