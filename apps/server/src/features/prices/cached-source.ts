import { startOfMiningDay } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PriceSource } from './price-source.ts';
import { newestPrice } from './prices.store.ts';

/** The built-in source: the newest price that was brought in or fixed. It is as old as its day, and says so. */
export function cachedSource(database: Database): PriceSource {
  return {
    name: 'kept',
    async priceOf(coin) {
      const price = await newestPrice(database, coin);
      return price && { usdt: price.usdt, time: startOfMiningDay(price.date) };
    },
  };
}
