import type { PricedCoin } from './price.ts';
import type { PriceSource, Quote } from './price-source.ts';

/** What several sources say together. */
export interface MedianPrice {
  usdt: bigint;
  /** Names of those that count, of those whose word is too old, and of those that did not answer, each with its reason. */
  fresh: string[];
  stale: string[];
  failed: { source: string; reason: string }[];
}

export type MedianAnswer = ({ isKnown: true } & MedianPrice) | ({ isKnown: false } & Omit<MedianPrice, 'usdt'>);

/** A price older than this no longer counts; one that claims to come from the future does not either. */
const freshForMs = 5 * 60_000;
const aheadForMs = 60_000;

/**
 * The median of what the sources say now; with an even number the mean of the middle two, rounded down. Unknown unless more than
 * half of the sources that trade the coin are fresh: one exchange alone, cut off from the others, sets no price.
 */
export async function medianPrice(sources: readonly PriceSource[], coin: PricedCoin, now: Date): Promise<MedianAnswer> {
  const answers = await Promise.all(sources.map((source) => hear(source, coin)));
  const quotes = answers.flatMap(({ source, quote }) => (quote ? [{ source, ...quote }] : []));
  const failed = answers.flatMap(({ source, reason }) => (reason === undefined ? [] : [{ source, reason }]));
  const fresh = quotes.filter(({ time }) => isFresh(time, now));
  const stale = quotes.filter(({ time }) => !isFresh(time, now)).map(({ source }) => source);
  const partition = { fresh: fresh.map(({ source }) => source), stale, failed };
  const trading = quotes.length + failed.length;
  if (fresh.length * 2 <= trading) return { isKnown: false, ...partition };
  return { isKnown: true, usdt: median(fresh.map(({ usdt }) => usdt)), ...partition };
}

async function hear(
  source: PriceSource,
  coin: PricedCoin,
): Promise<{ source: string; quote: Quote | null; reason?: string }> {
  try {
    return { source: source.name, quote: await source.priceOf(coin) };
  } catch (error) {
    return { source: source.name, quote: null, reason: error instanceof Error ? error.message : 'unknown' };
  }
}

function isFresh(time: Date, now: Date): boolean {
  const age = now.getTime() - time.getTime();
  return age <= freshForMs && age >= -aheadForMs;
}

function median(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0n;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0n) + upper) / 2n;
}
