import { startOfBusinessDay } from '../../../platform/clock/clock.ts';
import { execute, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { ratePpmOf } from '../interest.ts';
import { type TermsPorts, termsAt } from '../product-terms.ts';

/** What the run of a day is computed from, besides positions and orders; pinned when it begins. */
export interface CoinUpInputs {
  /** Yearly rates that were in force when the day began, in parts per million. */
  ratesPpm: { BTC: number; USDT: number };
  /** The first run there is: it finds principal that no run before it has let begin to earn. */
  isFirst: boolean;
}

const beginRun = query('coin-up.begin-run', 'select begin_coin_up_run()');
const standing = query(
  'coin-up.standing',
  `select not exists (select from day_close where kind = 'coin-up') as "isFirst",
     (select min(arrival_date) from coin_up_order where direction = 'IN') as "earnedSince"`,
).as<{ isFirst: boolean; earnedSince: string | null }>();

/** Everything that is dated on the day stands from here on. Days that customers have earned on are not left out. */
export async function readInputs(
  db: Queryable,
  ports: TermsPorts,
  date: string,
): Promise<CoinUpInputs | { missing: string }> {
  if (!(await hasBegun(db))) return { missing: 'a request of the day is still being carried out: try again' };
  const { isFirst, missing } = await dayThatComesFirst(db, date);
  if (missing !== null) return { missing };
  const { BTC, USDT } = await termsAt(db, ports, startOfBusinessDay(date));
  return { ratesPpm: { BTC: ratePpmOf(BTC.apy), USDT: ratePpmOf(USDT.apy) }, isFirst };
}

/** Days that customers have earned on come in their order. */
export async function dayThatComesFirst(
  db: Queryable,
  date: string,
): Promise<{ isFirst: boolean; missing: string | null }> {
  const { isFirst, earnedSince } = await one(db, standing);
  const isLate = isFirst && earnedSince !== null && earnedSince < date;
  return { isFirst, missing: isLate ? `savings have earned since ${earnedSince}: that day comes first` : null };
}

const lockNotAvailable = '55P03';

/** False when another transaction holds the day for too long; this one can only roll back then. */
async function hasBegun(db: Queryable): Promise<boolean> {
  try {
    await execute(db, beginRun);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error;
    return false;
  }
}

const firstOrder = query('coin-up.first-order', 'select min(arrival_date) - 1 as date from coin_up_order').as<{
  date: string | null;
}>();

/** The day from which on runs are owed to customers; null while there are no savings. */
export async function firstSavingsDay(db: Queryable): Promise<string | null> {
  return (await one(db, firstOrder)).date;
}
