import type { Unsigned } from '@lode/chain';
import {
  type Approval,
  type PaymentRequest,
  type PaymentStatement,
  type Refusal,
  refusals,
  type SignerClient,
} from '@lode/signing';

/** What stays so, of a payment that was never signed. All else may be put right, by staff or by tomorrow. */
const finalRefusals: readonly Refusal[] = ['EXPIRED', 'DESTINATION', 'PAYMENT_LIMIT'];

/** What the signer says of the rule and not of the payment: with people's yes it may sign. */
const refusalsOfRule: readonly Refusal[] = ['RULE', 'PAYMENT_LIMIT', 'DAY_LIMIT'];

/** Said before the signer has looked for the payment in its journal, or of one that was signed and then given up. */
const saysNothing: readonly Refusal[] = ['NETWORK', 'MALFORMED', 'RELEASED'];

/** What the signer is asked to sign, by wire or as a file. */
export function paymentRequest(
  statement: PaymentStatement,
  approvals: Approval[] | 'RULE',
  { payload }: Pick<Unsigned, 'payload'>,
): PaymentRequest {
  return {
    kind: 'PAYMENT',
    statement,
    proof: approvals === 'RULE' ? { kind: 'RULE' } : { kind: 'APPROVALS', approvals },
    payload,
    ...(statement.network === 'ERC20' && { from: { branch: 'house', index: 0 } }),
  };
}

/** Has payments signed that two people said yes to, or the rule. The same payment again gives the same bytes. */
export function paymentSigner(client: Pick<SignerClient, 'sign'>) {
  return async (
    { statement, approvals }: { statement: PaymentStatement | null; approvals: Approval[] | 'RULE' },
    unsigned: Pick<Unsigned, 'payload'>,
  ): Promise<
    { signed: string } | { refused: string; isFinal: boolean; toPeople?: true; mayBeSigned?: true; isOther?: true }
  > => {
    if (statement === null) return { refused: 'nobody has signed an approval of it', isFinal: false };
    const answer = await client.sign(paymentRequest(statement, approvals, unsigned));
    if ('signed' in answer) return { signed: answer.signed };
    const { refused, detail } = answer;
    const words = `${refusals[refused]}: ${detail}`;
    if (approvals === 'RULE' && refusalsOfRule.includes(refused))
      return { refused: words, isFinal: false, toPeople: true };
    return {
      refused: words,
      isFinal: finalRefusals.includes(refused),
      ...(saysNothing.includes(refused) && { mayBeSigned: true }),
      ...(refused === 'SIGNED_OTHERWISE' && { isOther: true }),
    };
  };
}

/** Ends a payment at the signer, so that whatever was asked and not heard of is known. */
export function paymentCloser(client: Pick<SignerClient, 'close'>) {
  return async ({
    statement,
  }: {
    statement: PaymentStatement | null;
  }): Promise<{ isClosed: boolean; signed: { payload: string; signed: string }[] }> => {
    // Without a statement there is nothing that a signer could have been asked for.
    if (statement === null) return { isClosed: true, signed: [] };
    const { closed, signed } = await client.close(statement.paymentId);
    return { isClosed: closed !== null, signed };
  };
}
