// Covers a chunk that fails to load: one reload, then an error page.
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
