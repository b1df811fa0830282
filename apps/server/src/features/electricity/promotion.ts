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

/**
 * What is given back to prepaid money is promotional credit again as far as promotional credit was ever spent: it pays
 * electricity only, however often it is charged and given back. All that was ever granted, less what is left of it, is
 * what was spent; a posting does not tell which part of it was promotion, so the refund counts as promotion first.
 */
const restore = query(
  'electricity.restore-promotion',
  `update electricity_account account
   set promo_remaining = promo_remaining + least($2, granted.amount - promo_remaining)
   from (
     select coalesce(sum_units(amount), 0) as amount from ledger.posting
     where customer = $1 and type in ('ELE_INIT', 'DAILY_PROFIT_FEEDBACK')
   ) granted
   where account.customer_id = $1 and granted.amount > promo_remaining`,
);

/** The caller has locked the customer's accounts, and gives the amount back in the same transaction. */
export async function restorePromotion(db: Queryable, customerId: bigint, amount: bigint): Promise<void> {
  await execute(db, restore, [customerId, amount]);
}
