import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** What is said to have been mined in all is the sum of the days and their corrections. */
const differences = query(
  'day-close.check-output-totals',
  limited(`
  with mined as (select customer_id, coin, sum_units(net) as net from corrected_output group by customer_id, coin)
  select 'outputs add up to their total' as check, concat_ws(' ', 'customer', customer_id, coin) as subject,
    coalesce(mined.net, 0)::text as expected, coalesce(total.net, 0)::text as found
  from mined full join output_total total using (customer_id, coin)
  where coalesce(mined.net, 0) <> coalesce(total.net, 0)`),
).as<Difference>();

export const checkOutputTotals: BookCheck = (db) => many(db, differences);
