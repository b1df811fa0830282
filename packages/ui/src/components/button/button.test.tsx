// Covers the 800 ms throttle and the three inactive states of a button.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timings } from '../../lib/timings.ts';
import { Button } from './button.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const tap = () => fireEvent.click(screen.getByRole('button'));
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe('Button', () => {
  it('acts once for taps within 800 ms, and again after them [constant:button-throttle]', () => {
    expect(timings.buttonThrottle).toBe(800);
    const act = vi.fn<() => void>();
    render(<Button onClick={act}>充值</Button>);
    tap();
    tap();
    wait(799);
    tap();
    expect(act).toHaveBeenCalledTimes(1);
    wait(1);
    tap();
    expect(act).toHaveBeenCalledTimes(2);
  });

  it('keeps the throttle when its handler changes with every render', () => {
    const first = vi.fn<() => void>();
    const second = vi.fn<() => void>();
    const { rerender } = render(<Button onClick={first}>充值</Button>);
    tap();
    rerender(<Button onClick={second}>充值</Button>);
    tap();
    expect(second).not.toHaveBeenCalled();
    wait(800);
    tap();
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).toHaveBeenCalledTimes(1);
  });

  it('ignores taps while busy or disabled', () => {
    const act = vi.fn<() => void>();
    const { rerender } = render(
      <Button busy onClick={act}>
        确认中
      </Button>,
    );
    tap();
    rerender(
      <Button disabled onClick={act}>
        确认
      </Button>,
    );
    tap();
    expect(act).not.toHaveBeenCalled();
  });

  it('receives taps while soft-disabled', () => {
    const explain = vi.fn<() => void>();
    render(
      <Button softDisabled onClick={explain}>
        我已知晓
      </Button>,
    );
    const button = screen.getByRole('button', { name: '我已知晓' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.hasAttribute('disabled')).toBe(false);
    tap();
    expect(explain).toHaveBeenCalledTimes(1);
  });

  it('is a link with an href', () => {
    render(<Button href="/devices">查看矿机</Button>);
    expect(screen.getByRole('link', { name: '查看矿机' }).getAttribute('href')).toBe('/devices');
  });
});
