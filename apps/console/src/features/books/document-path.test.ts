// Covers where a transfer leads: to the page of the record that it was posted for.
import { expect, it } from 'vitest';
import { documentPath } from './document-path.ts';

const nothing = {
  id: '7',
  title: 'ab'.repeat(32),
  state: null,
  customer: '3',
  machine: null,
  date: null,
  close: null,
  reason: null,
};

it.each([
  ['WITHDRAWAL', '/withdrawals/7'],
  ['DEPOSIT', '/deposits/7'],
  ['ORDER', '/customers/3'],
  ['ARRIVAL', '/ledger/reconciliation'],
] as const)('of a %s is %s', (kind, path) => {
  expect(documentPath({ ...nothing, kind })).toBe(path);
});
