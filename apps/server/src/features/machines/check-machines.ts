import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** Versions of terms follow each other without a gap, and so do the periods of the status log; the machine's row repeats the last of both. */
const differences = query(
  'machines.check',
  limited(`
  with version as (
    select machine_id, effective_from, effective_to, lead(effective_from) over (partition by machine_id order by effective_from) as next_from,
      row_number() over (partition by machine_id order by effective_from) as nth
    from machine_terms
  ), period as (
    select machine_id, seq, started_at, ended_at, status, from_status, lag(ended_at) over in_order as previous_end,
      lag(status) over in_order as previous_status, row_number() over in_order as nth
    from machine_status_period window in_order as (partition by machine_id order by seq)
  )
  select 'the versions of a machine''s terms follow each other' as "check", concat_ws(' ', 'machine', machine_id, 'on', effective_from) as subject,
    coalesce(next_from::text, 'infinity') as expected, effective_to::text as found
  from version where effective_to <> coalesce(next_from, 'infinity')
  union all
  select 'a machine has terms from its first day on', 'machine ' || id, (start_time at time zone 'UTC')::date::text, coalesce(effective_from::text, 'none')
  from machine left join version on machine_id = id and nth = 1 where effective_from is distinct from (start_time at time zone 'UTC')::date
  union all
  select 'a machine''s row is a version of its terms', 'machine ' || id, 'a version', concat_ws(' ', 'customer', customer_id, hashrate, power_watts, 'to', end_time)
  from machine
  where not exists (
    select from machine_terms terms where machine_id = id and (terms.customer_id, terms.site_id, terms.tariff_name, terms.hashrate, terms.power_watts, terms.pool_fee_rate)
      = (machine.customer_id, machine.site_id, machine.tariff_name, machine.hashrate, machine.power_watts, machine.pool_fee_rate)
      and terms.hosting_fee_monthly is not distinct from machine.hosting_fee_monthly and terms.end_time is not distinct from machine.end_time)
  union all
  select 'a machine whose contract is over does not run', 'machine ' || id, coalesce(end_time::text, 'no end'), concat_ws(' ', status, 'over')
  from machine where contract_ended and (end_time is null or status = 'RUNNING')
  union all
  select 'a machine is expected when its terms begin', 'machine ' || id, start_time::text, coalesce(expected_running_time::text, 'never')
  from machine where expected_running_time <> start_time or status = 'WAITING' and expected_running_time is null
  union all
  select 'the status log of a machine has no gap', concat_ws(' ', 'machine', machine_id, 'period', seq),
    concat_ws(' ', nth, coalesce(previous_status, 'the first'), previous_end), concat_ws(' ', seq, coalesce(from_status, 'the first'), started_at)
  from period where seq <> nth or from_status is distinct from previous_status or nth > 1 and started_at is distinct from previous_end
  union all
  select 'a machine is in the status of its log', 'machine ' || machine.id, coalesce(open.status, 'no open period'), machine.status
  from machine left join machine_status_period open on machine_id = machine.id and ended_at is null
  where open.status is distinct from machine.status or open.started_at <> status_since`),
).as<Difference>();

/** Terms and status log, each within itself. */
export const checkMachines: BookCheck = (db) => many(db, differences);
