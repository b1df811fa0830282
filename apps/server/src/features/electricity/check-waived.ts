import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** What charges say was taken off them is what corrections gave and did not move as money, machine by machine, by day or month. */
const differences = query(
  'electricity.check-waived',
  limited(`
  with taken_off as (
    select machine_id, date, waived as amount from electricity_charge where waived > 0
    union all
    select machine_id, about_date, waived from charge_adjustment where waived > 0
    union all
    select machine_id, month, waived from hosting_charge where waived > 0
  ),
  given as (
    select machine_id, about_date as date, adjusted_amount - moved as amount, id
    from charge_adjustment where adjusted in ('electricity', 'hosting') and adjusted_amount > moved
  ),
  kept as (select machine_id, date, sum_units(amount) as amount from taken_off group by machine_id, date),
  corrected as (
    select machine_id, date, sum_units(amount) as amount, string_agg('correction ' || id, ', ' order by id) as names
    from given where amount > 0 group by machine_id, date
  )
  select 'as much less is owed as corrections say' as check, concat_ws(', ', concat_ws(' ', 'machine', machine_id, date), names) as subject,
    coalesce(corrected.amount, 0)::text as expected, coalesce(kept.amount, 0)::text as found
  from kept full join corrected using (machine_id, date)
  where coalesce(kept.amount, 0) <> coalesce(corrected.amount, 0)`),
).as<Difference>();

export const checkWaived: BookCheck = (db) => many(db, differences);
