import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../../platform/books/limited.ts';
import { many } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

/** Every output and every charge is that of the terms that stood on its day: owner, hashrate, pool fee, power. */
const differences = query(
  'machines.check-terms',
  limited(`
  with kept as (
    select 'output of' as what, machine_id, date, customer_id, hashrate, pool_fee_rate, null::int as power_watts, running_seconds from machine_output
    union all
    select 'charge of', machine_id, date, customer_id, null, null, power_watts, running_seconds from electricity_charge
  )
  select 'outputs and charges follow the terms of their day' as check,
    concat_ws(' ', kept.what, 'machine', kept.machine_id, kept.date) as subject,
    coalesce(concat_ws(' ', 'customer', terms.customer_id, terms.hashrate, terms.pool_fee_rate, terms.power_watts), 'no terms') as expected,
    concat_ws(' ', 'customer', kept.customer_id, kept.hashrate, kept.pool_fee_rate, kept.power_watts) as found
  from kept
  left join machine_terms terms
    on terms.machine_id = kept.machine_id and terms.effective_from <= kept.date and terms.effective_to > kept.date
  where terms.machine_id is null or terms.customer_id <> kept.customer_id or terms.hashrate <> kept.hashrate
    or terms.pool_fee_rate <> kept.pool_fee_rate or terms.power_watts <> kept.power_watts
    or running_seconds > 0 and end_time <= kept.date::timestamp at time zone 'UTC'`),
).as<Difference>();

export const checkTerms: BookCheck = (db) => many(db, differences);
