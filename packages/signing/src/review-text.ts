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

const someAmount = String.raw`\d+\.\d+ [A-Z]+`;

/**
 * What a text that came through others says otherwise than `reviewText` would: null when its form is that, and address, amount and
 * the largest fee are those of the payment. Fee and change of the draft, earlier payments and limits are the signer's word.
 */
export function reviewFlaw(
  text: string,
  approvalRequest: ApprovalRequest,
  by: ApprovedBy,
  address: string,
): string | null {
  if (!isReviewOf(text, approvalRequest, by)) return 'another payment';
  const { amount, coin, feeCap, network } = approvalRequest;
  const atMost = coinAmount(feeCap, network === 'BITCOIN' ? 'BTC' : 'ETH').replace('.', String.raw`\.`);
  const expected: [what: string, line: RegExp][] = [
    [`another address than ${address}`, new RegExp(`^address ${inGroups(address)}$`)],
    ['another amount', new RegExp(`^pays ${coinAmount(amount, coin).replace('.', String.raw`\.`)}$`)],
    ['another largest fee', new RegExp(`^network fee of this draft ${someAmount}, at most ${atMost}$`)],
    ['another change', new RegExp(`^change (none|${someAmount}, ours)$`)],
    [
      'other earlier payments',
      new RegExp(`^earlier payments of this signer to this address: (none|\\d+ since [\\dT:.Z-]+, ${someAmount})$`),
    ],
    ['other limits', new RegExp(`^left of today ${someAmount}, of one payment ${someAmount}$`)],
  ];
  const lines = text.slice(approvalText(approvalRequest, by).length).split('\n');
  const wrong = expected.find(([, line], index) => !line.test(lines[index] ?? ''));
  if (wrong) return wrong[0];
  return lines.length === expected.length + 1 && lines.at(-1) === '' ? null : 'lines of another kind';
}

/** Whether a text is a review of exactly this payment by this person. */
export function isReviewOf(text: string, approvalRequest: ApprovalRequest, by: ApprovedBy): boolean {
  return text.startsWith(approvalText(approvalRequest, by));
}
