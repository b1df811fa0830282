// Covers typing an amount on any keyboard, 全部, and errors.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AmountField, type AmountFieldProps, normalisedDecimal } from './amount-field.tsx';

afterEach(cleanup);

const onChange = vi.fn<(value: string) => void>();
const draw = (props: Partial<AmountFieldProps> = {}) =>
  render(<AmountField label="转入数量" unit="USDT" value="150" onChange={onChange} {...props} />);
const input = () => screen.getByLabelText<HTMLInputElement>('转入数量');

describe('AmountField', () => {
  it('is labelled, opens the decimal keyboard and passes on the text', () => {
    draw({ hint: '最低 100.00 USDT', hintAside: '预计每日利息 0.01 USDT' });
    expect(input().inputMode).toBe('decimal');
    fireEvent.change(input(), { target: { value: '151' } });
    expect(onChange).toHaveBeenCalledWith('151');
    expect(screen.getByText('最低 100.00 USDT').id).toBe(input().getAttribute('aria-describedby'));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('fills in the whole amount', () => {
    const onAll = vi.fn<() => void>();
    draw({ onAll });
    fireEvent.click(screen.getByRole('button', { name: '全部' }));
    expect(onAll).toHaveBeenCalledTimes(1);
  });

  it('shows an error in place of the hint', () => {
    draw({ hint: '最低 100.00 USDT', error: '余额不足', hintAside: '预计' });
    expect(screen.getByRole('alert').textContent).toBe('余额不足');
    expect(input().getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText('最低 100.00 USDT')).toBeNull();
    expect(screen.getByText('预计')).toBeTruthy();
  });

  it('shows the amount grouped over the field, whose own text stays as it was typed', () => {
    draw({ value: '1234567.5' });
    expect(input().value).toBe('1234567.5');
    expect(screen.getByText('1,234,567.5').getAttribute('aria-hidden')).toBe('true');
    cleanup();
    for (const value of ['123.5', '1234.5.6']) {
      draw({ value });
      expect(input().parentElement?.textContent).toBe('');
      cleanup();
    }
  });

  it('reports when it is left, also by Enter', () => {
    const onLeave = vi.fn<() => void>();
    draw({ onLeave });
    input().focus();
    fireEvent.keyDown(input(), { key: 'Enter' });
    expect(onLeave).toHaveBeenCalledTimes(1);
  });
});

describe('normalisedDecimal', () => {
  it.each([
    ['１２。５', '12.5'],
    ['1,234.50', '1234.50'],
    [' 12 ', '12'],
    ['.5', '0.5'],
    ['007', '7'],
    ['0', '0'],
    ['0.', '0.'],
    ['1.2.3', '1.2.3'],
    ['-5', '-5'],
    ['1e3', '1e3'],
    ['', ''],
  ])('normalises %j to %j', (typed, written) => {
    expect(normalisedDecimal(typed)).toBe(written);
  });
});
