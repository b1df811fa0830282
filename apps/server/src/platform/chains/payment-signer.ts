import type { Unsigned } from '@lode/chain';
import {
  type Approval,
  type ApprovalRequest,
  type ApprovedPayment,
  type PaymentRequest,
  type Refusal,
  refusalMessages,
  type SignerClient,
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
  | { outcome: DenialOutcome; reason: string };

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

/** Signs approved payments. The same payment again gives the same bytes. */
export function paymentSigner(
  client: Pick<SignerClient, 'sign'>,
  findPayer: (unsigned: Unsigned) => Promise<number> = async () => 0,
) {
  return async (
    { approvalRequest, approvals }: { approvalRequest: ApprovalRequest | null; approvals: Approval[] | 'AUTO' },
    unsigned: Unsigned,
  ): Promise<SigningOutcome> => {
    if (approvalRequest === null) return { outcome: 'DENIED_FOR_NOW', reason: 'it has no signed approval' };
    const payer = approvalRequest.network === 'ERC20' ? await findPayer(unsigned) : 0;
    const response = await client.sign(paymentRequest(approvalRequest, approvals, unsigned, payer));
    if ('signed' in response) return { outcome: 'SIGNED', signed: response.signed };
    const { refused, detail } = response;
    const isAutoApprovalDenied = approvals === 'AUTO' && autoApprovalDenials.includes(refused);
    const outcome = isAutoApprovalDenied ? 'AUTO_APPROVAL_DENIED' : denialOutcomes[refused];
    return { outcome, reason: `${refusalMessages[refused]}: ${detail}` };
  };
}

/** A transaction as the signer was asked for it, and as it signed it. */
export interface SignedTransaction {
  payload: string;
  signed: string;
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

interface AskedPayment {
  approvalRequest: ApprovalRequest | null;
  approvals: Approval[] | 'AUTO';
}

/** Finalises a payment at the signer, so that a lost response is known. */
export function paymentFinaliser(client: Pick<SignerClient, 'finalise'>) {
  return async ({ approvalRequest, approvals }: AskedPayment): Promise<FinalisedPayment> => {
    // Without an approval request the signer cannot have been asked.
    if (approvalRequest === null) return { isFinalised: true, signed: [] };
    const approved = approvals === 'AUTO' ? undefined : { approvalRequest, approvals };
    const { finalisedLine, signed } = await client.finalise(approvalRequest.paymentId, approved);
    return { isFinalised: finalisedLine !== null, signed };
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
