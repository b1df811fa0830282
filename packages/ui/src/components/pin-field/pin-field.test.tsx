// Covers masking, filtering and errors of a PIN field.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { PinField } from './pin-field.tsx';

afterEach(cleanup);

function Owner({ error = null }: { error?: string | null }) {
  const [value, setValue] = useState('');
  return <PinField label="新资金密码" name="pin" value={value} onChange={setValue} error={error} hint="6 位数字" />;
}
const input = () => screen.getByLabelText<HTMLInputElement>('新资金密码');
const type = (value: string) => fireEvent.change(input(), { target: { value } });

describe('PinField', () => {
  it('accepts six digits only', () => {
    render(<Owner />);
    type('12a4');
    expect(input().value).toBe('124');
    type('12345678');
    expect(input().value).toBe('123456');
  });

  it('shows how many digits there are, never which', () => {
    const { container } = render(<Owner />);
    type('1234');
    expect(container.querySelectorAll('i[class*="filled"]')).toHaveLength(4);
    expect(container.textContent).not.toMatch(/[1234]{2}/);
    expect(input().type).toBe('password');
  });

  it('shows an error in place of the hint', () => {
    const { rerender } = render(<Owner />);
    expect(screen.getByText('6 位数字')).toBeTruthy();
    rerender(<Owner error="两次输入的密码不一致" />);
    expect(screen.getByRole('alert').textContent).toBe('两次输入的密码不一致');
    expect(input().getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText('6 位数字')).toBeNull();
  });
});
