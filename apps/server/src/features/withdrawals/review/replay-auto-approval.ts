import type { AutoApprovalPolicy } from './auto-approval-policy.ts';

/** A past withdrawal, as far as a policy judges it from the books. */
export interface PastWithdrawal {
  customerId: bigint;
  /** Business day of its request. */
  date: string;
  amount: bigint;
  /** Whether people had approved a payment to its address, final for the policy's days when it was asked for. */
  isKnown: boolean;
}

export const replayDenials = ['UNKNOWN_DESTINATION', 'PAYMENT', 'CUSTOMER_DAY', 'DAY'] as const;
export type ReplayDenial = (typeof replayDenials)[number];

/**
 * The newest whole days of no more than `most` requests, which are in order and hold one more where there are others: a policy bounds a
 * day, so a day that is cut is left out. One day of more is cut all the same.
 */
export function newestDays<Past extends PastWithdrawal>(
  past: readonly Past[],
  most: number,
): { replayed: readonly Past[]; isWhole: boolean } {
  if (past.length <= most) return { replayed: past, isWhole: true };
  const newest = past.slice(-most);
  const cutDay = past.at(-most - 1)?.date;
  const whole = newest.filter(({ date }) => date !== cutDay);
  return { replayed: whole.length > 0 ? whole : newest, isWhole: false };
}

/**
 * What a policy would have approved of past withdrawals, in the order of their requests. The sums of a day are those of what it would have
 * approved itself. What held a customer at that moment is not kept: it may have approved others, and never more than a day's bounds.
 */
export function replayPolicy<Past extends PastWithdrawal>(
  { perPayment, perCustomerDay, perDay }: AutoApprovalPolicy,
  past: readonly Past[],
): { approved: Past[]; denied: Record<ReplayDenial, number>; days: ReadonlyMap<string, bigint> } {
  const approved: Past[] = [];
  const denied: Record<ReplayDenial, number> = { UNKNOWN_DESTINATION: 0, PAYMENT: 0, CUSTOMER_DAY: 0, DAY: 0 };
  const ofDay = new Map<string, bigint>();
  const ofCustomerDay = new Map<string, bigint>();
  for (const withdrawal of past) {
    const { customerId, date, amount, isKnown } = withdrawal;
    const customerDay = `${customerId} ${date}`;
    const [customerTotal, dayTotal] = [ofCustomerDay.get(customerDay) ?? 0n, ofDay.get(date) ?? 0n];
    const reason: ReplayDenial | null = !isKnown
      ? 'UNKNOWN_DESTINATION'
      : amount > perPayment
        ? 'PAYMENT'
        : customerTotal + amount > perCustomerDay
          ? 'CUSTOMER_DAY'
          : dayTotal + amount > perDay
            ? 'DAY'
            : null;
    if (reason !== null) {
      denied[reason]++;
      continue;
    }
    approved.push(withdrawal);
    ofCustomerDay.set(customerDay, customerTotal + amount);
    ofDay.set(date, dayTotal + amount);
  }
  return { approved, denied, days: ofDay };
}
