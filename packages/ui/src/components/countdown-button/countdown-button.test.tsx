// Covers the countdown after a send, and a send that failed.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CountdownButton } from './countdown-button.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const press = () => act(async () => void fireEvent.click(screen.getByRole('button')));
const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const button = () => screen.getByRole<HTMLButtonElement>('button');

describe('CountdownButton', () => {
  it('counts down the returned seconds, then is enabled again', async () => {
    render(<CountdownButton onPress={async () => 60}>获取验证码</CountdownButton>);
    await press();
    expect(button().textContent).toBe('60 秒后重发');
    expect(button().disabled).toBe(true);
    await wait(1000);
    expect(button().textContent).toBe('59 秒后重发');
    await wait(58_800);
    expect(button().textContent).toBe('1 秒后重发');
    await wait(250);
    expect(button().textContent).toBe('获取验证码');
    expect(button().disabled).toBe(false);
  });

  it('continues an earlier wait', async () => {
    render(
      <CountdownButton onPress={async () => 60} initialSeconds={2}>
        获取验证码
      </CountdownButton>,
    );
    expect(button().textContent).toBe('2 秒后重发');
    await wait(2000);
    expect(button().disabled).toBe(false);
  });

  it('does not count down when nothing was sent', async () => {
    const onPress = vi.fn<() => Promise<null>>(async () => null);
    render(<CountdownButton onPress={onPress}>获取验证码</CountdownButton>);
    await press();
    expect(button().textContent).toBe('获取验证码');
    await wait(800);
    await press();
    expect(onPress).toHaveBeenCalledTimes(2);
  });

  it('is disabled while the first press is in flight', async () => {
    let answer: (seconds: number) => void = () => undefined;
    const onPress = vi.fn<() => Promise<number>>(() => new Promise<number>((resolve) => (answer = resolve)));
    render(<CountdownButton onPress={onPress}>获取验证码</CountdownButton>);
    await press();
    await wait(5000);
    await press();
    expect(onPress).toHaveBeenCalledTimes(1);
    await act(async () => answer(30));
    expect(button().textContent).toBe('30 秒后重发');
  });
});
