import type { Network } from '@lode/chain';
import { type FinaliseResponse, type InternalTransferRequest, refusalMessages, type SignerClient } from '@lode/signing';

/** A cold address and the hot wallet that pays, or the hot wallet of the current generation of the seed, by their numbers. */
export type Destination = { coldNumber: number; paying: number } | { rotateTo: number };

/** The signer of transfers into cold storage, and from earlier generations of the seed. It derives the address by its number from the wallet in its own policy. */
export interface ColdTransferSigner {
  readonly sign: (
    transfer: { id: string; network: Network; payload: string } & Destination,
  ) => Promise<{ signed: string } | { refused: string }>;
  /** Ends an unsigned transfer at the signer, or returns its signatures. */
  readonly finalise: (id: string) => Promise<FinaliseResponse>;
}

export function coldTransferSigner(client: Pick<SignerClient, 'sign' | 'finalise'>): ColdTransferSigner {
  return {
    async sign({ id, network, payload, ...destination }) {
      const request: InternalTransferRequest = { id, network, payload, ...placeOf(network, destination) };
      const answer = await client.sign(request);
      if ('signed' in answer) return { signed: answer.signed };
      return { refused: `${refusalMessages[answer.refused]}: ${answer.detail}` };
    },
    finalise: (id) => client.finalise(id),
  };
}

function placeOf(network: Network, destination: Destination) {
  const house = (index: number) => ({ branch: 'house' as const, index });
  if ('rotateTo' in destination) return { kind: 'ROTATE' as const, to: house(destination.rotateTo) };
  const { coldNumber, paying } = destination;
  // A PSBT carries its key paths.
  return { kind: 'COLD' as const, coldNumber, ...(network === 'ERC20' && { from: house(paying) }) };
}
