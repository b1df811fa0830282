import { execute, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const freeze = query(
  'deposits.freeze-customer',
  'insert into customer_freeze (customer_id, deposit_id, reason, frozen_at) values ($1, $2, $3, $4)',
);

/** Stops a customer's withdrawals until two of the staff lift the freeze, or write off the removed deposit that caused it. */
export async function freezeCustomer(
  db: Queryable,
  { customerId, depositId, reason }: { customerId: bigint; depositId: bigint | null; reason: string },
  now: Date,
): Promise<void> {
  await execute(db, freeze, [customerId, depositId, reason, now]);
}

const lift = query(
  'deposits.lift-freeze',
  `update customer_freeze set lifted_at = greatest($2, frozen_at) where deposit_id = $1 and lifted_at is null`,
);
const frozen = query(
  'deposits.is-frozen',
  'select is_frozen as "isFrozen" from customer_guard where customer_id = $1',
).as<{
  isFrozen: boolean;
}>();

/** Ends the freeze that a deposit caused; whether another one still stands. */
export async function liftFreeze(
  db: Queryable,
  { customerId, depositId }: { customerId: bigint; depositId: bigint },
  now: Date,
): Promise<{ isFrozen: boolean }> {
  await execute(db, lift, [depositId, now]);
  return one(db, frozen, [customerId]);
}
