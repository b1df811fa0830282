import { type Static, Type } from '@sinclair/typebox';
import { PasskeyAssertion } from './passkey.ts';

const closed = { additionalProperties: false };

/** Coins that a network carries. */
export const networkCoins = { BITCOIN: ['BTC'], ERC20: ['USDT'] } as const;

/** Atomic units as a decimal text: satoshi, micro-USDT, wei. */
export const AtomicAmount = Type.String({ pattern: '^(0|[1-9][0-9]{0,38})$' });

/** The caller's id of a payment, never reused: `withdrawal:42`. */
export const PaymentId = Type.String({ pattern: '^[a-z][a-z-]{0,30}:[A-Za-z0-9-]{1,64}$' });

/** An approver's name; part of the signed text. */
export const PersonName = Type.String({ pattern: '^[a-z][a-z0-9.-]{0,39}$' });

/** UTC, to the millisecond. */
export const Timestamp = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
});

/** Of one journal: made at random when it began, and as its copies. */
export const SignerId = Type.String({ pattern: '^[0-9a-f]{16}$' });

/** One payment as approvers sign it; the signer compares the transaction with it. */
export const ApprovalRequest = Type.Object(
  {
    paymentId: PaymentId,
    /** The only signer that may sign it: another one would not hear that the payment has ended. Absent in approvals of before. */
    signer: Type.Optional(SignerId),
    network: Type.Union([Type.Literal('BITCOIN'), Type.Literal('ERC20')]),
    /** The chain's own name: `main`, `regtest`; for the EVM the chain id. An approval is valid on one chain only. */
    chain: Type.String({ pattern: '^[a-z0-9]{1,20}$' }),
    coin: Type.Union([Type.Literal('BTC'), Type.Literal('USDT')]),
    /** The key of the address: output script on Bitcoin, 20 bytes on the EVM, in lower-case hex. */
    destination: Type.String({ pattern: '^([0-9a-f]{2}){4,42}$' }),
    /** Amount that the receiver gets. */
    amount: AtomicAmount,
    /** Largest network fee, in the smallest unit of the chain's own coin (satoshi, wei). */
    feeCap: AtomicAmount,
  },
  closed,
);
export type ApprovalRequest = Static<typeof ApprovalRequest>;

/** FINANCE proposes, an APPROVER confirms: a payment needs one of each. */
export const ApproverRole = Type.Union([Type.Literal('FINANCE'), Type.Literal('APPROVER')]);
export type ApproverRole = Static<typeof ApproverRole>;

const by = { approver: PersonName, role: ApproverRole, approvedAt: Timestamp };

/** The text of a review: begins with `approvalText`, so what decides where money goes can be written anew and compared. */
export const ReviewText = Type.String({ maxLength: 4000, pattern: '^[\\x20-\\x7e\\n]+$' });

/** Given with the person's Ed25519 key. */
const KeyApproval = Type.Object(
  {
    ...by,
    /** Ed25519 over `text`, or over `approvalText` without one; in base64. */
    signature: Type.String({ pattern: '^[A-Za-z0-9+/]{86}==$' }),
    text: Type.Optional(ReviewText),
  },
  closed,
);
export type KeyApproval = Static<typeof KeyApproval>;

/** Given with a passkey on the signer's page: an assertion whose challenge is the SHA-256 of `text`. */
const PasskeyApproval = Type.Object({ ...by, text: ReviewText, passkey: PasskeyAssertion }, closed);
export type PasskeyApproval = Static<typeof PasskeyApproval>;

export const Approval = Type.Union([KeyApproval, PasskeyApproval]);
export type Approval = Static<typeof Approval>;
/** Who approves, as what, and when. */
export type ApprovedBy = Pick<Approval, 'approver' | 'role' | 'approvedAt'>;

/**
 * The text that an approver signs, or the beginning of it: one line per field, in this order. No field can hold a line break, so
 * no two payments share a text. It covers every field that decides where money goes.
 */
export function approvalText(approvalRequest: ApprovalRequest, by: ApprovedBy): string {
  const { paymentId, signer, network, chain, coin, destination, amount, feeCap } = approvalRequest;
  return [
    'Lode payment approval 1',
    `payment ${paymentId}`,
    ...(signer === undefined ? [] : [`by signer ${signer}`]),
    `network ${network} ${chain}`,
    `coin ${coin}`,
    `to ${destination}`,
    `amount ${amount}`,
    `network fee at most ${feeCap}`,
    `approved as ${by.role} by ${by.approver} at ${by.approvedAt}`,
    '',
  ].join('\n');
}
