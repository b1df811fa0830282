/** Proves the transitions of a withdrawal against a second table, its status at the API, the postings of each end, and its security holds. */
import { coinOfAccount, houseAccount } from '@lode/ledger';
import { describe, expect, it } from 'vitest';
import { type SecurityHoldFacts, securityHoldOf } from '../request/security-hold.ts';
import { type Display, phasesShownAs, type Status, specStatusOf } from '../request/spec-status.ts';
import { walletOf } from './coins.ts';
import { isFinished, type Phase, phases } from './phase.ts';
import { endTransfer, submissionTransfer } from './postings.ts';
import { events, transitionOf } from './transitions.ts';

/** Written a second time, by hand: from, event, to, line of the timeline. */
const table: Partial<Record<Phase, Record<string, [to: Phase, step: string | null]>>> = {
  AWAITING_APPROVAL: {
    approve: ['APPROVED', 'APPROVED'],
    offset: ['OFFSET', 'APPROVED'],
    reject: ['REJECTED', 'REJECTED'],
    cancel: ['CANCELLED', 'CANCELLED'],
  },
  APPROVED: { startScreening: ['SCREENING', null], fail: ['FAILED', 'FAILED'] },
  SCREENING: { passScreening: ['SIGNING', 'KYT'], fail: ['FAILED', 'FAILED'] },
  SIGNING: {
    sign: ['BROADCAST', 'SIGNED'],
    returnToManualReview: ['AWAITING_APPROVAL', null],
    fail: ['FAILED', 'FAILED'],
  },
  BROADCAST: { confirm: ['PAID', 'CONFIRMED'], fail: ['FAILED', 'FAILED'] },
};

describe('the transitions of a withdrawal', () => {
  it.each(phases.flatMap((phase) => events.map((event) => [phase, event] as const)))('%s, %s', (phase, event) => {
    const transition = transitionOf(phase, event);
    expect(transition && [transition.to, transition.step]).toEqual(table[phase]?.[event] ?? null);
  });

  it('end in a phase without events', () => {
    for (const phase of phases)
      expect(isFinished(phase)).toBe(events.every((event) => transitionOf(phase, event) === null));
  });
});

describe('the status at the API', () => {
  it.each<[Phase, string, string | null, string]>([
    ['AWAITING_APPROVAL', 'WAITING', null, 'PROCESSING'],
    ['APPROVED', 'SUCCESS', 'WAITING', 'PROCESSING'],
    ['SCREENING', 'SUCCESS', 'KYT_VERIFICATION', 'PROCESSING'],
    ['SIGNING', 'SUCCESS', 'APPROVAL_TO_BE_SIGNED', 'PROCESSING'],
    ['BROADCAST', 'SUCCESS', 'IN_PAYMENT', 'PROCESSING'],
    ['PAID', 'SUCCESS', 'SUCCESS', 'SUCCESS'],
    ['FAILED', 'SUCCESS', 'FAILED', 'FAILED'],
    ['REJECTED', 'REJECTED', null, 'FAILED'],
    ['CANCELLED', 'CANCELLED', null, 'FAILED'],
    ['OFFSET', 'SUCCESS', null, 'SUCCESS'],
  ])('of %s is %s, %s, shown as %s', (phase, status, thirdStatus, display) => {
    expect(specStatusOf(phase)).toEqual({ status, thirdStatus, display });
    expect(phasesShownAs({ status: status as Status, display: display as Display })).toContain(phase);
  });
});

