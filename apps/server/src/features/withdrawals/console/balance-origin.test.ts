// The origin of an amount by hand-worked cases: first in, first out, with what was spent before and what stays.
import { expect, it } from 'vitest';
import type { Credit } from './balance-origin.repository.ts';
import { traceOrigin } from './balance-origin.ts';

const day = (date: number) => new Date(Date.UTC(2026, 2, date));
const credit = (type: string, amount: bigint, date: number): Credit => ({ type, amount, at: day(date) });
const plain = (origin: ReturnType<typeof traceOrigin>) => ({
  ...origin,
  parts: origin.parts.map(({ kind, count, amount }) => `${kind} ${count} ${amount}`),
});

it('takes the oldest of what is left: what was spent before is not counted, the newest stays', () => {
  // 100 came in, 30 were spent before: of the 70 that were held, the oldest 50 leave, and the newest 20 stay.
  const credits = [credit('RECHARGE_BTC', 40n, 9), credit('MINING_OUTPUT', 20n, 8), credit('MINING_OUTPUT', 40n, 7)];
  expect(plain(traceOrigin(credits, { held: 70n, amount: 50n }))).toEqual({
    parts: ['OUTPUT 2 30', 'DEPOSIT 1 20'],
    older: 0n,
  });
});

it('of the whole balance spends every credit that is left, and no more', () => {
  const credits = [credit('INCOME_IN_BTC', 5n, 3), credit('COIN_UP_OUT_BTC', 10n, 2), credit('RECHARGE_BTC', 99n, 1)];
  expect(plain(traceOrigin(credits, { held: 15n, amount: 15n }))).toEqual({
    parts: ['COIN_UP 1 10', 'INTEREST 1 5'],
    older: 0n,
  });
});

it('says how much lies before the credits that were read', () => {
  expect(plain(traceOrigin([credit('WITHDRAW_RETURN', 4n, 3)], { held: 20n, amount: 18n }))).toEqual({
    parts: ['RETURN 1 2'],
    older: 16n,
  });
});

it('shows five deposits one by one, and adds the smaller ones up with their first and last day', () => {
  const credits = Array.from({ length: 8 }, (_, n) => credit('RECHARGE_BTC', BigInt(100 - n), 20 - n));
  const { parts } = traceOrigin(credits, { held: 772n, amount: 772n });
  expect(parts.map(({ count, amount }) => [count, amount])).toEqual([
    [3, 282n],
    [1, 100n],
    [1, 99n],
    [1, 98n],
    [1, 97n],
    [1, 96n],
  ]);
  expect(parts[0]).toMatchObject({ from: day(13), to: day(15) });
});
