import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import { Approval, ApprovalRequest, PaymentId } from './approval-request.ts';

const closed = { additionalProperties: false };

/** An unsigned transaction: a PSBT in base64, or an EIP-1559 transaction in hex. */
const Payload = Type.String({ minLength: 4, maxLength: 200_000, pattern: '^[A-Za-z0-9+/=]+$' });

const KeyPath = Type.Object(
  {
    branch: Type.Union([Type.Literal('customer'), Type.Literal('house')]),
    index: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
  },
  closed,
);
export type KeyPath = Static<typeof KeyPath>;

/** Who said yes: people, or the rule for small amounts where the signer's own policy has one. */
const Authorization = Type.Union([
  Type.Object({ kind: Type.Literal('APPROVALS'), approvals: Type.Array(Approval, { maxItems: 4 }) }, closed),
  Type.Object({ kind: Type.Literal('AUTO_APPROVAL_POLICY') }, closed),
]);

/** Money that leaves the house. */
const PaymentRequest = Type.Object(
  {
    kind: Type.Literal('PAYMENT'),
    approvalRequest: ApprovalRequest,
    authorization: Authorization,
    payload: Payload,
    /** The account that pays, on the EVM. A PSBT names its own keys. */
    from: Type.Optional(KeyPath),
  },
  closed,
);

/** A transaction between our own addresses: nobody has to approve that, and nothing but its network fee can be lost by it. */
const InternalTransferRequest = Type.Object(
  {
    /** Deposits to the hot wallet; gas from there to a deposit address; outputs of ours into one. */
    kind: Type.Union([Type.Literal('SWEEP'), Type.Literal('TOP_UP'), Type.Literal('CONSOLIDATE')]),
    id: PaymentId,
    network: Type.Union([Type.Literal('BITCOIN'), Type.Literal('ERC20')]),
    payload: Payload,
    from: Type.Optional(KeyPath),
    /** The place of ours that a top-up or a consolidation goes to. */
    to: Type.Optional(KeyPath),
  },
  closed,
);
export type InternalTransferRequest = Static<typeof InternalTransferRequest>;

export const SignRequest = Type.Union([PaymentRequest, InternalTransferRequest]);
export type SignRequest = Static<typeof SignRequest>;
export type PaymentRequest = Static<typeof PaymentRequest>;

/** Why the signer does not sign. Some hold for ever, others until a limit's day is over or a fee is lower; who asks decides which. */
export const refusalMessages = {
  MALFORMED: 'the request is not of the form that is signed',
  NETWORK: 'this network or chain is not set up here',
  APPROVALS: 'two different people, one FINANCE and one APPROVER, have not both said yes to exactly this',
  EXPIRED: 'an approval is too old',
  AUTO_APPROVAL_POLICY: 'no rule allows this without people',
  TRANSACTION: 'the transaction is not the payment that it is said to be',
  INPUTS: 'it spends what is not ours',
  DESTINATION: 'the receiver is not of a kind that is paid to',
  FEE: 'the network fee is above its cap',
  PAYMENT_LIMIT: 'above the limit for one payment',
  DAY_LIMIT: 'above the limit for one day',
  SIGNED_DIFFERENTLY: 'this payment has been signed with other inputs, nonce, receiver or amount',
  OUTPOINT_RESERVED: 'its inputs or nonce belong to another payment',
  ABANDONED: 'this payment was given up here and is never signed again',
} as const;
export type Refusal = keyof typeof refusalMessages;

/** Ends a payment that was never signed: from then on it never is. */
const FinaliseRequest = Type.Object({ id: PaymentId }, closed);

/** Every transaction of a payment as it was asked for and as it was signed, the first one first. */
const SignedTransactions = Type.Array(
  Type.Object({ payload: Payload, signed: Type.String({ minLength: 4, maxLength: 400_000 }) }, closed),
  { maxItems: 20 },
);

const FinaliseResponse = Type.Object(
  {
    /** Number of the journal's line that gave it up or closed it; null while what was signed of it stands, and nothing was changed. */
    finalisedLine: Type.Union([Type.Null(), Type.Integer({ minimum: 1 })]),
    /** What was signed of it stays a signature, also after a person gave it up: whoever has the bytes can send them. */
    signed: SignedTransactions,
  },
  closed,
);
export type FinaliseResponse = Static<typeof FinaliseResponse>;

const SignResponse = Type.Union([
  Type.Object(
    {
      /** What `finish` of the chain takes. */
      signed: Type.String({ minLength: 4, maxLength: 400_000 }),
      /** Number of the journal's line. */
      line: Type.Integer({ minimum: 1 }),
    },
    closed,
  ),
  Type.Object(
    {
      refused: Type.Union(Object.keys(refusalMessages).map((code) => Type.Literal(code as Refusal))),
      detail: Type.String({ maxLength: 500 }),
    },
    closed,
  ),
]);
export type SignResponse = Static<typeof SignResponse>;

/** What the server needs to know of its signer: keys to derive addresses from, and what it will be held to. */
const SignerInfo = Type.Object(
  {
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
  },
  closed,
);
export type SignerInfo = Static<typeof SignerInfo>;

/** An answer or a request that is not of its form. */
export class InvalidMessage extends Error {
  override readonly name = 'BadMessage';
}

function reader<Schema extends TSchema>(what: string, schema: Schema): (text: string) => Static<Schema> {
  // Compiled when first needed: a client that never signs need not pay for it.
  let checker: TypeCheck<Schema> | null = null;
  return (text) => {
    checker ??= TypeCompiler.Compile(schema);
    const value: unknown = parse(what, text);
    if (checker.Check(value)) return value;
    throw new InvalidMessage(`${what}: ${checker.Errors(value).First()?.path || 'its form'} is wrong`);
  };
}

function parse(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidMessage(`${what}: no JSON`);
  }
}

export const readSignRequest = reader('request to sign', SignRequest);
export const readFinaliseRequest = reader('request to close', FinaliseRequest);
export const readFinaliseResponse = reader('answer about what was closed', FinaliseResponse);
export const readSignResponse = reader('answer of the signer', SignResponse);
export const readSignerInfo = reader("signer's description", SignerInfo);
export const readApprovals = reader('approvals', Type.Array(Approval, { maxItems: 4 }));
