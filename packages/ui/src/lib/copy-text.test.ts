// Covers copying with, without and with a refused clipboard.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toastStore } from '../components/toast/toast-store.ts';
import { copyText } from './copy-text.ts';

const said = () => {
  const notice = toastStore.get();
  return notice?.kind === 'toast' ? [notice.text, notice.icon] : null;
};
const clipboard = (writeText: ((text: string) => Promise<void>) | null) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: writeText ? { writeText } : undefined });
const selection = (outcome: boolean | Error) => {
  const command = vi.fn<() => boolean>(() => {
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  Object.defineProperty(document, 'execCommand', { configurable: true, value: command });
  return command;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('copyText', () => {
  it('copies and shows 复制成功 [error:copied]', async () => {
    const write = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    clipboard(write);
    expect(await copyText('LS2-03-1182')).toBe(true);
    expect(write).toHaveBeenCalledExactlyOnceWith('LS2-03-1182');
    expect(said()).toEqual(['复制成功', 'success']);
  });

  it('uses a selection without a clipboard, or when it is refused [error:copied]', async () => {
    const command = selection(true);
    clipboard(null);
    expect(await copyText('一')).toBe(true);
    clipboard(async () => Promise.reject(new Error('denied')));
    expect(await copyText('二')).toBe(true);
    expect(command).toHaveBeenCalledTimes(2);
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('shows 复制失败 when nothing works [error:copy-failed]', async () => {
    clipboard(null);
    selection(false);
    expect(await copyText('一')).toBe(false);
    expect(said()).toEqual(['复制失败', 'error']);
    selection(new Error('no such command'));
    expect(await copyText('一')).toBe(false);
    expect(said()).toEqual(['复制失败', 'error']);
  });
});
