// Covers the walk through forced notices: tick before confirmation, button texts, the first unconfirmed next, closing at
// the end, and a failed confirmation.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastHost } from '../toast/toast-host.tsx';
import { ForcedNoticeDialog } from './forced-notice-dialog.tsx';
import { confirmed, firstUnconfirmed, toggled, unread } from './forced-notice-state.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const box = () => screen.getByRole('checkbox', { name: '我已阅读并了解以上内容' });
const button = () => screen.getByRole('button');
const dialog = () => screen.queryByRole('dialog');

function open() {
  const answers: ((isTaken: boolean) => void)[] = [];
  const onConfirm = vi.fn<(id: string) => Promise<boolean>>(() => new Promise((resolve) => answers.push(resolve)));
  const onAllConfirmed = vi.fn<() => void>();
  render(
    <>
      <ForcedNoticeDialog
        notices={[
          { id: 'a', img: '/a.png', content: <p>停电检修</p> },
          { id: 'b', img: null, content: <p>费率调整</p> },
        ]}
        onConfirm={onConfirm}
        onAllConfirmed={onAllConfirmed}
      />
      <ToastHost />
    </>,
  );
  const answer = (isTaken: boolean) => act(async () => answers.shift()?.(isTaken));
  return { onConfirm, onAllConfirmed, answer };
}

/** Ticks and confirms, with the throttle after the last press. */
async function tickAndPress(): Promise<void> {
  await wait(800);
  fireEvent.click(box());
  fireEvent.click(button());
}

describe('the state of a walk', () => {
  it('toggles a tick until the notice is confirmed [state:forced-notice.tick]', () => {
    const start = unread(['a', 'b']);
    const ticked = toggled(start, 'a');
    expect(ticked[0]?.isTicked).toBe(true);
    expect(toggled(ticked, 'a')).toEqual(start);
    const done = confirmed(ticked, 'a');
    expect(toggled(done, 'a')).toEqual(done);
  });

  it('does not confirm an unticked notice [state:forced-notice.confirm]', () => {
    const start = unread(['a', 'b']);
    expect(confirmed(start, 'a')).toEqual(start);
  });

  it('continues with the first unconfirmed notice', () => {
    const start = unread(['a', 'b', 'c']);
    expect(firstUnconfirmed(start)).toBe(0);
    const second = confirmed(toggled(start, 'b'), 'b');
    expect(firstUnconfirmed(second)).toBe(0);
    const first = confirmed(toggled(second, 'a'), 'a');
    expect(firstUnconfirmed(first)).toBe(2);
    expect(firstUnconfirmed(confirmed(toggled(first, 'c'), 'c'))).toBeNull();
    expect(firstUnconfirmed([])).toBeNull();
  });
});

describe('ForcedNoticeDialog', () => {
  it('accepts a tap on an unticked notice and shows 请先勾选 [overlay:forced-notice] [rule:forced-notice-tick] [error:forced-notice-unticked]', async () => {
    const { onConfirm } = open();
    expect(dialog()?.getAttribute('aria-modal')).toBe('true');
    expect(button().textContent).toBe('我已知晓');
    expect(button().getAttribute('aria-disabled')).toBe('true');
    expect(button().hasAttribute('disabled')).toBe(false);
    fireEvent.click(button());
    expect(screen.getByText('请先勾选')).toBeTruthy();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('clears the tick, and disables the button [state:forced-notice.tick]', () => {
    open();
    fireEvent.click(box());
    expect(box().getAttribute('aria-checked')).toBe('true');
    expect(button().hasAttribute('aria-disabled')).toBe(false);
    fireEvent.click(box());
    expect(box().getAttribute('aria-checked')).toBe('false');
    expect(button().getAttribute('aria-disabled')).toBe('true');
  });

  it('shows 确认中, then 已知晓, continues, and closes after the last [state:forced-notice.confirm] [entity:forced-notice]', async () => {
    const { onConfirm, onAllConfirmed, answer } = open();
    expect(screen.getByText('公告 1 / 2')).toBeTruthy();
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/a.png');
    await tickAndPress();
    expect(onConfirm).toHaveBeenLastCalledWith('a');
    expect(button().textContent).toBe('确认中');
    // Neither the button nor the tick reacts meanwhile.
    await wait(1000);
    fireEvent.click(button());
    fireEvent.click(box());
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(box().getAttribute('aria-checked')).toBe('true');

    await answer(true);
    expect(button().textContent).toBe('已知晓');
    fireEvent.click(box());
    expect(box().getAttribute('aria-checked')).toBe('true');
    expect(onAllConfirmed).not.toHaveBeenCalled();
    await wait(300);
    expect(screen.getByText('公告 2 / 2')).toBeTruthy();
    expect(screen.getByText('费率调整')).toBeTruthy();
    expect(screen.queryByText('停电检修')).toBeNull();
    expect(box().getAttribute('aria-checked')).toBe('false');
    expect(document.activeElement?.textContent).toBe('费率调整');

    await tickAndPress();
    expect(onConfirm).toHaveBeenLastCalledWith('b');
    await answer(true);
    expect(onAllConfirmed).toHaveBeenCalledTimes(1);
    expect(button().textContent).toBe('已知晓');
    await wait(300);
    expect(dialog()).toBeNull();
  });

  it('keeps a notice whose confirmation failed, reports it, and retries', async () => {
    const { onConfirm, answer } = open();
    await tickAndPress();
    await answer(false);
    expect(screen.getByRole('alert').textContent).toBe('没有确认成功，请重试');
    expect(button().textContent).toBe('我已知晓');
    await wait(1000);
    expect(screen.getByText('公告 1 / 2')).toBeTruthy();
    fireEvent.click(button());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(onConfirm.mock.calls).toEqual([['a'], ['a']]);
    await answer(true);
    await wait(300);
    expect(screen.getByText('公告 2 / 2')).toBeTruthy();
  });

  it('cannot be dismissed', () => {
    open();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    fireEvent.click(dialog()?.parentElement as Element);
    expect(dialog()).not.toBeNull();
    expect(screen.queryByRole('button', { name: '关闭' })).toBeNull();
  });

  it('shows the default picture when its own fails', () => {
    open();
    fireEvent.error(document.querySelector('img') as Element);
    expect(document.querySelector('img')).toBeNull();
    expect(dialog()?.querySelector('svg')).not.toBeNull();
  });
});
