/** What a machine's moves depend on beside its own tables, read through the function that the day close gives for it. */
import { one, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery } from '../../platform/db/query.ts';

const holdDays = lockingQuery('machines.hold-days', 'select hold_mining_days() as day').as<{ day: string | null }>();

/**
 * The first mining day that no close has begun: nothing may be dated earlier. Null before the first close. No close
 * begins until this transaction ends, so that what it dates lies in no closed day when it is committed.
 */
export async function holdFirstOpenDay(dbTx: Transaction): Promise<string | null> {
  return (await one(dbTx, holdDays)).day;
}
