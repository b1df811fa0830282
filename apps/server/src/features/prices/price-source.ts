import type { PricedCoin } from './price.ts';

/** What somebody says a coin is worth, and when that was true. Micro-USDT for one coin. */
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
  priceOf(coin: PricedCoin): Promise<Quote | null>;
}

export class PriceUnavailable extends Error {
  override readonly name = 'PriceUnavailable';

  constructor(source: string, reason: string, cause?: unknown) {
    super(`${source}: ${reason}`, { cause });
  }
}
