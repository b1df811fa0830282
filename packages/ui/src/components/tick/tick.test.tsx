// Covers a checkbox named by its sentence, with links in it.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Tick } from './tick.tsx';

afterEach(cleanup);

function Holder() {
  const [isTicked, setTicked] = useState(false);
  return (
    <Tick checked={isTicked} onChange={setTicked}>
      同意<a href="#agreement">《用户协议》</a>
    </Tick>
  );
}
const box = () => screen.getByRole('checkbox', { name: /同意 ?《用户协议》/ });
const isTicked = () => box().getAttribute('aria-checked');

describe('Tick', () => {
  it('toggles by its box', () => {
    render(<Holder />);
    expect(isTicked()).toBe('false');
    fireEvent.click(box());
    expect(isTicked()).toBe('true');
    fireEvent.click(box());
    expect(isTicked()).toBe('false');
  });

  it('toggles by its sentence, but not by a link in it', () => {
    render(<Holder />);
    fireEvent.click(screen.getByText('同意'));
    expect(isTicked()).toBe('true');
    fireEvent.click(screen.getByRole('link'));
    expect(isTicked()).toBe('true');
  });

  it('keeps the link outside the control', () => {
    render(<Holder />);
    expect(box().querySelector('a')).toBeNull();
  });
});
