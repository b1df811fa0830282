import type { Unsigned } from '@lode/chain';
import {
  type Approval,
  type ApprovalRequest,
  type PaymentRequest,
  type Refusal,
  refusalMessages,
  type SignerClient,
} from '@lode/signing';

/** What stays so, of a payment that was never signed. All else may be put right, by staff or by tomorrow. */
const finalRefusals: readonly Refusal[] = ['EXPIRED', 'DESTINATION', 'PAYMENT_LIMIT'];

/** What the signer says of the rule and not of the payment: with people's yes it may sign. */
const refusalsOfRule: readonly Refusal[] = ['AUTO_APPROVAL_POLICY', 'PAYMENT_LIMIT', 'DAY_LIMIT'];

/** Said before the signer has looked for the payment in its journal, or of one that was signed and then given up. */
const saysNothing: readonly Refusal[] = ['NETWORK', 'MALFORMED', 'ABANDONED'];

/** What the signer is asked to sign, by wire or as a file. */
export function paymentRequest(
  statement: ApprovalRequest,
  approvals: Approval[] | 'RULE',
  { payload }: Pick<Unsigned, 'payload'>,
): PaymentRequest {
  return {
    kind: 'PAYMENT',
    approvalRequest: statement,
    authorization: approvals === 'RULE' ? { kind: 'AUTO_APPROVAL_POLICY' } : { kind: 'APPROVALS', approvals },
    payload,
    ...(statement.network === 'ERC20' && { from: { branch: 'house', index: 0 } }),
  };
}

/** Has payments signed that two people said yes to, or the rule. The same payment again gives the same bytes. */
export function paymentSigner(client: Pick<SignerClient, 'sign'>) {
  return async (
    { statement, approvals }: { statement: ApprovalRequest | null; approvals: Approval[] | 'RULE' },
    unsigned: Pick<Unsigned, 'payload'>,
  ): Promise<
    { signed: string } | { refused: string; isFinal: boolean; toPeople?: true; mayBeSigned?: true; isOther?: true }
  > => {
    if (statement === null) return { refused: 'nobody has signed an approval of it', isFinal: false };
    const answer = await client.sign(paymentRequest(statement, approvals, unsigned));
    if ('signed' in answer) return { signed: answer.signed };
    const { refused, detail } = answer;
    const words = `${refusalMessages[refused]}: ${detail}`;
    if (approvals === 'RULE' && refusalsOfRule.includes(refused))
      return { refused: words, isFinal: false, toPeople: true };
    return {
      refused: words,
      isFinal: finalRefusals.includes(refused),
      ...(saysNothing.includes(refused) && { mayBeSigned: true }),
      ...(refused === 'SIGNED_DIFFERENTLY' && { isOther: true }),
    };
  };
}

/** Ends a payment at the signer, so that whatever was asked and not heard of is known. */
export function paymentFinaliser(client: Pick<SignerClient, 'finalise'>) {
  return async ({
    statement,
  }: {
    statement: ApprovalRequest | null;
  }): Promise<{ isClosed: boolean; signed: { payload: string; signed: string }[] }> => {
    // Without a statement there is nothing that a signer could have been asked for.
    if (statement === null) return { isClosed: true, signed: [] };
    const { finalisedLine, signed } = await client.finalise(statement.paymentId);
    return { isClosed: finalisedLine !== null, signed };
  };
}
