import type { Unsigned } from '@lode/chain';
import { type InternalTransferRequest, type KeyPath, refusalMessages, type SignerClient } from '@lode/signing';

/** A transfer between the product's own addresses: its permanent id, who pays, and who receives unless it is the hot wallet. */
export interface InternalTransfer {
  kind: 'SWEEP' | 'TOP_UP' | 'ROTATE';
  id: string;
  from: KeyPath;
  to?: KeyPath;
}

/** Has internal transfers signed without approval: the signer verifies that both addresses are the product's own. */
export function internalTransferSigner(client: Pick<SignerClient, 'sign'>) {
  return async (
    { kind, id, from, to }: InternalTransfer,
    { payload }: Pick<Unsigned, 'payload'>,
  ): Promise<{ signed: string } | { refused: string }> => {
    const request: InternalTransferRequest = { kind, id, network: 'ERC20', payload, from, ...(to && { to }) };
    const answer = await client.sign(request);
    if ('signed' in answer) return { signed: answer.signed };
    return { refused: `${refusalMessages[answer.refused]}: ${answer.detail}` };
  };
}
