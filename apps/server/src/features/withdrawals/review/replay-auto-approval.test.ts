// A replay approves in the order of requests, within the sums of what it approved itself, and counts each denial by its first reason.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newestDays, type PastWithdrawal, replayPolicy } from './replay-auto-approval.ts';

const policy = { perPayment: 100n, perCustomerDay: 150n, perDay: 250n, knownDays: 30 };
const past = (customerId: bigint, amount: bigint, date = '2026-03-10', isKnown = true): PastWithdrawal => ({
  customerId,
  amount,
  date,
  isKnown,
});

it('judges each by what it has approved before', () => {
  const rows = [
    past(1n, 100n),
    past(1n, 101n),
    past(1n, 51n),
    past(1n, 50n),
    past(2n, 100n, '2026-03-10', false),
    past(2n, 100n),
    past(3n, 1n),
    past(3n, 100n, '2026-03-11'),
  ];
  const { approved, denied, days } = replayPolicy(policy, rows);
  expect(approved).toEqual([rows[0], rows[3], rows[5], rows[7]]);
  expect(denied).toEqual({ UNKNOWN_DESTINATION: 1, PAYMENT: 1, CUSTOMER_DAY: 1, DAY: 1 });
  expect([...days]).toEqual([
    ['2026-03-10', 250n],
    ['2026-03-11', 100n],
  ]);
});

it('keeps every bound, however requests come, and judges each once', () => {
  const row = fc.record({
    customerId: fc.bigInt({ min: 1n, max: 3n }),
    amount: fc.bigInt({ min: 1n, max: 120n }),
    date: fc.constantFrom('2026-03-10', '2026-03-11'),
    isKnown: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      const { approved, denied } = replayPolicy(policy, rows);
      const sums = new Map<string, bigint>();
      for (const { customerId, date, amount, isKnown } of approved) {
        expect(isKnown && amount <= policy.perPayment).toBe(true);
        for (const key of [date, `${customerId} ${date}`]) sums.set(key, (sums.get(key) ?? 0n) + amount);
      }
      for (const [key, sum] of sums)
        expect(sum <= (key.includes(' ') ? policy.perCustomerDay : policy.perDay)).toBe(true);
      expect(approved.length + Object.values(denied).reduce((sum, count) => sum + count, 0)).toBe(rows.length);
    }),
  );
});

it('keeps the newest requests, by whole days where it can', () => {
  const rows = ['03-08', '03-09', '03-09', '03-10'].map((day) => past(1n, 1n, `2026-${day}`));
  expect(newestDays(rows, 4)).toEqual({ replayed: rows, isWhole: true });
  expect(newestDays(rows, 3)).toEqual({ replayed: rows.slice(1), isWhole: false });
  expect(newestDays(rows, 2)).toEqual({ replayed: rows.slice(3), isWhole: false });
  expect(newestDays(rows.slice(0, 3), 1)).toEqual({ replayed: rows.slice(2, 3), isWhole: false });
});
