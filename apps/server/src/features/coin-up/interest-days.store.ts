import { many, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { SavingsCoin } from './savings-coin.ts';

const anyOwed = query(
  'coin-up.is-interest-owed',
  'select exists (select from coin_up_interest_day where paid_at is null and funded_at is null) as owed',
).as<{ owed: boolean }>();

/** Whether any closed day waits for the fund. */
export async function isInterestOwed(db: Queryable): Promise<boolean> {
  return (await one(db, anyOwed)).owed;
}

const owed = query(
  'coin-up.owed-interest',
  `select coin, date, amount, decided_at as since from coin_up_interest_day where paid_at is null and funded_at is null
   order by decided_at, coin limit $1`,
).as<{ coin: SavingsCoin; date: string; amount: bigint; since: Date }>();

/** Closed days that wait for the fund, the oldest first. */
export const readOwedInterest = (db: Queryable, limit: number) => many(db, owed, [limit]);
