// Proves how long messages stay, that a newer one takes the place of an older, and how loading and messages share it.
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timings } from '../../lib/timings.ts';
import { ToastHost } from './toast-host.tsx';
import { showLoading, toast } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
  render(<ToastHost />);
});
afterEach(() => {
  act(() => void vi.runAllTimers());
  cleanup();
  vi.useRealTimers();
});

const place = () => screen.getByRole('status');
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const icon = () => place().querySelector('use')?.getAttribute('href')?.split('#')[1];

describe('toast', () => {
  it('stays 2500 ms [overlay:toast] [constant:toast-duration]', () => {
    expect(timings.toast).toBe(2500);
    act(() => toast('请先勾选', { icon: 'info' }));
    expect(place().textContent).toBe('请先勾选');
    expect(icon()).toBe('info');
    wait(2499);
    expect(place().textContent).toBe('请先勾选');
    wait(1);
    expect(place().textContent).toBe('');
  });

  it('stays 2000 ms with the error icon when a request failed [error:toast] [constant:toast-duration]', () => {
    act(() => toast.error('网络错误，请检查网络'));
    expect(icon()).toBe('errc');
    wait(1999);
    expect(place().textContent).toBe('网络错误，请检查网络');
    wait(1);
    expect(place().textContent).toBe('');
  });

  it('takes the place of the one before and then has its full time', () => {
    act(() => toast('一'));
    wait(2000);
    act(() => toast('二'));
    wait(2000);
    expect(place().textContent).toBe('二');
    wait(500);
    expect(place().textContent).toBe('');
  });

  it('is read out, because its place is always there', () => {
    expect(place().getAttribute('aria-live')).toBe('polite');
  });
});

describe('showLoading', () => {
  it('stands until it is taken away and keeps taps off the page [overlay:loading]', () => {
    let hide: () => void = () => undefined;
    act(() => {
      hide = showLoading();
    });
    wait(60_000);
    expect(place().textContent).toBe('加载中...');
    expect(place().className).toContain('blocking');
    act(() => hide());
    expect(place().textContent).toBe('');
    expect(place().className).not.toContain('blocking');
  });

  it('comes back after a message while it is still open, and not when it is over', () => {
    let hide: () => void = () => undefined;
    act(() => {
      hide = showLoading('提交中');
      toast('复制成功');
    });
    expect(place().textContent).toBe('复制成功');
    wait(2500);
    expect(place().textContent).toBe('提交中');
    act(() => toast('好了'));
    act(() => hide());
    expect(place().textContent).toBe('好了');
    wait(2500);
    expect(place().textContent).toBe('');
  });

  it('waits for all that are open', () => {
    let first: () => void = () => undefined;
    let second: () => void = () => undefined;
    act(() => {
      first = showLoading('一');
      second = showLoading('二');
    });
    expect(place().textContent).toBe('二');
    act(() => second());
    expect(place().textContent).toBe('一');
    act(() => first());
    expect(place().textContent).toBe('');
  });
});
