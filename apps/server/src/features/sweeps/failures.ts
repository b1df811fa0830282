import { ChainUnavailable, WrongChain } from '@lode/chain';
import { SignerUnavailable } from '@lode/signing';

/** The errors of a part of the round, so that the other parts still run. */
export async function failuresOf(work: () => Promise<unknown>): Promise<unknown[]> {
  try {
    await work();
    return [];
  } catch (error) {
    return error instanceof AggregateError ? error.errors : [error];
  }
}

/** A node or the signer does not respond: the next round tries again. */
export function isUnavailable(error: unknown): error is Error {
  return error instanceof ChainUnavailable || error instanceof WrongChain || error instanceof SignerUnavailable;
}
