// Covers one block per day of electricity.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Runway } from './runway.tsx';

afterEach(cleanup);

const paid = () => document.querySelectorAll('.paid').length;

describe('Runway', () => {
  it('fills one block per day, up to all [area:electricity]', () => {
    const { rerender } = render(<Runway days={6} />);
    expect(paid()).toBe(6);
    expect(screen.getByRole('img', { name: '电费可用 6 天' })).toBeTruthy();
    rerender(<Runway days={0} />);
    expect(paid()).toBe(0);
    rerender(<Runway days={400} />);
    expect(paid()).toBe(7);
  });

  it('is empty when the days are unknown', () => {
    render(<Runway days={null} />);
    expect(paid()).toBe(0);
    expect(screen.getByRole('img', { name: '电费可用天数未知' })).toBeTruthy();
  });
});
