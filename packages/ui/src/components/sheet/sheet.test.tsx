// Covers a sheet's name, selection and 取消.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ActionSheet, Sheet } from './sheet.tsx';

afterEach(cleanup);

const items = [
  { value: 'all', label: '全部类型' },
  { value: 'other', label: '其他' },
] as const;

describe('ActionSheet', () => {
  it('lists its items with the chosen one marked, and 取消 last [overlay:action-sheet]', () => {
    render(
      <ActionSheet
        open
        title="筛选类型"
        items={items}
        value="all"
        onSelect={vi.fn<() => void>()}
        onClose={vi.fn<() => void>()}
      />,
    );
    expect(screen.getByRole('dialog', { name: '筛选类型' })).toBeTruthy();
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['全部类型', '其他', '取消']);
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('全部类型');
  });

  it('reports the choice and closes', () => {
    const select = vi.fn<(value: unknown) => void>();
    const close = vi.fn<() => void>();
    render(<ActionSheet open title="筛选类型" items={items} onSelect={select} onClose={close} />);
    fireEvent.click(screen.getByRole('button', { name: '其他' }));
    expect(select).toHaveBeenCalledExactlyOnceWith('other');
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('closes without a choice by 取消, mask and Escape', () => {
    const select = vi.fn<(value: unknown) => void>();
    const close = vi.fn<() => void>();
    render(<ActionSheet open title="筛选类型" items={items} onSelect={select} onClose={close} />);
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    fireEvent.click(screen.getByRole('dialog').parentElement as Element);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(close).toHaveBeenCalledTimes(3);
    expect(select).not.toHaveBeenCalled();
  });
});

describe('Sheet', () => {
  it('has a title and a cross', () => {
    const close = vi.fn<() => void>();
    render(
      <Sheet open title="筛选矿机" onClose={close}>
        内容
      </Sheet>,
    );
    expect(screen.getByRole('dialog', { name: '筛选矿机' }).textContent).toContain('内容');
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(close).toHaveBeenCalledTimes(1);
  });
});
