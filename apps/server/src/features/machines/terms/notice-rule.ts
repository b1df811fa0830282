import { parseDecimal } from '@lode/money';
import { addDays, miningDate } from '../../../platform/clock/clock.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import { rises } from './refusals.zh.ts';
import type { DayTerms } from './terms.store.ts';

/**
 * Full days between the announcement of terms that cost a customer more and their first day: long enough to stop a machine
 * or to sell it after a weekend.
 */
export const daysOfNotice = 3;

/** The first mining day that begins after the days of notice. */
export function earliestRise(now: Date): string {
  const end = new Date(now.getTime() + daysOfNotice * 86_400_000);
  const day = miningDate(end);
  return end.getTime() === Date.parse(`${day}T00:00:00Z`) ? day : addDays(day, 1);
}

/** What of a day's terms costs their customer more than before; nothing under a new owner, who agrees to his own terms. */
export function risesOf(before: DayTerms, after: DayTerms): Sentence[] {
  if (before.account !== after.account) return [];
  const hashrate = compare(after.hashrate, before.hashrate);
  return [
    ...(isAbove(after.price, before.price) ? [rises.price(before.price, after.price)] : []),
    ...(hashrate < 0 ? [rises.hashrate(before.hashrate, after.hashrate)] : []),
    ...(hashrate === 0 && after.powerWatts > before.powerWatts
      ? [rises.power(before.powerWatts, after.powerWatts)]
      : []),
    ...(compare(after.poolFeeRate, before.poolFeeRate) > 0
      ? [rises.poolFee(before.poolFeeRate, after.poolFeeRate)]
      : []),
    ...((after.hostingFeeMonthly ?? 0n) > (before.hostingFeeMonthly ?? 0n) ? [rises.hostingFee] : []),
    // A first date is a fact of the machine; one that is moved to an earlier day costs more.
    ...(before.onSiteFrom !== null && (after.onSiteFrom === null || after.onSiteFrom < before.onSiteFrom)
      ? [rises.hosting(before.onSiteFrom)]
      : []),
  ];
}

/** Whether a price costs more than another; a price where there was none is none that rises. */
export function isAbove(price: string | null, former: string | null): boolean {
  return price !== null && former !== null && compare(price, former) > 0;
}

/** -1, 0 or 1 for decimals with at most six digits behind the point. */
function compare(a: string, b: string): number {
  const [left, right] = [parseDecimal(a, 6), parseDecimal(b, 6)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
