// Proves a block per day of electricity, named with the figure.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Runway } from './runway.tsx';

afterEach(cleanup);

const paid = () => document.querySelectorAll('.paid').length;

describe('Runway', () => {
  it('fills a block per day, none for none, all for many [area:electricity]', () => {
    const { rerender } = render(<Runway days={6} />);
    expect(paid()).toBe(6);
    expect(screen.getByRole('img', { name: '电费可用 6 天' })).toBeTruthy();
    rerender(<Runway days={0} />);
    expect(paid()).toBe(0);
    rerender(<Runway days={400} />);
    expect(paid()).toBe(7);
  });

  it('claims nothing when the days are not known', () => {
    render(<Runway days={null} />);
    expect(paid()).toBe(0);
    expect(screen.getByRole('img', { name: '电费可用天数未知' })).toBeTruthy();
  });
});
