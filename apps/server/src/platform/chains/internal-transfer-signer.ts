import type { Unsigned } from '@lode/chain';
import { type InternalTransferRequest, refusalMessages, type SignerClient } from '@lode/signing';

/** A transfer between the product's own addresses: its permanent id, and the customer address that it empties or tops up. */
export interface InternalTransfer {
  kind: 'SWEEP' | 'TOP_UP';
  id: string;
  addressNumber: number;
}

/** Has internal transfers signed without approval: the signer verifies that both addresses are the product's own. */
export function internalTransferSigner(client: Pick<SignerClient, 'sign'>) {
  return async (
    { kind, id, addressNumber }: InternalTransfer,
    { payload }: Pick<Unsigned, 'payload'>,
  ): Promise<{ signed: string } | { refused: string }> => {
    const customer = { branch: 'customer' as const, index: addressNumber };
    const places =
      kind === 'SWEEP' ? { from: customer } : { from: { branch: 'house' as const, index: 0 }, to: customer };
    const request: InternalTransferRequest = { kind, id, network: 'ERC20', payload, ...places };
    const answer = await client.sign(request);
    if ('signed' in answer) return { signed: answer.signed };
    return { refused: `${refusalMessages[answer.refused]}: ${answer.detail}` };
  };
}
