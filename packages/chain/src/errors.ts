/**
 * No usable response from the node. The outcome is unknown: a broadcast may have reached the network. `cause` holds the
 * observed error.
 */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
  readonly reason: 'down' | 'slow' | 'malformed' | 'refused';

  constructor(network: string, reason: ChainUnavailable['reason'], cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(`${network} node unavailable (${reason}): ${message.slice(0, 300)}`, { cause });
    this.reason = reason;
  }
}

/** The node serves another chain than the configured or pinned one. Nothing may be read from it or sent to it. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain';

  constructor(network: string, expected: string, found: string) {
    super(`${network} expects ${expected}, and ${found} answers behind that address`);
  }
}
