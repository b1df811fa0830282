// Covers the stored wait for the next code: per scene, across a reload, and never longer than plausible.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeWaitLeft, storeCodeWait } from './code-wait.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ now: Date.parse('2026-11-20T00:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('codeWaitLeft', () => {
  it('counts down by the clock, per scene', () => {
    storeCodeWait('LOGIN', 60);
    vi.advanceTimersByTime(20_500);
    expect(codeWaitLeft('LOGIN')).toBe(40);
    expect(codeWaitLeft('SET_PASSWORD')).toBe(0);
    vi.advanceTimersByTime(40_000);
    expect(codeWaitLeft('LOGIN')).toBe(0);
  });

  it('ignores implausible values', () => {
    storeCodeWait('LOGIN', 7200);
    expect(codeWaitLeft('LOGIN')).toBe(0);
    sessionStorage.setItem('code-wait.LOGIN', 'x');
    expect(codeWaitLeft('LOGIN')).toBe(0);
  });

  it('returns 0 when the browser refuses storage', () => {
    const forbidden = () => {
      throw new Error('forbidden');
    };
    vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden });
    expect(() => storeCodeWait('LOGIN', 60)).not.toThrow();
    expect(codeWaitLeft('LOGIN')).toBe(0);
  });
});
