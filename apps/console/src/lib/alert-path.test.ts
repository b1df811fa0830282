// Proves that an alert leads to the record that it is about, and nowhere where the console has no page for it.
import { expect, it } from 'vitest';
import { alertPath } from './alert-path.ts';

it.each([
  ['payment-lost', 'withdrawal 18', '/withdrawals/18'],
  ['deposit-removed', 'deposit 7', '/deposits/7'],
  ['customer-reported', 'customer 10001', '/customers/10001'],
  ['close-is-hindered', 'mining 2026-11-19', '/days?date=2026-11-19'],
  ['close-is-hindered', 'coin-up 2026-11-19', '/days?kind=coin-up&date=2026-11-19'],
  ['network-day-differs', 'BTC 2026-11-19', '/network-day/BTC/2026-11-19'],
  ['lock-held', 'lode_worker', null],
])('%s of %s', (kind, subject, path) => {
  expect(alertPath(kind, subject)).toBe(path);
});
