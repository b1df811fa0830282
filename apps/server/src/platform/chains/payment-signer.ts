import type { Unsigned } from '@lode/chain';
import {
  type Approval,
  type ApprovalRequest,
  type ApprovedPayment,
  type BatchRequest,
  type PaymentRequest,
  type Refusal,
  refusalMessages,
  type SignerClient,
  SignerUnavailable,
} from '@lode/signing';

/**
 * What became of a request to sign a payment. Each denial says what may be done with the unsigned payment:
 *
 * | outcome                | signed before? | the unsigned payment                        |
 * | ---------------------- | -------------- | ------------------------------------------- |
 * | `SIGNED`               | now            | is stored with its signature                |
 * | `OFFLINE_CHANNEL`      | perhaps        | stays: files are carried to the signer      |
 * | `AUTO_APPROVAL_DENIED` | no             | is discarded; the withdrawal needs people   |
 * | `SIGNED_DIFFERENTLY`   | yes            | stays until those signatures are recovered  |
 * | `DENIED_FINAL`         | no             | is discarded; the withdrawal fails          |
 * | `DENIED_FOR_NOW`       | no             | is discarded and built anew later           |
 * | `UNDETERMINED`         | perhaps        | stays: the denial came before the journal   |
 */
export type SigningOutcome =
  | { outcome: 'SIGNED'; signed: string }
  | { outcome: 'OFFLINE_CHANNEL' }
  /** `of`: the withdrawals of a batch that are denied; then nothing was signed of this batch, and the others may be asked for without them. */
  | { outcome: DenialOutcome; reason: string; of?: readonly bigint[] };

export type DenialOutcome =
  | 'AUTO_APPROVAL_DENIED'
  | 'SIGNED_DIFFERENTLY'
  | 'DENIED_FINAL'
  | 'DENIED_FOR_NOW'
  | 'UNDETERMINED';

const denialOutcomes: Record<Refusal, DenialOutcome> = {
  // Neither staff nor time can change these.
  EXPIRED: 'DENIED_FINAL',
  DESTINATION: 'DENIED_FINAL',
  PAYMENT_LIMIT: 'DENIED_FINAL',
  SIGNED_DIFFERENTLY: 'SIGNED_DIFFERENTLY',
  // Denied before the signer looked into its journal, or signed and then abandoned there.
  NETWORK: 'UNDETERMINED',
  MALFORMED: 'UNDETERMINED',
  ABANDONED: 'UNDETERMINED',
  APPROVALS: 'DENIED_FOR_NOW',
  AUTO_APPROVAL_POLICY: 'DENIED_FOR_NOW',
  TRANSACTION: 'DENIED_FOR_NOW',
  INPUTS: 'DENIED_FOR_NOW',
  FEE: 'DENIED_FOR_NOW',
  DAY_LIMIT: 'DENIED_FOR_NOW',
  // Built before the seed was rotated: its change would go to the earlier keys.
  GENERATION: 'DENIED_FOR_NOW',
  OUTPOINT_RESERVED: 'DENIED_FOR_NOW',
};

/** Denials of the auto-approval and not of the payment: with two people's approval the signer may sign it. */
const autoApprovalDenials: readonly Refusal[] = ['AUTO_APPROVAL_POLICY', 'PAYMENT_LIMIT', 'DAY_LIMIT'];

/** What the signer is asked to sign, online or as a file. */
export function paymentRequest(
  approvalRequest: ApprovalRequest,
  approvals: Approval[] | 'AUTO',
  { payload }: Pick<Unsigned, 'payload'>,
  /** Number of the hot wallet that pays, on chains with accounts. */
  payer = 0,
): PaymentRequest {
  return {
    kind: 'PAYMENT',
    approvalRequest,
    authorization: approvals === 'AUTO' ? { kind: 'AUTO_APPROVAL_POLICY' } : { kind: 'APPROVALS', approvals },
    payload,
    ...(approvalRequest.network === 'ERC20' && { from: { branch: 'house', index: payer } }),
  };
}

/** What approves a payment: people's signatures, or the policy. `batch`: of all that its transaction pays, by the policy. */
export interface PaymentAuthorization {
  withdrawalId: bigint;
  approvalRequest: ApprovalRequest | null;
  approvals: Approval[] | 'AUTO';
  batch?: readonly PaymentAuthorization[];
}

function batchRequest(
  batch: readonly PaymentAuthorization[],
  { payload }: Pick<Unsigned, 'payload'>,
): BatchRequest | null {
  const payments = batch.flatMap(({ approvalRequest }) => approvalRequest ?? []);
  return payments.length === batch.length ? { kind: 'BATCH', payments, payload } : null;
}

