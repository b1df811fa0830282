// Covers the pressed chip and its change event.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FilterChips, PickChip } from './filter-chips.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const options = [
  { value: 'ALL', label: '全部', count: 11 },
  { value: 'RUNNING', label: '运行中', count: 8, tone: 'running' },
] as const;

describe('FilterChips', () => {
  it('presses the chosen chip and shows the counts', () => {
    const choose = vi.fn<(value: unknown) => void>();
    render(<FilterChips label="按状态筛选" options={options} value="ALL" onChange={choose} />);
    expect(screen.getByRole('group', { name: '按状态筛选' })).toBeTruthy();
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('全部11');
    fireEvent.click(screen.getByRole('button', { pressed: false }));
    expect(choose).toHaveBeenCalledExactlyOnceWith('RUNNING');
  });
});

it('shows the chosen chip where it lies beyond the edge', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(50);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100);
  render(<FilterChips label="按状态筛选" options={options} value="RUNNING" onChange={() => undefined} />);
  expect(screen.getByRole('group').scrollLeft).toBe(275);
});

describe('PickChip', () => {
  it('announces that it opens a choice', () => {
    const open = vi.fn<() => void>();
    render(<PickChip onClick={open}>近 30 日</PickChip>);
    const chip = screen.getByRole('button', { name: '近 30 日' });
    expect(chip.getAttribute('aria-haspopup')).toBe('dialog');
    fireEvent.click(chip);
    expect(open).toHaveBeenCalledTimes(1);
  });
});
