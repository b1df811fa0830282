// Covers a popup's link and dismissal.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PopupDialog } from './popup-dialog.tsx';

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open({ leadsOn, title = null }: { leadsOn: boolean; title?: string | null }) {
  const onOpen = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  const onBroken = vi.fn<() => void>();
  render(
    <PopupDialog
      open
      img="/a.png"
      title={title}
      onOpen={leadsOn ? onOpen : undefined}
      onClose={onClose}
      onBroken={onBroken}
    />,
  );
  return { onOpen, onClose, onBroken };
}

describe('PopupDialog', () => {
  it('opens by its picture, and closes by its button, Escape and the mask [overlay:home-popup]', () => {
    const { onOpen, onClose } = open({ leadsOn: true });
    fireEvent.click(screen.getByRole('button', { name: '查看详情' }));
    expect(onOpen).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    fireEvent.click(screen.getByRole('dialog', { name: '活动' }).parentElement as Element);
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it('is a plain picture without a link', () => {
    open({ leadsOn: false });
    expect(screen.queryByRole('button', { name: '查看详情' })).toBeNull();
    expect(screen.getByRole('img', { name: '活动' })).toBeTruthy();
  });

  it('says what its picture says', () => {
    open({ leadsOn: true, title: '一天的产出，自己算一遍' });
    expect(screen.getByAltText('一天的产出，自己算一遍')).toBeTruthy();
    expect(screen.getByText('一天的产出，自己算一遍')).toBeTruthy();
  });

  it('puts what follows a colon on a line of its own', () => {
    open({ leadsOn: false, title: '每一聪产出，都能自己复算：就地逐步验算' });
    expect(screen.getByAltText('每一聪产出，都能自己复算：就地逐步验算')).toBeTruthy();
    expect(screen.getByText('每一聪产出，都能自己复算')).toBeTruthy();
    expect(screen.getByText('就地逐步验算')).toBeTruthy();
  });

  it('reports a picture that fails to load', () => {
    const { onBroken } = open({ leadsOn: true });
    fireEvent.error(document.querySelector('img') as Element);
    expect(onBroken).toHaveBeenCalledTimes(1);
  });
});
