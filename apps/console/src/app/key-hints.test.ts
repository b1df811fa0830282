// Covers the line of keys: a page shows those that it has, as far as they do something.
import { expect, it } from 'vitest';
import { keyHintsOf, workingHints } from './key-hints.ts';

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

it.each([
  ['/withdrawals/7', ['c', 'Escape', 'g q'], ['C', 'Esc']],
  ['/withdrawals/7', ['j', 'a', 'Ctrl Enter', '.'], ['J', 'K', 'A', 'Ctrl', '↵', '.']],
  ['/support/7', ['Escape'], ['Esc']],
  ['/coin-up', ['1', '2', '3'], ['1', '2', '3']],
  ['/days', ['ArrowLeft', 'ArrowRight'], ['←', '→']],
  ['/messages', ['j', 'k', 'Enter'], ['J', 'K', '↵']],
  ['/', [], []],
])('of %s with %s', (path, working, keys) => {
  expect(workingHints(keyHintsOf(path), new Set(working)).flatMap((hint) => hint.keys)).toEqual(keys);
});
