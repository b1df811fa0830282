import { type DbTx, many, statement } from '../../platform/db/database.ts';

const freeze = statement(
  'deposits.freeze-customer',
  'insert into customer_freeze (customer_id, reason, frozen_at) values ($1, $2, $3)',
);

/** Stops a customer's withdrawals until two of the staff lift the freeze. */
export async function freezeCustomer(dbTx: DbTx, customerId: bigint, reason: string, now: Date): Promise<void> {
  await many(dbTx, freeze, [customerId, reason, now]);
}
