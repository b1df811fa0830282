/**
 * What a machine's moves depend on beside its own tables, read through the view and the function that their owners,
 * electricity and the day close, give for it.
 */
import { one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

const owes = query(
  'machines.owes-electricity',
  'select exists (select from owed_electricity where customer_id = $1) as owes',
).as<{ owes: boolean }>();

/** Whether the customer owes electricity of any machine. */
export async function owesElectricity(db: Queryable, customerId: bigint): Promise<boolean> {
  return (await one(db, owes, [customerId])).owes;
}

const holdDays = lockingQuery('machines.hold-days', 'select hold_mining_days() as day').as<{ day: string | null }>();

/**
 * The first mining day that no close has begun: nothing may be dated earlier. Null before the first close. No close
 * begins until this transaction ends, so that what it dates lies in no settled day when it is committed.
 */
export async function holdFirstOpenDay(dbTx: Transaction): Promise<string | null> {
  return (await one(dbTx, holdDays)).day;
}
