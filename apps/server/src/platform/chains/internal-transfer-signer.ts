import type { Unsigned } from '@lode/chain';
import { type InternalTransferRequest, refusalMessages, type SignerClient } from '@lode/signing';

/** A move between addresses of our own: its name for ever, and the customer's address that it leaves or helps. */
export interface InternalTransfer {
  kind: 'SWEEP' | 'TOP_UP';
  id: string;
  addressNumber: number;
}

/** Has moves of ours signed: nobody has to approve them, and the signer sees for itself that they go from us to us. */
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
