import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import {
  Approval,
  ApprovalRequest,
  ApproverRole,
  AtomicAmount,
  PaymentId,
  PersonName,
  ReviewText,
  SignerId,
  Timestamp,
} from './approval-request.ts';
import { lastGeneration } from './key-change.ts';
import { ChangeRequest, SignedChange } from './policy-change.ts';

const closed = { additionalProperties: false };

/** An unsigned transaction: a PSBT in base64, or an EIP-1559 transaction in hex. */
const Payload = Type.String({ minLength: 4, maxLength: 200_000, pattern: '^[A-Za-z0-9+/=]+$' });

/** `index` is the address number, which names the generation too: see `numbersPerGeneration`. */
const KeyPath = Type.Object(
  {
    branch: Type.Union([Type.Literal('customer'), Type.Literal('house')]),
    index: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
  },
  closed,
);
export type KeyPath = Static<typeof KeyPath>;

/** Approvals of two people, or the signer's own auto-approval policy. */
const Authorization = Type.Union([
  Type.Object({ kind: Type.Literal('APPROVALS'), approvals: Type.Array(Approval, { maxItems: 4 }) }, closed),
  Type.Object({ kind: Type.Literal('AUTO_APPROVAL_POLICY') }, closed),
]);

/** A payment to a destination outside the house. */
const PaymentRequest = Type.Object(
  {
    kind: Type.Literal('PAYMENT'),
    approvalRequest: ApprovalRequest,
    authorization: Authorization,
    payload: Payload,
    /** EVM only: the paying account. A PSBT carries its key paths. */
    from: Type.Optional(KeyPath),
  },
  closed,
);

/** The most payments of one transaction: it is bounded in bytes, and so is what one stuck transaction holds up. */
export const maxBatch = 100;

/** Payments of one Bitcoin transaction, each by the auto-approval policy: what people approved is paid alone. */
const BatchRequest = Type.Object(
  {
    kind: Type.Literal('BATCH'),
    payments: Type.Array(ApprovalRequest, { minItems: 2, maxItems: maxBatch }),
    payload: Payload,
  },
  closed,
);

/** A transaction between addresses of the house. It needs no approval: only its network fee can be lost. */
const InternalTransferRequest = Type.Object(
  {
    /**
     * Deposits to the hot wallet; gas from there to a deposit address; many outputs into one; what is too much into cold storage; from
     * earlier generations of the seed to the current one.
     */
    kind: Type.Union([
      Type.Literal('SWEEP'),
      Type.Literal('TOP_UP'),
      Type.Literal('CONSOLIDATE'),
      Type.Literal('COLD'),
      Type.Literal('ROTATE'),
    ]),
    id: PaymentId,
    network: Type.Union([Type.Literal('BITCOIN'), Type.Literal('ERC20')]),
    payload: Payload,
    from: Type.Optional(KeyPath),
    /** Key path of the receiving address of a top-up, a consolidation or a rotation. */
    to: Type.Optional(KeyPath),
    /** Number of the receiving cold address: the signer derives it from the descriptor in its own policy. */
    coldNumber: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  },
  closed,
);
export type InternalTransferRequest = Static<typeof InternalTransferRequest>;

export const SignRequest = Type.Union([PaymentRequest, BatchRequest, InternalTransferRequest]);
export type SignRequest = Static<typeof SignRequest>;
export type PaymentRequest = Static<typeof PaymentRequest>;
export type BatchRequest = Static<typeof BatchRequest>;

/** Why the signer refuses. Some refusals are permanent, others pass with the day or a lower fee; the caller decides which. */
export const refusalMessages = {
  MALFORMED: 'the request is malformed',
  NETWORK: 'this network or chain is not set up here',
  APPROVALS: 'valid approvals of a FINANCE and an APPROVER, two different people, are missing',
  EXPIRED: 'an approval has expired',
  AUTO_APPROVAL_POLICY: 'no auto-approval policy allows this payment',
  TRANSACTION: 'the transaction does not match the request',
  INPUTS: 'an input is not ours',
  DESTINATION: 'payments to this kind of destination are not allowed',
  GENERATION: 'the transaction pays an address of an earlier generation of the seed',
  FEE: 'the network fee is above its cap',
  PAYMENT_LIMIT: 'above the limit for one payment',
  DAY_LIMIT: 'above the limit for one day',
  SIGNED_DIFFERENTLY: 'this payment was signed with another input, nonce, receiver or amount',
  OUTPOINT_RESERVED: 'an input or the nonce is reserved by another payment',
  ABANDONED: 'this payment was abandoned or finalised and is never signed again',
} as const;
export type Refusal = keyof typeof refusalMessages;