/** Signs approved payments. The same payment again gives the same bytes. */
export function paymentSigner(
  client: Pick<SignerClient, 'sign'>,
  findPayer: (unsigned: Unsigned) => Promise<number> = async () => 0,
) {
  return async (
    { approvalRequest, approvals, batch = [] }: Omit<PaymentAuthorization, 'withdrawalId'>,
    unsigned: Unsigned,
  ): Promise<SigningOutcome> => {
    // Without approvals only what was signed before is asked for: one payment of a batch has all of its transactions.
    const asked = approvals === 'AUTO' && batch.length > 0 ? batchRequest(batch, unsigned) : undefined;
    if (approvalRequest === null || asked === null)
      return { outcome: 'DENIED_FOR_NOW', reason: 'it has no signed approval' };
    const payer = approvalRequest.network === 'ERC20' ? await findPayer(unsigned) : 0;
    let response = await client.sign(asked ?? paymentRequest(approvalRequest, approvals, unsigned, payer));
    // One that was ended alone, or whose claim cannot be read, says nothing of the others' transaction.
    for (const other of asked ? [] : batch.slice(1)) {
      if ('signed' in response || other.approvalRequest === null) break;
      if (denialOutcomes[response.refused] !== 'UNDETERMINED') break;
      response = await client.sign(paymentRequest(other.approvalRequest, [], unsigned));
    }
    if ('signed' in response) return { outcome: 'SIGNED', signed: response.signed };
    const { refused, detail } = response;
    const { of } = response;
    const named = of && {
      of: batch.flatMap((one) => (of.includes(one.approvalRequest?.paymentId ?? '') ? one.withdrawalId : [])),
    };
    const isAutoApprovalDenied = approvals === 'AUTO' && autoApprovalDenials.includes(refused);
    const outcome = isAutoApprovalDenied ? 'AUTO_APPROVAL_DENIED' : denialOutcomes[refused];
    return { outcome, reason: `${refusalMessages[refused]}: ${detail}`, ...named };
  };
}

/** A transaction as the signer was asked for it, and as it signed it. */
export interface SignedTransaction {
  payload: string;
  signed: string;
  /** The ids of all payments of a batch. */
  batch?: string[];
}

/**
 * All that the signer has signed of a payment, and whether it will sign nothing more of it. What was signed stays valid even when
 * the payment was abandoned at the signer: only the chain can tell that it is worth nothing.
 */
export interface FinalisedPayment {
  isFinalised: boolean;
  /** The first one first. Never empty while it is not finalised. */
  signed: SignedTransaction[];
}

/** Finalises a payment at the signer, so that a lost response is known. */
export function paymentFinaliser(client: Pick<SignerClient, 'finalise'>) {
  return async ({
    approvalRequest,
    approvals,
  }: Pick<PaymentAuthorization, 'approvalRequest' | 'approvals'>): Promise<FinalisedPayment> => {
    // Without an approval request the signer cannot have been asked.
    if (approvalRequest === null) return { isFinalised: true, signed: [] };
    const approved = approvals === 'AUTO' ? undefined : { approvalRequest, approvals };
    const { finalisedLine, signed } = await client.finalise(approvalRequest.paymentId, approved);
    return { isFinalised: finalisedLine !== null, signed };
  };
}

/** How long it is remembered how many payments the signer takes at once. */
const batchLimitMs = 60_000;

/** The most payments that the signer signs in one transaction; 1 for a signer of before, and while it does not answer. */
export function batchLimitOf(client: Pick<SignerClient, 'info'>): () => Promise<number> {
  let known: { limit: number; at: number } | null = null;
  return async () => {
    const now = performance.now();
    if (known !== null && now - known.at < batchLimitMs) return known.limit;
    const limit = await client.info().then(
      ({ batch = 1 }) => batch,
      (error: unknown) => {
        if (error instanceof SignerUnavailable) return null;
        throw error;
      },
    );
    if (limit !== null) known = { limit, at: now };
    return limit ?? 1;
  };
}

/** False when the signer has signed the payment: then its amount is not returned. Throws `SignerUnavailable`. */
export type EndPayment = (paymentId: string, approved?: ApprovedPayment) => Promise<boolean>;

/** Ends a payment at the signer before its amount is returned: from then on it signs nothing for it. */
export function paymentEnder(client: Pick<SignerClient, 'finalise'>): EndPayment {
  return async (paymentId, approved) => {
    const { finalisedLine, signed } = await client.finalise(paymentId, approved);
    return finalisedLine !== null && signed.length === 0;
  };
}
