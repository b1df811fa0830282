import { type ApprovalRequest, type ApprovedBy, approvalText } from './approval-request.ts';

/** What the signer read from a transaction's bytes, its own journal and its own policy. Amounts in atomic units. */
export interface ParsedPayment {
  /** Derived from the output that leaves. */
  address: string;
  destination: string;
  coin: string;
  amount: string;
  /** Network fee of this draft. */
  fee: string;
  /** What returns to the house; `0` without change. */
  change: string;
  /** What this signer has paid to the address before; null when nothing. */
  earlier: { since: string; count: number; total: string } | null;
  /** Left of the limits after all that was signed today. */
  leftToday: string;
  perPayment: string;
}

const decimals: Record<string, number> = { BTC: 8, USDT: 6, ETH: 18 };

/** `0.00100000 BTC` */
export function coinAmount(atomic: string, coin: string): string {
  const places = decimals[coin] ?? 0;
  const digits = atomic.padStart(places + 1, '0');
  return `${digits.slice(0, digits.length - places)}.${digits.slice(digits.length - places)} ${coin}`;
}

/** In groups of four, which people compare without losing their place. */
export function inGroups(address: string): string {
  return address.match(/.{1,4}/g)?.join(' ') ?? '';
}

/**
 * The text that a person is shown and signs: first the lines that the signer writes anew when it signs the payment, then what holds
 * for this draft at this time. A fee bump or other inputs under the cap change only the second part, and need no new approval.
 */
export function reviewText(approvalRequest: ApprovalRequest, by: ApprovedBy, parsed: ParsedPayment): string {
  const feeCoin = approvalRequest.network === 'BITCOIN' ? 'BTC' : 'ETH';
  const { coin, earlier } = parsed;
  return `${approvalText(approvalRequest, by)}${[
    `address ${inGroups(parsed.address)}`,
    `pays ${coinAmount(parsed.amount, coin)}`,
    `network fee of this draft ${coinAmount(parsed.fee, feeCoin)}, at most ${coinAmount(approvalRequest.feeCap, feeCoin)}`,
    parsed.change === '0' ? 'change none' : `change ${coinAmount(parsed.change, coin)}, ours`,
    earlier === null
      ? 'earlier payments of this signer to this address: none'
      : `earlier payments of this signer to this address: ${earlier.count} since ${earlier.since}, ${coinAmount(earlier.total, coin)}`,
    `left of today ${coinAmount(parsed.leftToday, coin)}, of one payment ${coinAmount(parsed.perPayment, coin)}`,
    '',
  ].join('\n')}`;
}

/** Whether a text is a review of exactly this payment by this person. */
export function isReviewOf(text: string, approvalRequest: ApprovalRequest, by: ApprovedBy): boolean {
  return text.startsWith(approvalText(approvalRequest, by));
}
