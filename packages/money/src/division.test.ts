// Each division leaves its remainder where its name says.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divCeil, divExact, divFloor, divTowardsZero } from './division.ts';

describe('the direction', () => {
  it.each<[bigint, bigint, bigint, bigint, bigint]>([
    // dividend, divisor, floor, ceil, towards zero
    [7n, 2n, 3n, 4n, 3n],
    [-7n, 2n, -4n, -3n, -3n],
    [6n, 3n, 2n, 2n, 2n],
    [-6n, 3n, -2n, -2n, -2n],
    [0n, 5n, 0n, 0n, 0n],
    [1n, 5n, 0n, 1n, 0n],
    [-1n, 5n, -1n, 0n, 0n],
  ])('%s / %s', (dividend, divisor, floor, ceil, towardsZero) => {
    expect([divFloor(dividend, divisor), divCeil(dividend, divisor), divTowardsZero(dividend, divisor)]).toEqual([
      floor,
      ceil,
      towardsZero,
    ]);
  });

  it('follows the definition, for any numbers', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 80n), 2n ** 80n), fc.bigInt(1n, 2n ** 70n), (dividend, divisor) => {
        const floor = divFloor(dividend, divisor);
        expect(floor * divisor <= dividend && dividend < (floor + 1n) * divisor).toBe(true);
        const ceil = divCeil(dividend, divisor);
        expect((ceil - 1n) * divisor < dividend && dividend <= ceil * divisor).toBe(true);
        expect(divTowardsZero(dividend, divisor)).toBe(dividend >= 0n ? floor : ceil);
        expect(divExact(floor * divisor, divisor)).toBe(floor);
      }),
    );
  });
});

it('refuses a remainder where there must be none', () => {
  expect(() => divExact(7n, 2n)).toThrow(RangeError);
});

it.each([0n, -1n])('refuses to divide by %s', (divisor) => {
  for (const divide of [divFloor, divCeil, divTowardsZero, divExact])
    expect(() => divide(1n, divisor)).toThrow(RangeError);
});
