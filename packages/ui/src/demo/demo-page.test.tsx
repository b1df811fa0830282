// Covers the component folders (component, demo, test) and the demo page.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DemoPage, demos } from './demo-page.tsx';

const components = `${import.meta.dirname}/../components`;
const folders = readdirSync(components);

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('component folders', () => {
  it('each have a demo and a test', () => {
    const lacking = folders.flatMap((folder) =>
      [`${folder}.demo.tsx`, `${folder}.test.tsx`].filter((file) => !existsSync(`${components}/${folder}/${file}`)),
    );
    expect(lacking).toEqual([]);
  });

  it('each describe their component in a comment', () => {
    const silent = folders.filter((folder) => {
      const sources = readdirSync(`${components}/${folder}`).filter((file) => /^[\w-]+\.tsx$/.test(file));
      return !sources.some((file) =>
        /\/\*\*[\s\S]+?\*\/\nexport function/.test(readFileSync(`${components}/${folder}/${file}`, 'utf8')),
      );
    });
    expect(silent).toEqual([]);
  });
});

describe('DemoPage', () => {
  it('shows every demo once per theme', () => {
    expect(demos).toHaveLength(folders.length);
    render(<DemoPage />);
    const headings = [...document.querySelectorAll('h2')].map((heading) => heading.textContent);
    for (const { title } of demos) expect(headings.filter((text) => text === title)).toHaveLength(2);
    expect([...document.querySelectorAll('[data-theme]')].map((side) => side.getAttribute('data-theme'))).toEqual([
      'default',
      'vip',
    ]);
  });
});
