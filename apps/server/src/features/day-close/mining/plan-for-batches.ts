import { execute, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery } from '../../../platform/db/query.ts';

/**
 * How this transaction's statements are planned: what a batch sorts and joins fits into memory, and a plan is made for
 * the range that is asked for, not for a range of any size.
 */
const settings = lockingQuery(
  'day-close.plan-for-batches',
  `select set_config('jit', 'off', true), set_config('work_mem', '64MB', true),
     set_config('plan_cache_mode', 'force_custom_plan', true)`,
);

/** For the rest of the caller's transaction. */
export async function planForBatches(dbTx: Transaction): Promise<void> {
  await execute(dbTx, settings);
}
