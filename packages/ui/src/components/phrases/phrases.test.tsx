// Covers what a line of phrases reads as, and that its dots stand where a wrapped line clips them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Phrases } from './phrases.tsx';

afterEach(cleanup);

it('reads as a line with dots, and leaves out what is not given', () => {
  const { container } = render(<Phrases of={['LS2-11-0007', null, '', <b key="ran">运行 24 小时</b>]} />);
  expect(container.textContent).toBe('LS2-11-0007 · 运行 24 小时');
  expect(container.querySelectorAll('.phrase')).toHaveLength(2);
});

it('clips a dot at the start of a line', () => {
  const css = readFileSync(join(import.meta.dirname, 'phrases.module.css'), 'utf8');
  expect(css).toMatch(/\.phrases \{[^}]*overflow: hidden;/);
  expect(css).toMatch(/\.dot \{[^}]*position: absolute;[^}]*right: 100%;/);
});
