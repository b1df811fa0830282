import { parseDecimal } from '@lode/money';
import { addDays, businessDate, startOfBusinessDay } from '../../platform/clock/clock.ts';
import type { DbTx } from '../../platform/db/database.ts';
import type { SavingsCoin } from './savings-coin.ts';
import { type TermKey, type TermsPorts, termsAt } from './terms.ts';

/** Days that a lower rate is announced before it is in force. */
export const daysOfNotice = 7;

export interface RatePorts extends TermsPorts {
  /** Writes a version of a setting; answers why not, or null. */
  changeSetting(
    dbTx: DbTx,
    key: TermKey,
    version: { value: unknown; effectiveFrom: Date; changedBy: string; reason: string },
    now: Date,
  ): Promise<string | null>;
}

export interface NewRate {
  coin: SavingsCoin;
  /** Per cent a year, two decimals. */
  apy: string;
  /** The first business day that it is earned on. */
  date: string;
  changedBy: string;
  reason: string;
  now: Date;
}

/**
 * Sets a rate from a business day on. Today's stays what it is, also for what is subscribed today; a rate that falls,
 * against what would be in force that day, is announced a week before. Answers why not, or null.
 */
export async function setRate(dbTx: DbTx, ports: RatePorts, rate: NewRate): Promise<string | null> {
  const { coin, apy, date, changedBy, reason, now } = rate;
  const today = businessDate(now);
  if (date <= today) return `a rate takes effect on a day to come: ${addDays(today, 1)} at the earliest`;
  const effectiveFrom = startOfBusinessDay(date);
  const before = (await termsAt(dbTx, ports, effectiveFrom))[coin].apy;
  const falls = parseDecimal(apy, 2) < parseDecimal(before, 2);
  const earliest = addDays(today, daysOfNotice);
  if (falls && date < earliest)
    return `a rate that falls, from ${before}, is announced first: ${earliest} at the earliest`;
  return ports.changeSetting(dbTx, `coin-up.apy.${coin}`, { value: apy, effectiveFrom, changedBy, reason }, now);
}
