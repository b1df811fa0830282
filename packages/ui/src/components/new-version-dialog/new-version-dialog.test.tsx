// Covers when a new version can be accepted, and its dismissal in development only.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewVersionDialog, type NewVersionDialogProps } from './new-version-dialog.tsx';

const update = vi.fn<() => void>();
const close = vi.fn<() => void>();

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  update.mockClear();
  close.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const usual: NewVersionDialogProps = { open: true, version: '1.4.2.0', status: 3, onUpdate: update, onClose: close };
const dialog = () => screen.getByRole('dialog', { name: '发现新版本' });
const mask = () => dialog().parentElement as Element;
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('NewVersionDialog', () => {
  it('shows version and notes, 600 wide [overlay:new-version] [area:app-update]', () => {
    render(<NewVersionDialog {...usual}>修复已知问题</NewVersionDialog>);
    expect(dialog().textContent).toContain('版本 1.4.2.0');
    expect(screen.getByRole('region', { name: '更新内容' }).textContent).toBe('修复已知问题');
    expect(dialog().style.getPropertyValue('--width')).toBe('600');
    fireEvent.click(button('立即更新'));
    expect(update).toHaveBeenCalledTimes(1);
  });

  it('shows 更新中... at status 1, and enables 立即更新 at status 3 [state:update.progress]', () => {
    const { rerender } = render(<NewVersionDialog {...usual} status={1} />);
    expect(screen.queryByRole('button', { name: '立即更新' })).toBeNull();
    expect(button('更新中...').disabled).toBe(true);
    fireEvent.click(button('更新中...'));
    expect(update).not.toHaveBeenCalled();
    rerender(<NewVersionDialog {...usual} status={3} />);
    expect(button('立即更新').disabled).toBe(false);
    fireEvent.click(button('立即更新'));
    expect(update).toHaveBeenCalledTimes(1);
  });

  it('has no close button; neither the mask nor Escape closes it [state:update.close-button]', () => {
    render(<NewVersionDialog {...usual} />);
    fireEvent.click(mask());
    fireEvent.keyDown(dialog(), { key: 'Escape' });
    expect(close).not.toHaveBeenCalled();
    expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['立即更新']);
    expect(dialog().textContent).not.toContain('当前版本已停止使用');
  });

  it('explains a forced update, which cannot be dismissed [state:update.forced]', () => {
    render(<NewVersionDialog {...usual} isForced />);
    fireEvent.click(mask());
    fireEvent.keyDown(dialog(), { key: 'Escape' });
    expect(close).not.toHaveBeenCalled();
    expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['立即更新']);
    expect(dialog().textContent).toContain('当前版本已停止使用');
  });

  it('closes in the DEV environment by its button, the mask or Escape [state:update.close-button]', () => {
    render(<NewVersionDialog {...usual} hasClose />);
    fireEvent.click(button('关闭'));
    fireEvent.click(mask());
    fireEvent.keyDown(dialog(), { key: 'Escape' });
    expect(close).toHaveBeenCalledTimes(3);
  });

  it('closes there by its button only when forced [state:update.close-button] [state:update.forced]', () => {
    render(<NewVersionDialog {...usual} isForced hasClose />);
    fireEvent.click(mask());
    fireEvent.keyDown(dialog(), { key: 'Escape' });
    expect(close).not.toHaveBeenCalled();
    fireEvent.click(button('关闭'));
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('is busy once accepted', () => {
    render(<NewVersionDialog {...usual} hasClose busy />);
    expect(button('更新中...').disabled).toBe(true);
    fireEvent.click(mask());
    expect(close).not.toHaveBeenCalled();
  });
});
