import { execute, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const raise = query(
  'electricity.raise-promotion',
  `insert into electricity_account (customer_id, promo_remaining) values ($1, $2)
   on conflict (customer_id) do update set promo_remaining = electricity_account.promo_remaining + excluded.promo_remaining`,
);

/** For a grant of promotional credit, in its transaction and before debts are paid from it. */
export async function raisePromotion(db: Queryable, customerId: bigint, amount: bigint): Promise<void> {
  await execute(db, raise, [customerId, amount]);
}

const end = query(
  'electricity.end-promotion',
  'update electricity_account set promo_remaining = 0 where customer_id = $1',
);

/** For a customer who leaves, in the transaction that posts what remained. */
export async function endPromotion(db: Queryable, customerId: bigint): Promise<void> {
  await execute(db, end, [customerId]);
}

/** For a refund, in its transaction: the part of it that is promotional credit again. The caller has locked the accounts. */
export async function returnPromotion(db: Queryable, customerId: bigint, amount: bigint): Promise<void> {
  if (amount > 0n) await raisePromotion(db, customerId, amount);
}
