import { type FinaliseResponse, type InternalTransferRequest, refusalMessages, type SignerClient } from '@lode/signing';

/** A cold address, or the hot wallet of the current generation of the seed, by their numbers. */
export type Destination = { coldNumber: number } | { rotateTo: number };

/** The signer of transfers into cold storage, and from earlier generations of the seed. It derives the address by its number from the descriptor in its own policy. */
export interface ColdTransferSigner {
  readonly sign: (
    transfer: { id: string; payload: string } & Destination,
  ) => Promise<{ signed: string } | { refused: string }>;
  /** Ends an unsigned transfer at the signer, or returns its signatures. */
  readonly finalise: (id: string) => Promise<FinaliseResponse>;
}

export function coldTransferSigner(client: Pick<SignerClient, 'sign' | 'finalise'>): ColdTransferSigner {
  return {
    async sign({ id, payload, ...destination }) {
      const place =
        'rotateTo' in destination
          ? { kind: 'ROTATE' as const, to: { branch: 'house' as const, index: destination.rotateTo } }
          : { kind: 'COLD' as const, coldNumber: destination.coldNumber };
      const request: InternalTransferRequest = { id, network: 'BITCOIN', payload, ...place };
      const answer = await client.sign(request);
      if ('signed' in answer) return { signed: answer.signed };
      return { refused: `${refusalMessages[answer.refused]}: ${answer.detail}` };
    },
    finalise: (id) => client.finalise(id),
  };
}
