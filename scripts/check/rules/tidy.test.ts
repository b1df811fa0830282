// Proves that each tidiness rule fails on a house that is built wrong and passes on one that is not.
import { describe, expect, it } from 'vitest';
import { houseOf, type Rule } from './rule.ts';
import { fileNameRule, lengthRule, linkRule, wordsRule } from './tidy.ts';

const count = (rule: Rule, contents: Record<string, string>) => rule.check(houseOf(contents)).length;

describe('length', () => {
  it('catches the 401st line and not the 400th', () => {
    expect(count(lengthRule, { 'a.ts': 'x\n'.repeat(400) })).toBe(0);
    expect(count(lengthRule, { 'a.ts': 'x\n'.repeat(401) })).toBe(1);
  });
  it('leaves out what a program wrote', () => {
    expect(count(lengthRule, { 'db/schema.sql': 'x\n'.repeat(5000) })).toBe(0);
  });
});

describe('file names', () => {
  it.each(['apps/a/fooBar.ts', 'apps/a/FooBar.tsx', 'docs/My Page.md', 'a/foo_bar.ts'])('catches %s', (file) => {
    expect(count(fileNameRule, { [file]: '' })).toBe(1);
  });
  it.each([
    'a/machine-state.test.ts',
    'a/figure.module.css',
    'README.md',
    'db/migrations/0001_ledger.sql',
    '.ci/run',
    '.oxlintrc.json',
  ])('lets %s be', (file) => {
    expect(count(fileNameRule, { [file]: '' })).toBe(0);
  });
});

describe('words', () => {
  // Spelled in two parts, so that a search of the house for these words finds none.
  it.each([
    `// ${'TO'}DO: later`,
    `// @ts-${'ignore'}`,
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
    expect(count(wordsRule, { 'a.ts': "get('/api/homework'); // a path of ours: /pages/home/index" })).toBe(0);
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
