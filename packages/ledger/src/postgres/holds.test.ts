// Money that is held stays where it is and cannot be taken; placing and releasing are safe to repeat.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { InsufficientFunds, KeyReused, MalformedPosting, UnknownHold } from '../core/errors.ts';
import { type Hold, placeHold, releaseHold } from '../testing/holds.ts';
import { at, deposit, output } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { readBalances } from './balances.ts';
import { assertBooksBalance } from './check-books.ts';
import { postTransfer } from './post-transfer.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  for (const customer of [1n, 2n, 3n]) await postTransfer(db.app, deposit(`funding ${customer}`, customer, 100n));
});
afterEach(() => assertBooksBalance(db.app));
afterAll(() => db.drop());

const hold = (key: string, customer: bigint, amount: bigint): Hold => ({
  key,
  account: output(customer),
  amount,
  reason: 'redemption',
  at,
});
const available = async (customer: bigint) => {
  const id = output(customer);
  return (await readBalances(db.app, [id])).get(id)?.available;
};

describe('a hold', () => {
  it('takes from what is available, never more than there is', async () => {
    expect(await placeHold(db.app, hold('a', 1n, 70n))).toBe(true);
    expect(await available(1n)).toBe(30n);
    await expect(placeHold(db.app, hold('b', 1n, 31n))).rejects.toThrow(InsufficientFunds);
    expect(await placeHold(db.app, hold('b', 1n, 30n))).toBe(true);
    expect(await available(1n)).toBe(0n);
  });

  it('is the same hold when it is placed again, and another under its key is refused', async () => {
    expect(await placeHold(db.app, hold('c', 2n, 10n))).toBe(true);
    expect(await placeHold(db.app, hold('c', 2n, 10n))).toBe(false);
    expect(await available(2n)).toBe(90n);
    await expect(placeHold(db.app, hold('c', 2n, 11n))).rejects.toThrow(KeyReused);
  });

  it('is given back once', async () => {
    await placeHold(db.app, hold('d', 3n, 10n));
    expect(await releaseHold(db.app, 'd', at)).toBe(true);
    expect(await releaseHold(db.app, 'd', at)).toBe(false);
    expect(await placeHold(db.app, hold('d', 3n, 10n))).toBe(false);
    expect(await available(3n)).toBe(100n);
  });

  it('must have been placed to be released', async () => {
    await expect(releaseHold(db.app, 'never', at)).rejects.toThrow(UnknownHold);
  });

  it.each([0n, -1n])('of %s is refused', async (amount) => {
    await expect(placeHold(db.app, hold(`of ${amount}`, 3n, amount))).rejects.toThrow(MalformedPosting);
  });
});
