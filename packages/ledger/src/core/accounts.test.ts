// Account ids are stored in every posting: they must stay what they are, and nothing else may pass for one.
import { coins } from '@lode/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coinOfAccount,
  customerAccount,
  customerAccountCoins,
  customerAccounts,
  houseAccount,
  houseAccounts,
  isKnownAccount,
  isStoredAccount,
} from './accounts.ts';

describe('customer accounts', () => {
  it.each([
    ['OUTPUT_ACCOUNT', 'BTC', 1000111n],
    ['OUTPUT_ACCOUNT', 'ETH', 1000113n],
    ['OUTPUT_ACCOUNT', 'DOGE', 1000114n],
    ['ELE_ACCOUNT', 'USDT', 1000122n],
    ['COIN_UP_ACCOUNT', 'BTC', 1000131n],
    ['COIN_UP_ACCOUNT', 'USDT', 1000132n],
    ['INCOME_ACCOUNT', 'BTC', 1000141n],
    ['INCOME_ACCOUNT', 'USDT', 1000142n],
  ] as const)('%s in %s of customer 10001 is %s', (account, coin, id) => {
    expect(customerAccount(10001n, account, coin)).toBe(id);
    expect(coinOfAccount(id)).toBe(coin);
    expect(isKnownAccount(id)).toBe(true);
    expect(isStoredAccount(id)).toBe(true);
  });

  it('exist for no other coin', () => {
    for (const account of customerAccounts) {
      for (const coin of coins) {
        if (customerAccountCoins[account].includes(coin)) continue;
        expect(() => customerAccount(1n, account, coin)).toThrow(RangeError);
      }
    }
  });

  it('refuse what is no customer', () => {
    for (const id of [0n, -1n, 2n ** 63n]) expect(() => customerAccount(id, 'ELE_ACCOUNT', 'USDT')).toThrow(RangeError);
  });
});

describe('house accounts', () => {
  it('are negative, one per account and coin, and not kept but for TREASURY and INTEREST_FUND', () => {
    const ids = houseAccounts.flatMap((account) => coins.map((coin) => houseAccount(account, coin)));
    expect(new Set(ids).size).toBe(houseAccounts.length * coins.length);
    expect(ids.every((id) => id < 0n && isKnownAccount(id))).toBe(true);
    expect(ids.filter(isStoredAccount)).toEqual(
      (['TREASURY', 'INTEREST_FUND'] as const).flatMap((account) => coins.map((coin) => houseAccount(account, coin))),
    );
    expect(houseAccount('CUSTODY', 'BTC')).toBe(-11n);
    expect(houseAccount('SUSPENSE', 'DOGE')).toBe(-134n);
  });
});

it('knows no account but those of the chart', () => {
  const house = new Set(houseAccounts.flatMap((account) => coins.map((coin) => houseAccount(account, coin))));
  const kinds = new Set([11n, 13n, 14n, 22n, 31n, 32n, 41n, 42n]);
  fc.assert(
    fc.property(fc.oneof(fc.bigInt(-200n, 2000n), fc.bigInt(-(2n ** 64n), 2n ** 64n)), (id) => {
      const isCustomers = id >= 100n && id / 100n < 2n ** 63n / 100n && kinds.has(id % 100n);
      expect(isKnownAccount(id)).toBe(isCustomers || house.has(id));
    }),
    { numRuns: 2000 },
  );
});
