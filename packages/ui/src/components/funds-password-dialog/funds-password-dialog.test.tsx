// Covers the entry of a funds password: keypad, six digits, outcomes and dismissal.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timings } from '../../lib/timings.ts';
import { FundsPasswordDialog, type FundsPasswordOutcome } from './funds-password-dialog.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The dialog with a given outcome. */
function open(outcome: FundsPasswordOutcome | Promise<FundsPasswordOutcome> = { kind: 'done' }) {
  const onComplete = vi.fn<(password: string) => Promise<FundsPasswordOutcome>>(async () => outcome);
  const onClose = vi.fn<(reason: string) => void>();
  const onForgot = vi.fn<() => void>();
  const dialogWith = (isOpen: boolean) => (
    <FundsPasswordDialog
      open={isOpen}
      summary="转入 COIN UP"
      onForgot={onForgot}
      onComplete={onComplete}
      onClose={onClose}
    />
  );
  const view = render(dialogWith(true));
  return { onComplete, onClose, onForgot, setOpen: (isOpen: boolean) => view.rerender(dialogWith(isOpen)) };
}

const dialog = () => screen.getByRole('dialog', { name: '请输入资金密码' });
const key = (name: string) => within(dialog()).getByRole('button', { name });
const confirm = () => key('确认') as HTMLButtonElement;
const tap = async (keys: string) => {
  for (const each of keys) await act(async () => void fireEvent.click(key(each)));
};
const press = (name: string) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name }));
const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const entered = () => screen.getByText(/^已输入/).textContent;

describe('the keypad', () => {
  it('has 1–9, *, 0 and backspace in the order of a phone [overlay:funds-password]', () => {
    open();
    const names = within(dialog())
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(names).toEqual(['关闭', '忘记密码？', '确认', ...'123456789', '星号，无作用', '0', '删除']);
  });

  it('masks the digits and deletes them', async () => {
    open();
    await tap('12');
    expect(entered()).toBe('已输入 2 位，共 6 位');
    expect(document.querySelectorAll('i[class*="filled"]')).toHaveLength(2);
    await act(async () => void fireEvent.click(key('删除')));
    expect(entered()).toBe('已输入 1 位，共 6 位');
  });

  it('ignores the star', async () => {
    open();
    await act(async () => void fireEvent.click(key('星号，无作用')));
    expect(entered()).toBe('已输入 0 位，共 6 位');
  });

  it('mirrors the keyboard', async () => {
    const { onComplete } = open();
    for (const each of ['9', '8', 'Backspace', '7', 'a', '*', '6', '5', '4', '3']) await press(each);
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('976543');
  });
});

describe('completion', () => {
  it('happens with the sixth digit; further digits are ignored [rule:funds-password-digits] [constant:funds-password-length]', async () => {
    const { onComplete } = open(new Promise(() => undefined));
    await tap('12345');
    expect(confirm().disabled).toBe(true);
    expect(onComplete).not.toHaveBeenCalled();
    await tap('6789');
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456');
  });

  it('closes the dialog 100 ms after success [constant:password-dialog-close-delay]', async () => {
    expect(timings.passwordClose).toBe(100);
    const { onClose } = open();
    await tap('123456');
    await wait(99);
    expect(onClose).not.toHaveBeenCalled();
    await wait(1);
    expect(onClose).toHaveBeenCalledExactlyOnceWith('done');
  });

  it('reports a wrong password, clears the digits and allows a retry [state:password-dialog.wrong] [rule:funds-password-wrong] [error:wrong-funds-password]', async () => {
    const { onComplete, onClose, onForgot } = open({ kind: 'refused', error: '密码错误！', note: '还可尝试 4 次' });
    await tap('123456');
    expect(screen.getByRole('alert').textContent).toBe('密码错误！还可尝试 4 次');
    expect(screen.getByText('密码错误！')).toBeTruthy();
    fireEvent.click(key('忘记密码？'));
    expect(onForgot).toHaveBeenCalledTimes(1);
    expect(entered()).toBe('已输入 0 位，共 6 位');
    expect(confirm().disabled).toBe(true);
    await tap('6');
    expect(screen.queryByRole('alert')).toBeNull();
    await tap('54321');
    expect(onComplete).toHaveBeenLastCalledWith('654321');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('keeps the digits when the request was not delivered, and 确认 sends them again', async () => {
    const { onComplete } = open({ kind: 'unsent' });
    await tap('123456');
    expect(confirm().disabled).toBe(false);
    await wait(800);
    await act(async () => void fireEvent.click(confirm()));
    expect(onComplete.mock.calls).toEqual([['123456'], ['123456']]);
    await press('Enter');
    expect(onComplete).toHaveBeenCalledTimes(3);
  });
});

describe('dismissal', () => {
  it("reports 'close' for cross, mask and Escape", async () => {
    const { onClose } = open();
    fireEvent.click(key('关闭'));
    fireEvent.click(dialog().parentElement as Element);
    await press('Escape');
    expect(onClose.mock.calls).toEqual([['close'], ['close'], ['close']]);
  });

  it('is disabled while the password is verified, like the keypad', async () => {
    const { onComplete, onClose, onForgot } = open(new Promise(() => undefined));
    await tap('123456');
    await tap('7');
    await press('Backspace');
    fireEvent.click(key('关闭'));
    fireEvent.click(dialog().parentElement as Element);
    await press('Escape');
    fireEvent.click(key('忘记密码？'));
    await wait(60_000);
    expect(onForgot).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
    expect(onComplete).toHaveBeenCalledTimes(1);
    expect(entered()).toBe('已输入 6 位，共 6 位');
  });

  it('clears the state for the next opening; a closed dialog ignores keys', async () => {
    const { onComplete, setOpen } = open();
    await tap('12345');
    setOpen(false);
    await wait(0);
    await press('6');
    expect(onComplete).not.toHaveBeenCalled();
    setOpen(true);
    expect(entered()).toBe('已输入 0 位，共 6 位');
  });
});
