// Covers a dialog's name, size, dismissal, animation and focus trap.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timings } from '../../lib/timings.ts';
import { Modal, type ModalProps } from './modal.tsx';

let prefersLessMotion = false;
beforeEach(() => {
  prefersLessMotion = false;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: prefersLessMotion }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const usual = { title: '确认关机？', confirmText: '确认关机', cancelText: '取消' } satisfies Partial<ModalProps>;
const dialog = () => screen.getByRole('dialog', { name: '确认关机？' });
const press = (key: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey });

describe('Modal', () => {
  it('is a named dialog, 600 design pixels wide [overlay:modal] [constant:modal-width]', () => {
    render(
      <Modal {...usual} open>
        关机后不再产出
      </Modal>,
    );
    expect(dialog().getAttribute('aria-modal')).toBe('true');
    expect(dialog().style.getPropertyValue('--width')).toBe('600');
    expect(dialog().textContent).toContain('关机后不再产出');
  });

  it('has only the given buttons, the main one last', () => {
    const { rerender } = render(<Modal {...usual} open />);
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['取消', '确认关机']);
    rerender(<Modal title="确认关机？" open />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('reports the pressed button', () => {
    const confirm = vi.fn<() => void>();
    const cancel = vi.fn<() => void>();
    render(<Modal {...usual} open onConfirm={confirm} onCancel={cancel} />);
    fireEvent.click(screen.getByRole('button', { name: '确认关机' }));
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    press('Escape');
    expect(confirm).toHaveBeenCalledTimes(1);
    expect(cancel).toHaveBeenCalledTimes(2);
  });

  it('cannot be dismissed while busy', () => {
    const confirm = vi.fn<() => void>();
    const cancel = vi.fn<() => void>();
    render(<Modal {...usual} open busy onConfirm={confirm} onCancel={cancel} isMaskClosable />);
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    press('Escape');
    fireEvent.click(dialog().parentElement as Element);
    expect(confirm).not.toHaveBeenCalled();
    expect(cancel).not.toHaveBeenCalled();
  });

  it('closes by its mask only when allowed', () => {
    const cancel = vi.fn<() => void>();
    const { rerender } = render(<Modal {...usual} open onCancel={cancel} />);
    const mask = () => dialog().parentElement as Element;
    fireEvent.click(mask());
    expect(cancel).not.toHaveBeenCalled();
    rerender(<Modal {...usual} open onCancel={cancel} isMaskClosable />);
    fireEvent.click(dialog());
    expect(cancel).not.toHaveBeenCalled();
    fireEvent.click(mask());
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('takes 300 ms to close [constant:dialog-animation]', () => {
    expect(timings.dialog).toBe(300);
    const { rerender } = render(<Modal {...usual} open />);
    rerender(<Modal {...usual} open={false} />);
    wait(299);
    expect(dialog().parentElement?.className).toContain('closing');
    wait(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes at once with reduced motion', () => {
    prefersLessMotion = true;
    const { rerender } = render(<Modal {...usual} open />);
    rerender(<Modal {...usual} open={false} />);
    wait(0);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is absent before it opens, and can reopen while closing', () => {
    const { rerender } = render(<Modal {...usual} open={false} />);
    expect(screen.queryByRole('dialog')).toBeNull();
    rerender(<Modal {...usual} open />);
    rerender(<Modal {...usual} open={false} />);
    wait(100);
    rerender(<Modal {...usual} open />);
    wait(1000);
    expect(dialog().parentElement?.className).not.toContain('closing');
  });

  it('locks the page until the last dialog is gone', () => {
    const page = document.documentElement.style;
    const { rerender } = render(
      <>
        <Modal {...usual} open />
        <Modal title="另一个" open />
      </>,
    );
    expect(page.overflow).toBe('hidden');
    rerender(
      <>
        <Modal {...usual} open />
        <Modal title="另一个" open={false} />
      </>,
    );
    expect(page.overflow).toBe('hidden');
    rerender(<Modal {...usual} open={false} />);
    expect(page.overflow).toBe('');
  });
});

describe('the keyboard', () => {
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          关机
        </button>
        <Modal {...usual} open={isOpen} onCancel={() => setOpen(false)} />
      </>
    );
  }

  it('moves into the dialog, cycles inside it, and returns to its origin', () => {
    render(<Opener />);
    const opener = screen.getByRole('button', { name: '关机' });
    opener.focus();
    fireEvent.click(opener);
    expect(document.activeElement).toBe(dialog());
    press('Tab');
    expect(document.activeElement?.textContent).toBe('取消');
    press('Tab', true);
    expect(document.activeElement?.textContent).toBe('确认关机');
    press('Tab');
    expect(document.activeElement?.textContent).toBe('取消');
    press('Escape');
    expect(document.activeElement).toBe(opener);
  });

  it('is handled by the topmost dialog only', () => {
    const lower = vi.fn<() => void>();
    const upper = vi.fn<() => void>();
    render(
      <>
        <Modal {...usual} open onCancel={lower} />
        <Modal title="另一个" open onCancel={upper} />
      </>,
    );
    press('Escape');
    expect(upper).toHaveBeenCalledTimes(1);
    expect(lower).not.toHaveBeenCalled();
  });
});
