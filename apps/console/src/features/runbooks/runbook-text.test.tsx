// Proves that each runbook of the repository is read without the marks of its markdown, and that its links lead to runbooks that exist.
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { readRunbook, runbookNames } from '../../lib/runbooks.ts';
import { RunbookText } from './runbook-text.tsx';

afterEach(cleanup);

const shown = (markdown: string) =>
  render(
    <MemoryRouter>
      <RunbookText markdown={markdown} />
    </MemoryRouter>,
  ).container;

it('has them all', () => expect(runbookNames.length).toBeGreaterThan(20));

it.each([...runbookNames])('%s', async (name) => {
  const page = shown((await readRunbook(name)) ?? '');
  expect(page.querySelector('h2')?.textContent).toMatch(/^[A-Z]/);
  const said = [...page.querySelectorAll('p, li, td, th, h2, h3, h4')].map(({ textContent }) => textContent);
  expect(said.filter((text) => /\*\*|\]\(|^#|&(?:quot|lt|gt|#39);/.test(text ?? ''))).toEqual([]);
  for (const link of page.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    const [, other = name, part] = /^(?:\/runbooks\/([a-z-]+))?(?:#(.+))?$/.exec(href) ?? [href, ''];
    const text = await readRunbook(other);
    expect(text, `${name} to ${href}`).not.toBeNull();
    if (part !== undefined) {
      cleanup();
      expect(shown(text ?? '').querySelector(`[id="${part}"]`), `${name} to ${href}`).not.toBeNull();
    }
  }
});

it('makes no markup of its text', () => {
  const page = shown('# A\n\n<img src=x onerror=alert(1)> and [x](javascript:alert(1)) and [y](../adr/0001.md)');
  expect(page.querySelector('img, a, script')).toBeNull();
});