/** Why a payment cannot be approved now: codes, because page and commands speak different languages. */
export const approvalHoldReasons = [
  'DESTINATION_REMOVED',
  'CUSTOMER_DISABLED',
  'FROZEN',
  'CONTACT_REPLACED',
  'SECOND_FACTOR_REMOVED',
  'PASSWORD_CHANGED',
] as const;

/** `until`: null when only a person ends it. */
const ApprovalHold = Type.Object(
  {
    reason: Type.Union(approvalHoldReasons.map((reason) => Type.Literal(reason))),
    until: Type.Union([Type.Null(), Timestamp]),
  },
  closed,
);
export type ApprovalHold = Static<typeof ApprovalHold>;

/** What the server says of a withdrawal; the signer shows it beside what it reads from the bytes. */
const ReviewClaims = Type.Object(
  {
    withdrawalId: Type.String({ pattern: '^[1-9][0-9]{0,18}$' }),
    /** The customer's account, masked; null for the operator's own coins. */
    customer: Type.Union([Type.Null(), Type.String({ maxLength: 80 })]),
    address: Type.String({ maxLength: 100 }),
    /** What the receiver gets, and the house's fee, in atomic units. */
    amount: AtomicAmount,
    fee: AtomicAmount,
    /** Since when the address is in the customer's book. */
    addressSince: Type.Union([Type.Null(), Timestamp]),
    /** What the customer was paid there before. */
    earlier: Type.Object({ count: Type.Integer({ minimum: 0 }), total: AtomicAmount }, closed),
    proposedBy: Type.Union([Type.Null(), Type.String({ maxLength: 64 })]),
    hold: Type.Union([Type.Null(), ApprovalHold]),
  },
  closed,
);

/** Asks the signer to show a payment to its approvers. `draft`: unsigned, from nothing reserved; or why there is none. */
const ReviewRequest = Type.Object(
  {
    approvalRequest: ApprovalRequest,
    draft: Type.Union([
      Type.Object({ payload: Payload, from: Type.Optional(KeyPath) }, closed),
      Type.Object({ unavailable: Type.String({ maxLength: 300 }) }, closed),
    ]),
    claims: ReviewClaims,
  },
  closed,
);
export type ReviewRequest = Static<typeof ReviewRequest>;

const ApprovalsRequest = Type.Object({ ids: Type.Array(PaymentId, { maxItems: 200 }) }, closed);

const ApprovalsResponse = Type.Object(
  {
    /** Of the payments that were asked for: those that are shown to approvers. */
    shown: Type.Array(PaymentId),
    /** Given on the signer's page within the last hour, oldest first. */
    approvals: Type.Array(Type.Object({ approvalRequest: ApprovalRequest, approval: Approval }, closed)),
  },
  closed,
);
export type ApprovalsResponse = Static<typeof ApprovalsResponse>;

const ReviewTextRequest = Type.Object({ id: PaymentId, approver: PersonName, role: ApproverRole }, closed);

/** The text that a person would sign of a payment that is shown; `obstacle`: why they cannot. */
const ReviewTextResponse = Type.Object(
  {
    review: Type.Union([
      Type.Null(),
      Type.Object(
        {
          approvalRequest: ApprovalRequest,
          by: Type.Object({ approver: PersonName, role: ApproverRole, approvedAt: Timestamp }, closed),
          text: ReviewText,
        },
        closed,
      ),
    ]),
    obstacle: Type.Union([Type.Null(), Type.String({ maxLength: 40 })]),
  },
  closed,
);
export type ReviewTextResponse = Static<typeof ReviewTextResponse>;
/** What a person signs on a machine of their own. */
export type SignableReview = NonNullable<ReviewTextResponse['review']>;

const SignedApproval = Type.Object({ approvalRequest: ApprovalRequest, approval: Approval }, closed);
export type SignedApproval = Static<typeof SignedApproval>;

/** Ends a payment: if unsigned, it is never signed afterwards. Without what a person approved the signer ends only so many a day. */
const FinaliseRequest = Type.Object(
  {
    id: PaymentId,
    approved: Type.Optional(
      Type.Object({ approvalRequest: ApprovalRequest, approvals: Type.Array(Approval, { maxItems: 4 }) }, closed),
    ),
  },
  closed,
);
export type ApprovedPayment = NonNullable<Static<typeof FinaliseRequest>['approved']>;

/** Every signed transaction of a payment with the payload it was requested with, oldest first; of a batch with all its payments. */
const SignedTransactions = Type.Array(
  Type.Object(
    {
      payload: Payload,
      signed: Type.String({ minLength: 4, maxLength: 400_000 }),
      batch: Type.Optional(Type.Array(PaymentId, { minItems: 2, maxItems: maxBatch })),
    },
    closed,
  ),
  { maxItems: 20 },
);

