// Covers selection by tap and by arrow keys.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Segmented } from './segmented.tsx';

afterEach(cleanup);

const options = [
  { value: 'password', label: '密码登录' },
  { value: 'code', label: '验证码登录' },
] as const;

function Holder() {
  const [value, setValue] = useState<'password' | 'code'>('password');
  return <Segmented label="登录方式" options={options} value={value} onChange={setValue} />;
}
const chosen = () => screen.getByRole('tab', { selected: true }).textContent;

describe('Segmented', () => {
  it('selects by tap', () => {
    render(<Holder />);
    fireEvent.click(screen.getByRole('tab', { name: '验证码登录' }));
    expect(chosen()).toBe('验证码登录');
  });

  it('moves by arrow keys, cyclic, with the focus', () => {
    render(<Holder />);
    const list = screen.getByRole('tablist', { name: '登录方式' });
    fireEvent.keyDown(list, { key: 'ArrowRight' });
    expect(chosen()).toBe('验证码登录');
    expect(document.activeElement?.textContent).toBe('验证码登录');
    fireEvent.keyDown(list, { key: 'ArrowRight' });
    expect(chosen()).toBe('密码登录');
    fireEvent.keyDown(list, { key: 'ArrowLeft' });
    expect(chosen()).toBe('验证码登录');
    fireEvent.keyDown(list, { key: 'Tab' });
    expect(chosen()).toBe('验证码登录');
  });

  it('is a single tab stop', () => {
    render(<Holder />);
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1]);
  });
});
