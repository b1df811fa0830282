import { parseDecimal } from '@lode/money';
import { addDays, businessDate, startOfBusinessDay } from '../../platform/clock/clock.ts';
import { one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery } from '../../platform/db/query.ts';
import { announcedRates, type TermKey, type TermsPorts, termsAt } from './product-terms.ts';
import type { SavingsCoin } from './savings-coin.ts';

/** Days that a lower rate is announced before it is in force. */
const daysOfNotice = 7;

export interface RatePorts extends TermsPorts {
  /** Writes a version of a setting; answers why not, or null. */
  readonly changeSetting: (
    db: Queryable,
    key: TermKey,
    version: { value: unknown; effectiveFrom: Date; changedBy: string; reason: string },
    now: Date,
  ) => Promise<string | null>;
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

const lockRate = lockingQuery(
  'coin-up.lock-rate',
  `select pg_advisory_xact_lock(hashtext('coin-up rate'), hashtext($1))`,
);

/**
 * Sets a rate from a business day on, also in the place of one that is announced for that day. Today's stays what it is,
 * also for what is subscribed today. No rate falls within a week, from what would be in force that day or to what is
 * announced after it. Answers why not, or null.
 */
export async function setRate(dbTx: Transaction, ports: RatePorts, rate: NewRate): Promise<string | null> {
  const { coin, apy, date, changedBy, reason, now } = rate;
  const today = businessDate(now);
  if (date <= today) return `a rate takes effect on a day to come: ${addDays(today, 1)} at the earliest`;
  await one(dbTx, lockRate, [coin]);
  const effectiveFrom = startOfBusinessDay(date);
  const earliest = addDays(today, daysOfNotice);
  const before = (await termsAt(dbTx, ports, effectiveFrom))[coin].apy;
  if (date < earliest && falls(before, apy))
    return `a rate that falls, from ${before}, is announced first: ${earliest} at the earliest`;
  const [next] = (await announcedRates(dbTx, ports, effectiveFrom)).filter((ahead) => ahead.coin === coin);
  if (next && next.date < earliest && falls(apy, next.apy))
    return `the rate would fall to the ${next.apy} of ${next.date}, and a fall is announced first: ${earliest} at the earliest`;
  return ports.changeSetting(dbTx, `coin-up.apy.${coin}`, { value: apy, effectiveFrom, changedBy, reason }, now);
}

function falls(from: string, to: string): boolean {
  return parseDecimal(to, 2) < parseDecimal(from, 2);
}
