import { afterEach, expect, it, vi } from 'vitest';
import { loadPage, type PageName } from './pages.ts';
import { pausePreloads, preload } from './preload.ts';

vi.mock('./pages.ts', () => ({ loadPage: vi.fn(), loadedPage: (name: PageName) => (name === 'login' ? {} : null) }));

interface Fetch {
  fail: (error: Error) => void;
}

afterEach(() => vi.unstubAllGlobals());

it('fetches one page at a time when idle, and continues after a failure', async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  const fetches: Fetch[] = [];
  vi.mocked(loadPage).mockImplementation(() => new Promise((_, fail) => fetches.push({ fail })));
  const asked = () => vi.mocked(loadPage).mock.calls.map(([name]) => name);

  for (const name of ['login', 'devices', 'mine', 'devices'] as const) preload(name);
  expect([asked(), idle.length]).toEqual([[], 1]);
  idle.shift()?.();
  expect([asked(), idle.length]).toEqual([['devices'], 0]);
  fetches[0]?.fail(new Error('no network'));
  await vi.waitFor(() => expect(idle).toHaveLength(1));
  idle.shift()?.();
  expect(asked()).toEqual(['devices', 'mine']);
  fetches[1]?.fail(new Error('no network'));
  await new Promise((resolve) => setTimeout(resolve));
});

it('pauses while preloads are held, and resumes with the queued pages', async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  vi.mocked(loadPage).mockClear();
  const fetches: Fetch[] = [];
  vi.mocked(loadPage).mockImplementation(() => new Promise((_, fail) => fetches.push({ fail })));
  preload('recharge');
  idle.shift()?.();
  const goOn = pausePreloads();
  preload('withdraw');
  fetches[0]?.fail(new Error('no network'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(idle).toHaveLength(0);
  goOn();
  idle.shift()?.();
  expect(vi.mocked(loadPage).mock.calls.map(([name]) => name)).toEqual(['recharge', 'withdraw']);
  fetches[1]?.fail(new Error('no network'));
  await new Promise((resolve) => setTimeout(resolve));
});

it('takes tabs first, in their order', async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  vi.mocked(loadPage).mockClear();
  vi.mocked(loadPage).mockImplementation(() => new Promise((_, fail) => fail(new Error('no network'))));
  for (const name of ['about', 'mine', 'statement', 'devices', 'coinup'] as const) preload(name);
  for (let page = 0; page < 5; page++) {
    await vi.waitFor(() => expect(idle).toHaveLength(1));
    idle.shift()?.();
  }
  const asked = vi.mocked(loadPage).mock.calls.map(([name]) => name);
  expect(asked).toEqual(['devices', 'coinup', 'mine', 'about', 'statement']);
});
