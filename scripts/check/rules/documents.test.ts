// Proves that a document which names what the code does not have is found, and that one about the past is let be.
import { expect, it } from 'vitest';
import { namesRule } from './documents.ts';
import { repoOf } from './rule.ts';

const problems = (contents: Record<string, string>) => namesRule.check(repoOf(contents)).map(({ problem }) => problem);
const code = { 'apps/a/pay.ts': 'export function payOwed() {}' };

it('finds the name that is nowhere in the code', () => {
  expect(problems({ ...code, 'apps/a/README.md': 'held by `payOwed`' })).toEqual([]);
  expect(problems({ ...code, 'apps/a/README.md': 'held by `payOwed()` and\n`releaseAll`' })).toEqual([
    'names `releaseAll`, which is nowhere in the code',
  ]);
  expect(problems({ ...code, 'docs/glossary.md': '`payOwned`' })).toHaveLength(1);
});

it('looks for whole words, and leaves commands, paths and decisions of the past alone', () => {
  expect(problems({ ...code, 'apps/a/README.md': '`pay`' })).toHaveLength(1);
  expect(problems({ ...code, 'README.md': '`npm run ops`, `pay.ts`, `_OWED`' })).toEqual([]);
  expect(problems({ ...code, 'docs/adr/0001-old.md': '`releaseAll`' })).toEqual([]);
});
