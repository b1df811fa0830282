// Covers the duration and replacement of toasts, and their interplay with loading.
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
  it('lasts 2500 ms [overlay:toast] [constant:toast-duration]', () => {
    expect(timings.toast).toBe(2500);
    act(() => toast('请先勾选', { icon: 'info' }));
    expect(place().textContent).toBe('请先勾选');
    expect(icon()).toBe('info');
    wait(2499);
    expect(place().textContent).toBe('请先勾选');
    wait(1);
    expect(place().textContent).toBe('');
  });

  it('lasts 2000 ms with the error icon for a failed request [error:toast] [constant:toast-duration]', () => {
    act(() => toast.error('网络错误，请检查网络'));
    expect(icon()).toBe('errc');
    wait(1999);
    expect(place().textContent).toBe('网络错误，请检查网络');
    wait(1);
    expect(place().textContent).toBe('');
  });

  it('moves from under a dialog that opens while it is shown', () => {
    act(() => toast('验证码已发送'));
    expect(place().className).not.toContain('upper');
    const field = document.createElement('input');
    const middle = window.innerHeight / 2;
    field.getBoundingClientRect = () => ({ top: middle - 20, bottom: middle + 20, height: 40 }) as DOMRect;
    document.body.append(field);
    act(() => field.focus());
    expect(place().className).toContain('upper');
    field.remove();
  });

  it('replaces the previous one for its full time', () => {
    act(() => toast('一'));
    wait(2000);
    act(() => toast('二'));
    wait(2000);
    expect(place().textContent).toBe('二');
    wait(500);
    expect(place().textContent).toBe('');
  });

  it('is announced, because its container is always mounted', () => {
    expect(place().getAttribute('aria-live')).toBe('polite');
  });
});

describe('showLoading', () => {
  it('stays until it is removed, and blocks taps [overlay:loading]', () => {
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

  it('returns after a toast while it is open', () => {
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

  it('stays until all are removed', () => {
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
