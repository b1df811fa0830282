/**
 * The node gave no usable answer: it is down, slow, still starting, or its answer is not what it should be. Nothing is
 * known about the outcome: a broadcast that ends so may have reached the network. `cause` is what was seen.
 */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
  readonly reason: 'down' | 'slow' | 'malformed' | 'refused';

  constructor(network: string, reason: ChainUnavailable['reason'], cause: unknown) {
    const words = cause instanceof Error ? cause.message : String(cause);
    super(`${network} node unavailable (${reason}): ${words.slice(0, 300)}`, { cause });
    this.reason = reason;
  }
}

/** Another chain answers than the one that was configured or pinned. Nothing may be read from it or sent to it. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain';

  constructor(network: string, expected: string, found: string) {
    super(`${network} expects ${expected}, and ${found} answers behind that address`);
  }
}
