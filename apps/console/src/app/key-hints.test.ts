// Covers the line of keys: a page shows those that it has.
import { expect, it } from 'vitest';
import { keyHintsOf } from './key-hints.ts';

it.each([
  ['/proposals/new', []],
  ['/proposals/12', ['R', 'Esc']],
  ['/content/new', []],
  ['/content/12', ['Esc']],
  ['/models', ['J', 'K', '↵', 'Esc']],
  ['/repairs', ['J', 'K', '↵', 'Esc']],
  ['/repairs/7', ['Esc']],
  ['/messages', ['J', 'K', '↵', 'N']],
  ['/settings/one', ['Esc']],
  ['/machines', ['J', 'K', 'X', '↵']],
  ['/machines/outages', ['Esc']],
  ['/withdrawals/auto-approval', ['J', 'K', '↵']],
])('of %s', (path, keys) => {
  expect(keyHintsOf(path).flatMap((hint) => hint.keys)).toEqual(keys);
});
