import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** What is left of a customer's promotional credit: all grants, less what charges say it paid and what ended, and what refunds gave back. */
const differences = query(
  'electricity.check-promotion',
  limited(`
  with movement as (
    select customer as customer_id, amount from ledger.posting where type in ('ELE_INIT', 'DAILY_PROFIT_FEEDBACK')
    union all
    select customer, -amount from ledger.posting where type = 'LEAVING' and credit = ledger.house_id('PROMOTION_EXPENSE', 'USDT')
    union all
    select customer_id, -paid_promotion from electricity_charge where paid_promotion > 0
    union all
    select customer_id, moved_promotion - paid_promotion from charge_adjustment
  ),
  remaining as (select customer_id, sum_units(amount) as amount from movement group by customer_id)
  select 'promotional credit is what was granted, less what charges spent, and what refunds gave back' as check,
    'customer ' || customer_id as subject, coalesce(amount, 0)::text as expected, coalesce(promo_remaining, 0)::text as found
  from remaining full join electricity_account using (customer_id)
  where coalesce(amount, 0) <> coalesce(promo_remaining, 0)`),
).as<Difference>();

export const checkPromotion: BookCheck = (db) => many(db, differences);
