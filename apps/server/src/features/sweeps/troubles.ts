import { ChainUnavailable, WrongChain } from '@lode/chain';
import { SignerUnavailable } from '@lode/signing';

/** What went wrong, each by itself: a step that cannot go on holds up no other. */
export async function troublesOf(step: () => Promise<unknown>): Promise<unknown[]> {
  try {
    await step();
    return [];
  } catch (error) {
    return error instanceof AggregateError ? error.errors : [error];
  }
}

/** Somebody outside is not there, and will be again. */
export function isAway(error: unknown): error is Error {
  return error instanceof ChainUnavailable || error instanceof WrongChain || error instanceof SignerUnavailable;
}
