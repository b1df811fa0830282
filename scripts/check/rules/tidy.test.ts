// Proves that each tidiness rule fails on a faulty repository and passes on a sound one.
import { describe, expect, it } from 'vitest';
import { type Rule, repoOf } from './rule.ts';
import { linkRule, wordsRule } from './tidy.ts';

const count = (rule: Rule, contents: Record<string, string>) => rule.check(repoOf(contents)).length;

describe('words', () => {
  // Spelled in two parts, so that a search of the repository for these words finds none.
  it.each([
    `// eslint-${'disable'}-next-line`,
    `/* biome-${'ignore'} lint: x */`,
    `open('/${'work'}/data/days.csv')`,
    `cd /${'home'}/me`,
    `https://registry.${'npmjs'}.org/pg`,
    `"${'resolved'}": "https://example.org/pg.tgz"`,
  ])('catches %s', (line) => {
    expect(count(wordsRule, { 'a.ts': `const a = 1;\n${line}\n` })).toBe(1);
  });
  it('lets a route with such a word be', () => {
    expect(count(wordsRule, { 'a.ts': "get('/api/homework'); // a path of the app: /pages/home/index" })).toBe(0);
  });
});

describe('links', () => {
  it('catches a link to nowhere', () => {
    expect(count(linkRule, { 'docs/a.md': '[x](./b.md) [y](../README.md#top)' })).toBe(2);
  });
  it('follows files, folders and anchors', () => {
    const contents = {
      'docs/a.md': '[x](b.md#part) [y](../apps) [z](https://example.org)',
      'docs/b.md': '',
      'apps/c.ts': '',
    };
    expect(count(linkRule, contents)).toBe(0);
  });
});
