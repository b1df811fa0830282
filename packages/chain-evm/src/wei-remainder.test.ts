/** Proves that the ledger stays less than one unit below the chain for any movements of ether. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addToWeiRemainder, weiToLedgerUnits } from './wei-remainder.ts';

it('rounds each movement down and carries the remainder', () => {
  expect(addToWeiRemainder(0n, 15_000_000_000n)).toEqual({ units: 1n, remainderWei: 5_000_000_000n });
  expect(addToWeiRemainder(5_000_000_000n, 5_000_000_000n)).toEqual({ units: 1n, remainderWei: 0n });
});

it('adds up to what really moved', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(0n, 10n ** 20n), { maxLength: 40 }), (movements) => {
      let [carry, units] = [0n, 0n];
      for (const wei of movements) {
        const booked = addToWeiRemainder(carry, wei);
        [carry, units] = [booked.remainderWei, units + booked.units];
      }
      const total = movements.reduce((sum, wei) => sum + wei, 0n);
      expect(units * 10n ** 10n + carry).toBe(total);
      expect(units).toBe(weiToLedgerUnits(total));
    }),
  );
});

it('refuses a carry that is a whole unit, and anything negative', () => {
  for (const [carry, moved] of [
    [10n ** 10n, 0n],
    [-1n, 1n],
    [0n, -1n],
  ] as const) {
    expect(() => addToWeiRemainder(carry, moved)).toThrow();
  }
});
