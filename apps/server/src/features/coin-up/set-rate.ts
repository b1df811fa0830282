import { parseDecimal } from '@lode/money';
import { addDays, businessDate, startOfBusinessDay } from '../../platform/clock/clock.ts';
import { one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery } from '../../platform/db/query.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { announcedRates, type TermKey, type TermsPorts, termsAt } from './product-terms.ts';
import type { SavingsCoin } from './savings-coin.ts';
import { dayToCome, fallAnnounced, wouldFallTo } from './sentences.zh.ts';

/** Days that a lower rate is announced before it is in force. */
const daysOfNotice = 7;

export interface RatePorts extends TermsPorts {
  /** Writes a version of a setting; answers why not, or null. */
  readonly changeSetting: (
    db: Queryable,
    key: TermKey,
    version: { value: unknown; effectiveFrom: Date; changedBy: string; reason: string },
    now: Date,
  ) => Promise<Sentence | null>;
}

export interface Rate {
  coin: SavingsCoin;
  /** Per cent a year, two decimals. */
  apy: string;
  /** The first business day that it is earned on. */
  date: string;
}

export interface NewRate extends Rate {
  changedBy: string;
  reason: string;
  now: Date;
}

const lockRate = lockingQuery(
  'coin-up.lock-rate',
  `select pg_advisory_xact_lock(hashtext('coin-up rate'), hashtext($1))`,
);

/** From what a rate would be on its first day, if nothing were changed. */
export async function apyBefore(db: Queryable, ports: TermsPorts, { coin, date }: Rate): Promise<string> {
  return (await termsAt(db, ports, startOfBusinessDay(date)))[coin].apy;
}

/** The first days of a rate that is announced now: of one that rises, and of one that falls. */
export function earliestDays(now: Date): { rise: string; fall: string } {
  const today = businessDate(now);
  return { rise: addDays(today, 1), fall: addDays(today, daysOfNotice) };
}

/**
 * Why a rate may not be set from a business day on, or null. Today's stays what it is, also for what is subscribed today. No rate
 * falls within a week, from what would be in force that day or to what is announced after it.
 */
export async function refusalOfRate(
  db: Queryable,
  ports: TermsPorts,
  { coin, apy, date }: Rate,
  now: Date,
): Promise<Sentence | null> {
  const { rise, fall } = earliestDays(now);
  if (date < rise) return dayToCome(rise);
  const before = await apyBefore(db, ports, { coin, apy, date });
  if (date < fall && falls(before, apy)) return fallAnnounced(before, fall);
  const [next] = (await announcedRates(db, ports, startOfBusinessDay(date))).filter((ahead) => ahead.coin === coin);
  if (next && next.date < fall && falls(apy, next.apy)) return wouldFallTo(next, fall);
  return null;
}

/** Sets a rate, also in the place of one that is announced for its first day. Answers why not, or null. */
export async function setRate(dbTx: Transaction, ports: RatePorts, rate: NewRate): Promise<Sentence | null> {
  const { coin, apy, date, changedBy, reason, now } = rate;
  await one(dbTx, lockRate, [coin]);
  const refused = await refusalOfRate(dbTx, ports, rate, now);
  if (refused !== null) return refused;
  const effectiveFrom = startOfBusinessDay(date);
  return ports.changeSetting(dbTx, `coin-up.apy.${coin}`, { value: apy, effectiveFrom, changedBy, reason }, now);
}

function falls(from: string, to: string): boolean {
  return parseDecimal(to, 2) < parseDecimal(from, 2);
}
