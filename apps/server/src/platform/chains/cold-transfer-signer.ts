import type { Network } from '@lode/chain';
import { type FinaliseResponse, type InternalTransferRequest, refusalMessages, type SignerClient } from '@lode/signing';

/** The signer of transfers into cold storage. It derives the address by its number from the wallet in its own policy. */
export interface ColdTransferSigner {
  readonly sign: (transfer: {
    id: string;
    network: Network;
    coldNumber: number;
    payload: string;
  }) => Promise<{ signed: string } | { refused: string }>;
  /** Ends an unsigned transfer at the signer, or returns its signatures. */
  readonly finalise: (id: string) => Promise<FinaliseResponse>;
}

export function coldTransferSigner(client: Pick<SignerClient, 'sign' | 'finalise'>): ColdTransferSigner {
  return {
    async sign({ id, network, coldNumber, payload }) {
      const request: InternalTransferRequest = { kind: 'COLD', id, network, payload, coldNumber };
      const answer = await client.sign(request);
      if ('signed' in answer) return { signed: answer.signed };
      return { refused: `${refusalMessages[answer.refused]}: ${answer.detail}` };
    },
    finalise: (id) => client.finalise(id),
  };
}
