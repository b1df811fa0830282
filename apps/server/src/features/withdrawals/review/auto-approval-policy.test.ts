/** Proves the rule itself: each reason alone stops it, at its very bound, and what the operator may not set. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bounds,
  boundsOf,
  flawOfBounds,
  isNearlyFull,
  judgeRule,
  type RuleFacts,
  type RuleNo,
} from './auto-approval-policy.ts';

const bounds: Bounds = { perPayment: 100n, perCustomerDay: 250n, perDay: 1_000n, knownDays: 30 };
const now = new Date('2026-03-10T12:00:00.000Z');
const good: RuleFacts = {
  amount: 100n,
  appliedAt: new Date('2026-03-10T11:00:00.000Z'),
  now,
  isProposed: false,
  hadItsTurn: false,
  hasWay: false,
  isHeld: false,
  owes: false,
  isInDoubt: false,
  precedent: 7n,
  ofCustomer: 150n,
  ofAll: 900n,
};

describe('the rule', () => {
  it('agrees at every bound', () => {
    expect(judgeRule(bounds, good)).toBeNull();
  });

  it.each<[RuleNo, Partial<RuleFacts>]>([
    ['LATE', { appliedAt: new Date('2026-03-10T10:59:59.999Z') }],
    ['PROPOSED', { isProposed: true }],
    ['HAD_ITS_TURN', { hadItsTurn: true }],
    ['OFFLINE', { hasWay: true }],
    ['HELD', { isHeld: true }],
    ['OWES', { owes: true }],
    ['IN_DOUBT', { isInDoubt: true }],
    ['UNKNOWN_DESTINATION', { precedent: null }],
    ['PAYMENT', { amount: 101n, ofCustomer: 0n, ofAll: 0n }],
    ['CUSTOMER_DAY', { ofCustomer: 151n }],
    ['DAY', { ofAll: 901n }],
  ])('says %s one step beyond', (no, beyond) => {
    expect(judgeRule(bounds, { ...good, ...beyond })).toBe(no);
  });

  it('never lets a day above its bounds, however payments come', () => {
    const payments = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.bigInt({ min: 1n, max: 120n })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(payments, (all) => {
        const ofCustomer = [0n, 0n, 0n, 0n];
        for (const [customer, amount] of all) {
          const [mine = 0n, ofAll] = [ofCustomer[customer], ofCustomer.reduce((sum, one) => sum + one, 0n)];
          if (judgeRule(bounds, { ...good, amount, ofCustomer: mine, ofAll }) === null)
            ofCustomer[customer] = mine + amount;
        }
        expect(ofCustomer.every((sum) => sum <= bounds.perCustomerDay)).toBe(true);
        expect(ofCustomer.reduce((sum, one) => sum + one, 0n)).toBeLessThanOrEqual(bounds.perDay);
      }),
    );
  });

  it('tells once that the day is nearly full', () => {
    expect(isNearlyFull(bounds, 0n, 799n)).toBe(false);
    expect(isNearlyFull(bounds, 0n, 800n)).toBe(true);
    expect(isNearlyFull(bounds, 799n, 1n)).toBe(true);
    expect(isNearlyFull(bounds, 800n, 100n)).toBe(false);
  });
});

describe('its bounds', () => {
  const limits = { min: 10n, max: 500n, perDay: 1_000n };
  const flaw = (wish: Partial<Bounds>) => flawOfBounds({ ...bounds, ...wish }, limits);

  it('grow from a payment to a customer to all, and keep below what people approve', () => {
    expect(flaw({})).toBeNull();
    expect(flaw({ perPayment: 250n })).toBeNull();
    expect(flaw({ perPayment: 9n })).toContain('smallest withdrawal');
    expect(flaw({ perPayment: 501n, perCustomerDay: 600n })).toContain('largest withdrawal');
    expect(flaw({ perPayment: 251n })).toContain('smaller than one payment');
    expect(flaw({ perCustomerDay: 1_001n })).toContain("smaller than one customer's");
    expect(flaw({ perDay: 1_001n })).toContain('one customer may take');
    expect(flaw({ knownDays: 0 })).toContain('1 to 365');
    expect(flaw({ knownDays: 366 })).toContain('1 to 365');
  });

  it('are kept as amounts in full scale', () => {
    const stored = { perPayment: '0.01000000', perCustomerDay: '0.02000000', perDay: '1.00000000', knownDays: 30 };
    expect(boundsOf(stored, 'BTC')).toEqual({
      perPayment: 1_000_000n,
      perCustomerDay: 2_000_000n,
      perDay: 100_000_000n,
      knownDays: 30,
    });
  });
});
