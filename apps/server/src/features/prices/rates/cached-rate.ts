import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { RateSource } from './rate-source.ts';
import { newestRate } from './rates.store.ts';

/** The built-in source: the newest rate that was brought in or fetched. It is as old as its quote, and says so. */
export function cachedRate(database: Database, clock: Pick<Clock, 'now'>): RateSource {
  return { name: 'kept', rate: () => newestRate(database, clock.now()) };
}
