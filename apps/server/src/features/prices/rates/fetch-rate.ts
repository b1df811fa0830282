import { formatShortest } from '@lode/money';
import type { Database } from '../../../platform/db/database.ts';
import type { EventLog } from '../../../platform/log/event-log.ts';
import { PriceUnavailable } from '../price-source.ts';
import type { RateSource } from './rate-source.ts';
import { insertRates, newestRate } from './rates.store.ts';

const hourMs = 60 * 60_000;
/** A quote older than a day is no rate of today; one from ahead of our clock is none at all. */
const usableForMs = 24 * hourMs;
const aheadForMs = 60_000;
/** Against the last rate of a week at most: a tenth is more than a currency moves, and waits for a file. */
const comparableMs = 7 * 24 * hourMs;
const largestStepPercent = 10n;

/** A source that has nothing new or fails is not asked again before that. */
const askAgainAfterMs = 5 * 60_000;

interface RateDeps {
  database: Database;
  source: RateSource | null;
  log: EventLog;
}

/**
 * The work of a tick: fetches the rate once an hour. Without a usable quote the last one stands, with its time: a failing source is
 * logged and delays no other work.
 */
export function rateFetcher({ database, source, log }: RateDeps): (now: Date) => Promise<void> {
  let nextAt = 0;
  return async (now) => {
    if (source === null || now.getTime() < nextAt) return;
    nextAt = now.getTime() + askAgainAfterMs;
    try {
      await fetchRate({ database, source }, now);
    } catch (error) {
      if (!(error instanceof PriceUnavailable)) throw error;
      log.warn({ event: 'rate.unavailable', reason: error.message });
    }
  };
}

async function fetchRate({ database, source }: { database: Database; source: RateSource }, now: Date): Promise<void> {
  const last = await newestRate(database, now);
  if (last && now.getTime() - last.time.getTime() < hourMs) return;
  const quote = await source.rate();
  if (quote === null) return;
  const age = now.getTime() - quote.time.getTime();
  if (age > usableForMs || age < -aheadForMs) throw new PriceUnavailable(source.name, 'a rate of another day');
  if (last && now.getTime() - last.time.getTime() <= comparableMs && isFar(quote.cny, last.cny)) {
    throw new PriceUnavailable(source.name, `${formatShortest(quote.cny, 6)} CNY is too far from the last rate`);
  }
  await insertRates(database, [{ ...quote, source: source.name }], now);
}

function isFar(cny: bigint, last: bigint): boolean {
  const step = cny > last ? cny - last : last - cny;
  return step * 100n > last * largestStepPercent;
}
