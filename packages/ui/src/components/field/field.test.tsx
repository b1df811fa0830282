// Covers label, clearing, password visibility and errors of a field.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Field, type FieldProps } from './field.tsx';

afterEach(cleanup);

function Holder(props: Omit<FieldProps, 'value' | 'onChange'>) {
  const [value, setValue] = useState('');
  return <Field {...props} value={value} onChange={setValue} />;
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('Field', () => {
  it('passes on and clears the text', () => {
    render(<Holder label="手机号" />);
    const input = screen.getByLabelText<HTMLInputElement>('手机号');
    expect(screen.queryByRole('button')).toBeNull();
    type('手机号', '138');
    expect(input.value).toBe('138');
    fireEvent.click(screen.getByRole('button', { name: '清除手机号' }));
    expect(input.value).toBe('');
  });

  it('reveals a password on request', () => {
    render(<Holder label="密码" type="password" clearable={false} />);
    const input = screen.getByLabelText<HTMLInputElement>('密码');
    expect(input.type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: '显示密码' }));
    expect(input.type).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: '隐藏密码' }));
    expect(input.type).toBe('password');
  });

  it('ties its error to the input in place of the hint', () => {
    const { rerender } = render(<Field label="账号" value="1" onChange={() => undefined} hint="手机号或邮箱" />);
    expect(screen.getByText('手机号或邮箱')).toBeTruthy();
    rerender(<Field label="账号" value="1" onChange={() => undefined} hint="手机号或邮箱" error="手机号应为 11 位" />);
    const input = screen.getByLabelText('账号');
    const error = screen.getByRole('alert');
    expect(error.textContent).toBe('手机号应为 11 位');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-describedby')).toBe(error.id);
    expect(screen.queryByText('手机号或邮箱')).toBeNull();
  });

  it('reports Enter', () => {
    const enter = vi.fn<() => void>();
    render(<Holder label="密码" onEnter={enter} />);
    fireEvent.keyDown(screen.getByLabelText('密码'), { key: 'Enter' });
    expect(enter).toHaveBeenCalledTimes(1);
  });
});
