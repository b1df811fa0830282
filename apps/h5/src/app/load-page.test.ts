// Covers a page whose chunk hangs: it fails after two minutes and can be retried.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadedPage, loadPage } from './pages.ts';

vi.mock('../features/content/about-page.tsx', () => new Promise(() => undefined));

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

it('rejects a page’s chunk after two minutes, not earlier, and requests it again afterwards [constant:chunk-load-timeout]', async () => {
  const failures: unknown[] = [];
  const first = loadPage('about');
  first.catch((failure) => failures.push(failure));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failures).toEqual([]);
  expect(loadPage('about')).toBe(first);
  await vi.advanceTimersByTimeAsync(1);
  expect(failures).toEqual([new Error('the chunk request timed out')]);
  expect(loadedPage('about')).toBeNull();
  const second = loadPage('about');
  expect(second).not.toBe(first);
  second.catch(() => undefined);
});
