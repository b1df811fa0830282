// The pure parts: dates, interest, positions. Interest is held against exact rationals that share no code with it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, businessDate, startOfBusinessDay } from '../../platform/clock/clock.ts';
import { coinUpDates } from './coin-up-dates.ts';
import { dayInterest, partsPerUnit, ratePpmOf } from './interest.ts';
import { emptyPosition, moved, type Position, type PositionEvent, principalOf } from './position-state.ts';

describe('dates', () => {
  it('turn at midnight in Shanghai', () => {
    expect(businessDate(new Date('2026-03-10T15:59:59.999Z'))).toBe('2026-03-10');
    expect(businessDate(new Date('2026-03-10T16:00:00.000Z'))).toBe('2026-03-11');
    expect(startOfBusinessDay('2026-03-11')).toEqual(new Date('2026-03-10T16:00:00.000Z'));
  });

  it('are T+1 and T+2, over the ends of months and years', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
        const today = addDays('2000-01-01', days);
        expect(coinUpDates('IN', today)).toEqual({
          today,
          valueDate: addDays(today, 1),
          firstIncomeDate: addDays(today, 2),
          arrivalDate: addDays(today, 1),
        });
        expect(coinUpDates('OUT', today).arrivalDate).toBe(addDays(today, 1));
        expect(coinUpDates('INCOMES', today).arrivalDate).toBe(today);
      }),
    );
    expect(coinUpDates('IN', '2027-12-31')).toMatchObject({ valueDate: '2028-01-01', firstIncomeDate: '2028-01-02' });
  });
});

const principals = fc.bigInt({ min: 0n, max: 2n ** 60n });
const rates = fc.integer({ min: 0, max: 1_000_000 });

describe('interest', () => {
  it('reads a rate exactly', () => {
    expect([ratePpmOf('4.20'), ratePpmOf('1.80'), ratePpmOf('0.01'), ratePpmOf('100.00')]).toEqual([
      42_000, 18_000, 100, 1_000_000,
    ]);
  });

  it('pays 100 USDT at 3 % what a year owes, though a day is less than a cent', () => {
    let carry = 0n;
    let paid = 0n;
    for (let day = 0; day < 365; day++) {
      const interest = dayInterest(100_000_000n, 30_000, carry);
      carry = interest.carry;
      paid += interest.amount;
    }
    expect({ paid, carry }).toEqual({ paid: 3_000_000n, carry: 0n });
  });

  it('rounds nothing away over any days, principals and rates', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(principals, rates), { maxLength: 60 }), (days) => {
        let carry = 0n;
        let paid = 0n;
        // Σ principal · rate as one fraction with the denominator 365 · 10^6.
        let exact = 0n;
        for (const [principal, rate] of days) {
          const interest = dayInterest(principal, rate, carry);
          ({ carry } = interest);
          paid += interest.amount;
          exact += principal * BigInt(rate);
          expect(carry >= 0n && carry < 365_000_000n).toBe(true);
        }
        expect(paid).toBe(exact / 365_000_000n);
        expect(carry).toBe(exact % 365_000_000n);
      }),
    );
  });

  it('catches the naive one, which truncates every day', () => {
    const naive = (principal: bigint, rate: number) => (principal * BigInt(rate)) / partsPerUnit;
    const year = Array.from({ length: 365 }, () => naive(100n, 30_000)).reduce((sum, amount) => sum + amount, 0n);
    expect(year).toBe(0n);
    expect((100n * 30_000n * 365n) / partsPerUnit).toBe(3n);
  });
});

const events = fc.record({
  event: fc.constantFrom('subscribed', 'begins-to-earn', 'redeemed', 'arrived' as const),
  amount: fc.bigInt({ min: -2n, max: 1000n }),
}) as fc.Arbitrary<PositionEvent>;

describe('a position', () => {
  it('changes only by what comes in and what arrives, and nothing of it goes below zero', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 200 }), (inputs) => {
        let position = emptyPosition;
        let wallet = 1_000_000n;
        for (const input of inputs) {
          const next = moved(position, input);
          if (next === null) continue;
          if (input.event === 'subscribed') wallet -= input.amount;
          if (input.event === 'arrived') wallet += input.amount;
          position = next;
          expect(wallet + principalOf(position)).toBe(1_000_000n);
          expect(Object.values(position).every((part) => part >= 0n)).toBe(true);
        }
      }),
    );
  });
});

/** A saver in memory, by the rules of the run. */
class Saver {
  wallet: bigint;
  income = 0n;
  carry = 0n;
  position: Position = emptyPosition;
  due = { in: 0n, out: 0n };
  /** Σ principal · rate of the days it earned through: what everything must add up to. */
  exact = 0n;

  constructor(wallet: bigint) {
    this.wallet = wallet;
  }

  subscribe(amount: bigint): boolean {
    const next = amount <= this.wallet ? moved(this.position, { event: 'subscribed', amount }) : null;
    if (next === null) return false;
    this.position = next;
    this.wallet -= amount;
    this.due.in += amount;
    return true;
  }

  redeem(amount: bigint): boolean {
    const next = moved(this.position, { event: 'redeemed', amount });
    if (next === null) return false;
    this.position = next;
    this.due.out += amount;
    return true;
  }

  endOfDay(rate: number): void {
    const interest = dayInterest(this.position.earning, rate, this.carry);
    this.exact += this.position.earning * BigInt(rate);
    this.income += interest.amount;
    this.carry = interest.carry;
    const { due } = this;
    if (due.in > 0n) this.position = moved(this.position, { event: 'begins-to-earn', amount: due.in }) as Position;
    if (due.out > 0n) this.position = moved(this.position, { event: 'arrived', amount: due.out }) as Position;
    this.wallet += due.out;
    this.due = { in: 0n, out: 0n };
  }
}

it('a million micro-subscriptions and redemptions never gain a unit', () => {
  const start = 1_000_000n;
  const busy = new Saver(start);
  const quiet = new Saver(start);
  quiet.subscribe(start);
  let state = 20_260_310;
  let subscribed = 0;
  let redeemed = 0;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
  for (let move = 0; move < 1_000_000; move++) {
    const amount = BigInt(1 + random(3));
    if (random(2) === 0) {
      if (busy.subscribe(amount)) subscribed++;
    } else if (busy.redeem(amount)) redeemed++;
    if (move % 500 === 499) {
      for (const saver of [busy, quiet]) saver.endOfDay(42_000);
    }
  }
  expect(Math.min(subscribed, redeemed)).toBeGreaterThan(400_000);
  expect(busy.wallet + principalOf(busy.position)).toBe(start);
  expect(busy.income * partsPerUnit + busy.carry).toBe(busy.exact);
  expect(busy.income).toBeLessThanOrEqual(quiet.income);
});
