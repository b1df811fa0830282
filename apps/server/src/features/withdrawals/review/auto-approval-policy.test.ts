/** Each denial reason alone denies, exactly at its bound; invalid policies are refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AutoApprovalPolicy,
  type DenialReason,
  denialReasonOf,
  isNearlyFull,
  type PolicyFacts,
  parsePolicy,
  validatePolicy,
} from './auto-approval-policy.ts';

const bounds: AutoApprovalPolicy = { perPayment: 100n, perCustomerDay: 250n, perDay: 1_000n, knownDays: 30 };
const now = new Date('2026-03-10T12:00:00.000Z');
const good: PolicyFacts = {
  amount: 100n,
  appliedAt: new Date('2026-03-10T11:00:00.000Z'),
  now,
  isProposed: false,
  wasAutoApproved: false,
  hasSigningChannel: false,
  isHeld: false,
  owes: false,
  hasOpenAlert: false,
  precedent: 7n,
  customerTotal: 150n,
  dayTotal: 900n,
};

describe('the auto-approval policy', () => {
  it('approves at every bound', () => {
    expect(denialReasonOf(bounds, good)).toBeNull();
  });

  it.each<[DenialReason, Partial<PolicyFacts>]>([
    ['LATE', { appliedAt: new Date('2026-03-10T10:59:59.999Z') }],
    ['PROPOSED', { isProposed: true }],
    ['WAS_AUTO_APPROVED', { wasAutoApproved: true }],
    ['OFFLINE', { hasSigningChannel: true }],
    ['HELD', { isHeld: true }],
    ['OWES', { owes: true }],
    ['OPEN_ALERT', { hasOpenAlert: true }],
    ['UNKNOWN_DESTINATION', { precedent: null }],
    ['PAYMENT', { amount: 101n, customerTotal: 0n, dayTotal: 0n }],
    ['CUSTOMER_DAY', { customerTotal: 151n }],
    ['DAY', { dayTotal: 901n }],
  ])('denies with %s one step beyond', (no, beyond) => {
    expect(denialReasonOf(bounds, { ...good, ...beyond })).toBe(no);
  });

  it('never lets a day above its bounds, however payments come', () => {
    const payments = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.bigInt({ min: 1n, max: 120n })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(payments, (all) => {
        const customerTotal = [0n, 0n, 0n, 0n];
        for (const [customer, amount] of all) {
          const [mine = 0n, dayTotal] = [customerTotal[customer], customerTotal.reduce((sum, one) => sum + one, 0n)];
          if (denialReasonOf(bounds, { ...good, amount, customerTotal: mine, dayTotal }) === null)
            customerTotal[customer] = mine + amount;
        }
        expect(customerTotal.every((sum) => sum <= bounds.perCustomerDay)).toBe(true);
        expect(customerTotal.reduce((sum, one) => sum + one, 0n)).toBeLessThanOrEqual(bounds.perDay);
      }),
    );
  });

  it('reports once that the daily total is nearly used', () => {
    expect(isNearlyFull(bounds, 0n, 799n)).toBe(false);
    expect(isNearlyFull(bounds, 0n, 800n)).toBe(true);
    expect(isNearlyFull(bounds, 799n, 1n)).toBe(true);
    expect(isNearlyFull(bounds, 800n, 100n)).toBe(false);
  });
});

describe('its bounds', () => {
  const limits = { min: 10n, max: 500n, perDay: 1_000n };
  const flaw = (change: Partial<AutoApprovalPolicy>) => validatePolicy({ ...bounds, ...change }, limits)?.en ?? null;

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
    expect(parsePolicy(stored, 'BTC')).toEqual({
      perPayment: 1_000_000n,
      perCustomerDay: 2_000_000n,
      perDay: 100_000_000n,
      knownDays: 30,
    });
  });
});
