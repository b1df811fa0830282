// Covers a chunk that fails to load (one reload, then an error page) and the theme before the first paint.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withChunkTimeout } from '../lib/chunk-timeout.ts';
import { clearReloadMark, reloadOnce } from './reload-once.ts';

describe('reloadOnce', () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => vi.unstubAllGlobals());

  it('reloads once, then gives up until a page has loaded [error:chunk-load]', () => {
    const reload = vi.fn();
    expect(reloadOnce(reload)).toBe(true);
    expect(reloadOnce(reload)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
    clearReloadMark();
    expect(reloadOnce(reload)).toBe(true);
  });

  it('never reloads without session storage, which would allow an endless loop', () => {
    const forbidden = () => {
      throw new Error('forbidden');
    };
    vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
    const reload = vi.fn();
    expect(reloadOnce(reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    expect(clearReloadMark).not.toThrow();
  });
});

describe('withChunkTimeout', () => {
  afterEach(() => vi.useRealTimers());

  it('rejects a hanging chunk after two minutes, not earlier [constant:chunk-load-timeout]', async () => {
    vi.useFakeTimers();
    let failure: unknown = null;
    withChunkTimeout(new Promise(() => undefined)).catch((error) => {
      failure = error;
    });
    await vi.advanceTimersByTimeAsync(119_999);
    expect(failure).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(failure).toBeInstanceOf(Error);
  });

  it('passes on a chunk or a failure that arrives in time', async () => {
    expect(await withChunkTimeout(Promise.resolve('page'))).toBe('page');
    await expect(withChunkTimeout(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  });
});

describe('theme.js', () => {
  const script = readFileSync(join(import.meta.dirname, '../../public/theme.js'), 'utf8');
  const themeWith = (stored: string | null) => {
    localStorage.clear();
    if (stored !== null) localStorage.setItem('root', stored);
    runInThisContext(script);
    return document.documentElement.dataset.theme;
  };

  it('applies the stored theme, and the default one when the state is unreadable', () => {
    expect(themeWith('{"state":{"theme":"vip"},"version":3}')).toBe('vip');
    for (const stored of [null, '{', 'null', '{"state":{"theme":"x"}}']) expect(themeWith(stored)).toBe('default');
  });
});
