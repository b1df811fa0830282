// Proves that the wait for another code survives a reload, for its own scene, and never holds a customer up for nothing.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeWaitLeft, keepCodeWait } from './code-wait.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ now: Date.parse('2026-11-20T00:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('codeWaitLeft', () => {
  it('counts down by the clock, each scene by itself', () => {
    keepCodeWait('LOGIN', 60);
    vi.advanceTimersByTime(20_500);
    expect(codeWaitLeft('LOGIN')).toBe(40);
    expect(codeWaitLeft('SET_PASSWORD')).toBe(0);
    vi.advanceTimersByTime(40_000);
    expect(codeWaitLeft('LOGIN')).toBe(0);
  });

  it('does not believe what cannot be', () => {
    keepCodeWait('LOGIN', 7200);
    expect(codeWaitLeft('LOGIN')).toBe(0);
    sessionStorage.setItem('code-wait.LOGIN', 'x');
    expect(codeWaitLeft('LOGIN')).toBe(0);
  });

  it('forgets where the browser forbids to remember', () => {
    const forbidden = () => {
      throw new Error('forbidden');
    };
    vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden });
    expect(() => keepCodeWait('LOGIN', 60)).not.toThrow();
    expect(codeWaitLeft('LOGIN')).toBe(0);
  });
});
