// Proves that a record leads to its page: what a customer asks about, and what a search finds.
import { expect, it } from 'vitest';
import { recordPath } from './record-path.ts';

it.each([
  ['MACHINE', '3', '/machines/3'],
  ['WITHDRAWAL', '18', '/withdrawals/18'],
  ['DEPOSIT', '7', '/deposits/7'],
  ['CHARGE', '32300000000216-2', '/ledger?transfer=32300000000216'],
  ['TRANSFER', '32300000000216-2', '/ledger?transfer=32300000000216'],
  ['COIN_UP', 'BTC-2026-11-19', null],
] as const)('%s %s', (kind, id, path) => {
  expect(recordPath(kind, id)).toBe(path);
});