describe('postings', () => {
  const now = new Date('2026-03-10T17:00:00.000Z');
  const btc = { customerId: 10001n, destinationId: null, coin: 'BTC', amount: 1_000_000n, fee: 20_000n } as const;
  const pending = houseAccount('WITHDRAWAL_PENDING', 'BTC');

  it('take the gross amount out of the wallet, on the business day', () => {
    expect(submissionTransfer(btc, 'k', now)).toMatchObject({
      businessDate: '2026-03-11',
      postings: [{ from: walletOf(10001n, 'BTC'), to: pending, type: 'WITHDRAW', amount: 1_000_000n }],
    });
    expect(coinOfAccount(walletOf(10001n, 'USDT'))).toBe('USDT');
  });

  it('give all of it back, or pay what the address gets and keep the fee', () => {
    const postings = (end: Parameters<typeof endTransfer>[1]) =>
      endTransfer(7n, end, btc, now).postings.map(({ to, type, amount }) => [to, type, amount]);
    const wallet = walletOf(10001n, 'BTC');
    expect(postings('returned')).toEqual([[wallet, 'WITHDRAW_RETURN', 1_000_000n]]);
    expect(postings('offset')).toEqual([[wallet, 'WITHDRAW_OFFSET', 1_000_000n]]);
    expect(postings('paid')).toEqual([
      [houseAccount('CUSTODY', 'BTC'), 'WITHDRAWAL_PAID', 980_000n],
      [houseAccount('WITHDRAWAL_FEE_REVENUE', 'BTC'), 'WITHDRAWAL_FEE', 20_000n],
    ]);
    expect(endTransfer(7n, 'paid', { ...btc, fee: 0n }, now).postings).toHaveLength(1);
  });

  it('have one key for every end, and differ by it', () => {
    const ends = (['returned', 'offset', 'paid'] as const).map((end) => endTransfer(7n, end, btc, now));
    expect(new Set(ends.map(({ key }) => key)).size).toBe(1);
    expect(new Set(ends.map(({ input }) => (input as { end: string }).end)).size).toBe(3);
  });
});

describe('a hold', () => {
  const now = new Date('2026-03-10T12:00:00.000Z');
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const free: SecurityHoldFacts = {
    isFrozen: false,
    passwordChangedAt: null,
    contactHeldUntil: null,
    secondFactorHeldUntil: null,
    deviceSince: ago(1),
    isFirstDevice: true,
  };
  const holdOf = (facts: Partial<SecurityHoldFacts>, addressSince?: Date | null) => {
    const hold = securityHoldOf({ ...free, ...facts }, { hours: 24, now, addressSince });
    return hold && [hold.reason, hold.until === null ? null : (hold.until.getTime() - now.getTime()) / 3_600_000];
  };

  it('is none for the first device and a known address', () => {
    expect(holdOf({})).toBeNull();
    expect(holdOf({}, ago(24))).toBeNull();
    expect(holdOf({ isFirstDevice: false, deviceSince: ago(24), passwordChangedAt: ago(24) }, ago(25))).toBeNull();
  });

  it('tells the first reason of the order, and the latest end', () => {
    expect(holdOf({ passwordChangedAt: ago(20) }, ago(3))).toEqual(['PASSWORD_CHANGED', 21]);
    expect(holdOf({ isFirstDevice: false, deviceSince: ago(2) }, ago(23))).toEqual(['NEW_DEVICE', 22]);
    expect(holdOf({ isFirstDevice: false, deviceSince: null })).toEqual(['NEW_DEVICE', 24]);
    expect(holdOf({}, null)).toEqual(['NEW_ADDRESS', 24]);
    expect(holdOf({ isFrozen: true, passwordChangedAt: ago(1) }, null)).toEqual(['FROZEN', null]);
    expect(holdOf({ passwordChangedAt: ago(23.5) }, ago(30))).toEqual(['PASSWORD_CHANGED', 0.5]);
    expect(holdOf({ contactHeldUntil: ago(-60) }, null)).toEqual(['PASSWORD_CHANGED', 60]);
    expect(holdOf({ contactHeldUntil: ago(0) })).toBeNull();
    expect(holdOf({ secondFactorHeldUntil: ago(-60), isFirstDevice: false })).toEqual(['SECOND_FACTOR_REMOVED', 60]);
    expect(holdOf({ passwordChangedAt: ago(20), secondFactorHeldUntil: ago(-60) })).toEqual(['PASSWORD_CHANGED', 60]);
    expect(holdOf({ secondFactorHeldUntil: ago(0) })).toBeNull();
  });

  it('is none of no length, but for a freeze', () => {
    const nothing = { hours: 0, now, addressSince: null };
    expect(securityHoldOf({ ...free, isFirstDevice: false, passwordChangedAt: now }, nothing)).toBeNull();
    expect(securityHoldOf({ ...free, isFrozen: true }, nothing)).not.toBeNull();
    expect(securityHoldOf({ ...free, contactHeldUntil: ago(-1) }, nothing)).not.toBeNull();
  });
});
