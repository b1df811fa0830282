/** A quoted exchange rate and its time. Micro-CNY for one USDT. */
export interface RateQuote {
  cny: bigint;
  time: Date;
}

/**
 * Who can tell what one USDT is worth in CNY. Null when the source has no rate yet; one that cannot be reached, refuses or answers
 * something else throws `PriceUnavailable`.
 */
export interface RateSource {
  readonly name: string;
  readonly rate: () => Promise<RateQuote | null>;
}
