import { formatShortest } from '@lode/money';
import { miningDate, startOfMiningDay } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import { cachedSource } from './cached-source.ts';
import { type MedianAnswer, medianPrice } from './median-price.ts';
import { type PricedCoin, pricedCoins } from './price.ts';
import { type PriceSource, PriceUnavailable } from './price-source.ts';
import { fixedCoins, insertPrices } from './prices.store.ts';

export interface FixPricesDeps {
  database: Database;
  sources: readonly PriceSource[];
  log: EventLog;
}

/** The price of a mining day is that of its first moment. What comes later than this would be another price. */
const latestMs = 60 * 60_000;
/** A median more than twice or less than half of the last price counts as wrong until staff import it. */
const largestStep = 2n;
const comparableMs = 7 * 24 * 60 * 60_000;

/**
 * Fixes today's prices soon after 00:00 UTC, once: the median of the sources. Where more than half of them do not answer it throws,
 * so that it is logged and tried again; after an hour the day is left to `import:prices`.
 */
export async function fixPrices({ database, sources, log }: FixPricesDeps, now: Date): Promise<void> {
  const date = miningDate(now);
  if (sources.length === 0 || now.getTime() - startOfMiningDay(date).getTime() > latestMs) return;
  const kept = cachedSource(database);
  const fixed = await fixedCoins(database, date);
  const missing = pricedCoins.filter((coin) => !fixed.includes(coin));
  const unknown: string[] = [];
  for (const coin of missing) {
    const median = await medianPrice(sources, coin, now);
    const odd = oddities(median);
    if (median.isKnown && (await isFarFromLast(kept, coin, median.usdt, now))) {
      unknown.push(`${coin} at ${formatShortest(median.usdt, 6)}, too far from the last one`);
    } else if (median.isKnown) {
      const source = `median of ${median.fresh.join(', ')}`;
      await insertPrices(database, [{ coin, date, usdt: median.usdt, source }], now);
      if (odd) log.warn({ event: 'price.sources-missing', coin, date, missing: odd });
    } else if (odd) unknown.push(`${coin} without ${odd}`);
  }
  if (unknown.length > 0) throw new PriceUnavailable('prices', `none for ${date}: ${unknown.join('; ')}`);
}

async function isFarFromLast(kept: PriceSource, coin: PricedCoin, usdt: bigint, now: Date): Promise<boolean> {
  const last = await kept.priceOf(coin);
  if (!last || now.getTime() - last.time.getTime() > comparableMs) return false;
  return usdt > last.usdt * largestStep || usdt * largestStep < last.usdt;
}

function oddities({ stale, failed }: MedianAnswer): string {
  return [...stale.map((name) => `${name} (stale)`), ...failed.map(({ reason }) => reason)].join(', ');
}
