// Covers the three kinds of rows: link, expandable, plain.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Row } from './row.tsx';

afterEach(cleanup);

const chevron = () => document.querySelector('.chevron use')?.getAttribute('href')?.split('#')[1];

describe('Row', () => {
  it('is a link with an href', () => {
    render(<Row title="电费" caption="11-20" value="−35.06" valueCaption="余额" href="/electric_record" />);
    expect(screen.getByRole('link').textContent).toBe('电费11-20−35.06余额');
    expect(chevron()).toBe('right');
  });

  it('expands and collapses, with its state announced', () => {
    const toggle = vi.fn<() => void>();
    const { rerender } = render(<Row title="产出" expanded={false} onClick={toggle} />);
    const row = screen.getByRole('button');
    expect(row.getAttribute('aria-expanded')).toBe('false');
    expect(chevron()).toBe('down');
    fireEvent.click(row);
    expect(toggle).toHaveBeenCalledTimes(1);
    rerender(<Row title="产出" expanded onClick={toggle} />);
    expect(row.getAttribute('aria-expanded')).toBe('true');
    expect(chevron()).toBe('up');
  });

  it('is one of a choice, ticked when chosen', () => {
    const choose = vi.fn<() => void>();
    const { rerender } = render(<Row title="全部矿机" chosen={false} onClick={choose} />);
    const row = screen.getByRole('button', { pressed: false });
    fireEvent.click(row);
    expect(choose).toHaveBeenCalledTimes(1);
    expect(row.querySelector('svg')).toBeNull();
    rerender(<Row title="全部矿机" chosen onClick={choose} />);
    expect(screen.getByRole('button', { pressed: true }).querySelector('use')?.getAttribute('href')).toMatch(/#check$/);
    expect(chevron()).toBeUndefined();
  });

  it('wraps its caption on every screen', () => {
    const css = readFileSync(join(import.meta.dirname, 'row.module.css'), 'utf8');
    const [everyScreen = ''] = css.split('@media');
    expect(everyScreen).toMatch(/\.texts \.caption \{[^}]*white-space: normal;/);
  });

  it('gives a note its whole width, below the value', () => {
    render(<Row title="提现" value="−0.05" valueCaption="失败" note="已退回" />);
    expect(document.querySelector('.row')?.textContent).toBe('提现−0.05失败已退回');
    const css = readFileSync(join(import.meta.dirname, 'row.module.css'), 'utf8');
    expect(css).toMatch(/\.note \{[^}]*flex: 0 0 100%;/);
  });

  it('has no chevron when plain', () => {
    render(<Row title="电价" value="0.058" />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(chevron()).toBeUndefined();
  });
});
