// Proves that a question leads to the record that it is about.
import { expect, it } from 'vitest';
import { recordPath } from './record-path.ts';

it.each([
  ['MACHINE', '3', '/machines/3'],
  ['WITHDRAWAL', '18', '/withdrawals/18'],
  ['DEPOSIT', '7', '/deposits/7'],
  ['CHARGE', '32300000000216-2', '/ledger?transfer=32300000000216'],
  ['GENERAL', null, null],
])('about %s %s', (about, record, path) => {
  expect(recordPath({ about, record })).toBe(path);
});