const FinaliseResponse = Type.Object(
  {
    /** Journal line that abandoned or finalised the payment; null if it is signed: then nothing changed. */
    finalisedLine: Type.Union([Type.Null(), Type.Integer({ minimum: 1 })]),
    /** Signatures remain valid after an abandon: the bytes can still be broadcast. */
    signed: SignedTransactions,
  },
  closed,
);
export type FinaliseResponse = Static<typeof FinaliseResponse>;

const SignResponse = Type.Union([
  Type.Object(
    {
      /** Input of `ChainAdapter.finish`. */
      signed: Type.String({ minLength: 4, maxLength: 400_000 }),
      /** Journal line number. */
      line: Type.Integer({ minimum: 1 }),
    },
    closed,
  ),
  Type.Object(
    {
      refused: Type.Union(Object.keys(refusalMessages).map((code) => Type.Literal(code as Refusal))),
      detail: Type.String({ maxLength: 500 }),
      /** The payments of a batch that are refused; absent where the transaction is. With them nothing was signed of this batch. */
      of: Type.Optional(Type.Array(PaymentId, { minItems: 1, maxItems: maxBatch })),
    },
    closed,
  ),
]);
export type SignResponse = Static<typeof SignResponse>;

/** Public keys to derive addresses from, the signer's chains and its approvers. */
const SignerInfo = Type.Object(
  {
    /** What approvals name. */
    id: Type.Optional(SignerId),
    bitcoin: Type.Union([
      Type.Null(),
      Type.Object({ chain: Type.String(), extendedPublicKey: Type.String(), fingerprint: Type.Integer() }, closed),
    ]),
    erc20: Type.Union([
      Type.Null(),
      Type.Object({ chain: Type.String(), extendedPublicKey: Type.String(), usdtContract: Type.String() }, closed),
    ]),
    approvers: Type.Array(Type.Object({ name: Type.String(), role: Type.String(), publicKey: Type.String() }, closed)),
    isAutoApprovalEnabled: Type.Boolean(),
    /** The most payments that it signs in one transaction; absent where it signs each alone. */
    batch: Type.Optional(Type.Integer({ minimum: 2, maximum: 1_000 })),
    /** A software key approves nothing. */
    passkeysOnly: Type.Optional(Type.Boolean()),
    /** The current generation of the seed, as the journal says; 0 where it is absent. */
    generation: Type.Optional(Type.Integer({ minimum: 0, maximum: lastGeneration })),
    /** Generations after the first, also one that waits for signatures: its keys on the chains of the policy, and those that approvers signed. */
    later: Type.Optional(
      Type.Array(
        Type.Object(
          {
            bitcoin: Type.Union([
              Type.Null(),
              Type.Object({ extendedPublicKey: Type.String(), fingerprint: Type.Integer() }, closed),
            ]),
            erc20: Type.Union([Type.Null(), Type.Object({ extendedPublicKey: Type.String() }, closed)]),
            publicKeys: Type.Array(Type.String()),
          },
          closed,
        ),
        { maxItems: lastGeneration },
      ),
    ),
  },
  closed,
);
export type SignerInfo = Static<typeof SignerInfo>;

/** A request or response that violates its schema. */
export class InvalidMessage extends Error {
  override readonly name: string = 'InvalidMessage';
}

/** A response to another request than the one that waits. */
export class ForeignResponse extends InvalidMessage {
  override readonly name = 'ForeignResponse';
}

function reader<Schema extends TSchema>(what: string, schema: Schema): (text: string) => Static<Schema> {
  // Compiled lazily: most clients never sign.
  let checker: TypeCheck<Schema> | null = null;
  return (text) => {
    checker ??= TypeCompiler.Compile(schema);
    const value: unknown = parse(what, text);
    if (checker.Check(value)) return value;
    throw new InvalidMessage(`${what}: invalid value at ${checker.Errors(value).First()?.path || 'the root'}`);
  };
}

function parse(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidMessage(`${what}: not JSON`);
  }
}

export const readSignRequest = reader('sign request', SignRequest);
export const readFinaliseRequest = reader('finalise request', FinaliseRequest);
export const readFinaliseResponse = reader('finalise response', FinaliseResponse);
export const readReviewRequest = reader('review request', ReviewRequest);
export const readApprovalsRequest = reader('approvals request', ApprovalsRequest);
export const readApprovalsResponse = reader('approvals response', ApprovalsResponse);
export const readReviewTextRequest = reader('review text request', ReviewTextRequest);
export const readReviewTextResponse = reader('review text response', ReviewTextResponse);
export const readChangeRequest = reader('policy change', ChangeRequest);
export const readSignedChange = reader('signature of a policy change', SignedChange);
export const readSignedApproval = reader('approval', SignedApproval);
export const readSignResponse = reader('sign response', SignResponse);
export const readSignerInfo = reader('signer info', SignerInfo);
export const readApprovals = reader('approvals', Type.Array(Approval, { maxItems: 4 }));
