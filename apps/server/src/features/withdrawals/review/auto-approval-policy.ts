import { parseAmount } from '@lode/money';
import { knownDaysRange } from '../../../platform/auto-approval-days.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import type { WithdrawCoin } from '../domain/coins.ts';
import * as say from './sentences.zh.ts';

export type PolicyKey = `withdraw.rule.${WithdrawCoin}`;

/** The policy as the settings hold it: amounts in full scale, gross. */
export interface StoredPolicy {
  perPayment: string;
  /** Of one customer on a business day, and of all together. */
  perCustomerDay: string;
  perDay: string;
  /** Days since a payment that two people approved to the same address became final. */
  knownDays: number;
}

/** The same in minor units. */
export interface AutoApprovalPolicy {
  perPayment: bigint;
  perCustomerDay: bigint;
  perDay: bigint;
  knownDays: number;
}

export function parsePolicy(stored: StoredPolicy, coin: WithdrawCoin): AutoApprovalPolicy {
  const inUnits = (text: string) => parseAmount(text, coin);
  return {
    perPayment: inUnits(stored.perPayment),
    perCustomerDay: inUnits(stored.perCustomerDay),
    perDay: inUnits(stored.perDay),
    knownDays: stored.knownDays,
  };
}

/** Why the operator may not set this policy; null when it is valid. `limits` are the product's own. */
export function validatePolicy(
  { perPayment, perCustomerDay, perDay, knownDays }: AutoApprovalPolicy,
  limits: { min: bigint; max: bigint; perDay: bigint },
): Sentence | null {
  const { min, max } = knownDaysRange;
  if (knownDays < min || knownDays > max) return say.knownAfter(min, max);
  if (perPayment < limits.min) return say.belowSmallest;
  if (perPayment > limits.max) return say.aboveLargest;
  if (perCustomerDay < perPayment) return say.customerDayTooSmall;
  if (perDay < perCustomerDay) return say.dayTooSmall;
  // Without people all customers together get no more in a day than one customer gets with them.
  if (perDay > limits.perDay) return say.dayTooLarge;
  return null;
}

/** What the policy is checked against, read under the locks. */
export interface PolicyFacts {
  amount: bigint;
  appliedAt: Date;
  now: Date;
  isProposed: boolean;
  /** It was auto-approved once, and the signer denied it. */
  wasAutoApproved: boolean;
  /** A signing channel is taken: it is signed by file. */
  hasSigningChannel: boolean;
  /** Disabled, frozen, a changed password, a new device, a new address. */
  isHeld: boolean;
  owes: boolean;
  /** A reorganisation of this customer's deposits, or of the network, is unresolved. */
  hasOpenAlert: boolean;
  /** The payment that made the destination known long enough ago; null without one. */
  precedent: bigint | null;
  /** Auto-approved today, of this customer and of all. */
  customerTotal: bigint;
  dayTotal: bigint;
}

export const denialReasons = [
  'LATE',
  'PROPOSED',
  'WAS_AUTO_APPROVED',
  'OFFLINE',
  'HELD',
  'OWES',
  'OPEN_ALERT',
  'UNKNOWN_DESTINATION',
  'PAYMENT',
  'CUSTOMER_DAY',
  'DAY',
] as const;
export type DenialReason = (typeof denialReasons)[number];

/** After an hour staff may have seen it and left it waiting on purpose. */
const freshMs = 3_600_000;

/** The first reason of the list that denies auto-approval, or null. */
export function denialReasonOf(policy: AutoApprovalPolicy, facts: PolicyFacts): DenialReason | null {
  const { amount, customerTotal, dayTotal } = facts;
  const isDenied: Record<DenialReason, boolean> = {
    LATE: facts.now.getTime() - facts.appliedAt.getTime() > freshMs,
    PROPOSED: facts.isProposed,
    WAS_AUTO_APPROVED: facts.wasAutoApproved,
    OFFLINE: facts.hasSigningChannel,
    HELD: facts.isHeld,
    OWES: facts.owes,
    OPEN_ALERT: facts.hasOpenAlert,
    UNKNOWN_DESTINATION: facts.precedent === null,
    PAYMENT: amount > policy.perPayment,
    CUSTOMER_DAY: customerTotal + amount > policy.perCustomerDay,
    DAY: dayTotal + amount > policy.perDay,
  };
  return denialReasons.find((reason) => isDenied[reason]) ?? null;
}

/** Whether this payment brings the day's total above four fifths of its limit. */
export function isNearlyFull({ perDay }: AutoApprovalPolicy, before: bigint, amount: bigint): boolean {
  return before * 5n < perDay * 4n && (before + amount) * 5n >= perDay * 4n;
}
