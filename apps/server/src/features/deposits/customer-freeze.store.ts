import { execute, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const freeze = query(
  'deposits.freeze-customer',
  'insert into customer_freeze (customer_id, reason, frozen_at) values ($1, $2, $3)',
);

/** Stops a customer's withdrawals until two of the staff lift the freeze. */
export async function freezeCustomer(db: Queryable, customerId: bigint, reason: string, now: Date): Promise<void> {
  await execute(db, freeze, [customerId, reason, now]);
}
