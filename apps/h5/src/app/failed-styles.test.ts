// Covers a style sheet that fails while its page is prefetched: it is asked for again with the page, and its dead link is gone.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failedStyles, reloadStyles } from './failed-styles.ts';
import { loadPage } from './pages.ts';

const address = 'http://localhost/css/devices-page.css';
let requests = 0;

vi.mock('../features/content/about-page.tsx', async () => {
  requests += 1;
  addLink();
  throw new Error('the style failed');
});

const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
function addLink(): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address }));
}

/** Whether style sheets arrive. */
function serve(isServed: boolean): void {
  const { happyDOM } = window as unknown as { happyDOM: { settings: object } };
  Object.assign(happyDOM.settings, { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: isServed });
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  serve(false);
});
afterEach(async () => {
  serve(true);
  await reloadStyles(failedStyles());
  for (const link of links()) link.remove();
});

it('takes the dead link away and knows what is missing', () => {
  addLink();
  expect([links(), failedStyles()]).toEqual([[], [address]]);
});

it('loads it again, once', async () => {
  addLink();
  serve(true);
  await reloadStyles([address]);
  await reloadStyles([address]);
  expect([links().map(({ href }) => href), failedStyles()]).toEqual([[address], []]);
});

it('rejects when it fails again, and leaves no link', async () => {
  addLink();
  await expect(reloadStyles([address])).rejects.toThrow('failed to load');
  expect([links(), failedStyles()]).toEqual([[], [address]]);
});

it('loads a page only with the style that failed with it before', async () => {
  await expect(loadPage('about')).rejects.toThrow();
  expect([requests, failedStyles()]).toEqual([1, [address]]);
  await expect(loadPage('about')).rejects.toThrow(`the style sheet ${address} failed to load`);
  expect(requests).toBe(1);
  serve(true);
  await expect(loadPage('about')).rejects.toThrow();
  expect([requests, failedStyles()]).toEqual([2, []]);
});
