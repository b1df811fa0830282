// Covers names against symbols, the sprite under a strict policy, and accessible names.
import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Icon } from './icon.tsx';
import { iconNames } from './icon-names.ts';

afterEach(cleanup);

const sprite = readFileSync(`${import.meta.dirname}/icons.svg`, 'utf8');

describe('the sprite', () => {
  it('has one symbol per name', () => {
    const symbols = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]);
    expect(symbols).toEqual([...iconNames]);
  });

  it('has no style attribute and no script', () => {
    expect(sprite).not.toMatch(/style=|<script|on\w+=/);
  });
});

describe('Icon', () => {
  it('is hidden from screen readers unless it has a label', () => {
    const { container, rerender } = render(<Icon name="bolt" />);
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
    rerender(<Icon name="bolt" label="电费" />);
    expect(screen.getByRole('img', { name: '电费' })).toBeTruthy();
  });
});
