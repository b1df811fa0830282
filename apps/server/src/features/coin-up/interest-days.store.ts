import { one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const anyOwed = query(
  'coin-up.is-interest-owed',
  'select exists (select from coin_up_interest_day where paid_at is null and funded_at is null) as owed',
).as<{ owed: boolean }>();

/** Whether any closed day waits for the fund. */
export async function isInterestOwed(db: Queryable): Promise<boolean> {
  return (await one(db, anyOwed)).owed;
}
