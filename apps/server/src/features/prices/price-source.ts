import type { PricedCoin } from './price.ts';

/** A quoted price and its time. Micro-USDT for one coin. */
export interface Quote {
  usdt: bigint;
  time: Date;
}

/**
 * Who can tell the price of a coin. A source that does not trade the coin answers null; one that cannot be reached, refuses or
 * answers something else throws `PriceUnavailable`.
 */
export interface PriceSource {
  readonly name: string;
  readonly priceOf: (coin: PricedCoin) => Promise<Quote | null>;
}

export class PriceUnavailable extends Error {
  override readonly name = 'PriceUnavailable';

  constructor(source: string, reason: string, cause?: unknown) {
    super(`${source}: ${reason}`, { cause });
  }
}
