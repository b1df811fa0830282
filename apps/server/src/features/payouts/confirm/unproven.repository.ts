import { maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

const unproven = query(
  'payments.unproven',
  `select message from alert join withdrawal w on w.id = substring(subject from '^withdrawal ([0-9]+)$')::bigint
   where kind = 'payment-unproven' and resolved_at is null and w.coin = $1 order by alert.id limit 1`,
).as<{ message: string }>();

/** Why no more of the coin leaves while a final payment of it has neither paid nor provably failed; or null. */
export async function findUnprovenOf(db: Queryable, coin: string): Promise<string | null> {
  return (await maybeOne(db, unproven, [coin]))?.message ?? null;
}
