import { parseAmount } from '@lode/money';
import type { WithdrawCoin } from '../domain/coins.ts';

export type RuleKey = `withdraw.rule.${WithdrawCoin}`;

/** The rule as it is kept: amounts in full scale, gross. */
export interface StoredBounds {
  perPayment: string;
  /** Of one customer on a business day, and of all together. */
  perCustomerDay: string;
  perDay: string;
  /** A destination is known by a payment that people agreed to, so long final. */
  knownDays: number;
}

/** The same in minor units. */
export interface Bounds {
  perPayment: bigint;
  perCustomerDay: bigint;
  perDay: bigint;
  knownDays: number;
}

export function boundsOf(stored: StoredBounds, coin: WithdrawCoin): Bounds {
  const inUnits = (text: string) => parseAmount(text, coin);
  return {
    perPayment: inUnits(stored.perPayment),
    perCustomerDay: inUnits(stored.perCustomerDay),
    perDay: inUnits(stored.perDay),
    knownDays: stored.knownDays,
  };
}

/** What the operator may not set, in words; null when nothing is wrong. `terms` are the product's own limits. */
export function flawOfBounds(
  { perPayment, perCustomerDay, perDay, knownDays }: Bounds,
  terms: { min: bigint; max: bigint; perDay: bigint },
): string | null {
  if (knownDays < 1 || knownDays > 365) return 'a destination is known after 1 to 365 days';
  if (perPayment < terms.min) return 'the smallest withdrawal is larger than that';
  if (perPayment > terms.max) return 'above the largest withdrawal';
  if (perCustomerDay < perPayment) return "a customer's day is smaller than one payment";
  if (perDay < perCustomerDay) return "the day of all is smaller than one customer's";
  // Without people nobody and all together get no more in a day than one customer gets with them.
  if (perDay > terms.perDay) return 'the day of all by rule is above what one customer may take in a day';
  return null;
}

/** A withdrawal as the rule sees it, read under the locks. */
export interface RuleFacts {
  amount: bigint;
  appliedAt: Date;
  now: Date;
  /** Anybody of the staff has proposed it. */
  isProposed: boolean;
  /** The rule had its turn: it agreed once, and the signer said no. */
  hadItsTurn: boolean;
  /** A way of signing is taken: it shall be signed by file. */
  hasWay: boolean;
  /** Disabled, frozen, a changed password, a new device, a new address. */
  isHeld: boolean;
  owes: boolean;
  /** The chain has told two stories about this customer's deposits, or about the network. */
  isInDoubt: boolean;
  /** The payment that made the destination known long enough ago; null without one. */
  precedent: bigint | null;
  /** What the rule has agreed to today, for this customer and for all. */
  ofCustomer: bigint;
  ofAll: bigint;
}

export const ruleNos = [
  'LATE',
  'PROPOSED',
  'HAD_ITS_TURN',
  'OFFLINE',
  'HELD',
  'OWES',
  'IN_DOUBT',
  'UNKNOWN_DESTINATION',
  'PAYMENT',
  'CUSTOMER_DAY',
  'DAY',
] as const;
export type RuleNo = (typeof ruleNos)[number];

/** What was left alone for longer than this people may have looked at, and left waiting on purpose. */
const freshMs = 3_600_000;

/** Why the rule does not agree, or null: the first of the reasons in their order. */
export function judgeRule(bounds: Bounds, facts: RuleFacts): RuleNo | null {
  const { amount, ofCustomer, ofAll } = facts;
  const no: Record<RuleNo, boolean> = {
    LATE: facts.now.getTime() - facts.appliedAt.getTime() > freshMs,
    PROPOSED: facts.isProposed,
    HAD_ITS_TURN: facts.hadItsTurn,
    OFFLINE: facts.hasWay,
    HELD: facts.isHeld,
    OWES: facts.owes,
    IN_DOUBT: facts.isInDoubt,
    UNKNOWN_DESTINATION: facts.precedent === null,
    PAYMENT: amount > bounds.perPayment,
    CUSTOMER_DAY: ofCustomer + amount > bounds.perCustomerDay,
    DAY: ofAll + amount > bounds.perDay,
  };
  return ruleNos.find((name) => no[name]) ?? null;
}

/** Whether this payment brings the day of all above four fifths of its bound. */
export function isNearlyFull({ perDay }: Bounds, before: bigint, amount: bigint): boolean {
  return before * 5n < perDay * 4n && (before + amount) * 5n >= perDay * 4n;
}
