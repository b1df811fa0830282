import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../../platform/books/limited.ts';
import { many } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

/**
 * Later versions of terms and prices of tariffs are what two people set, by the audit log; the rest of a version is that of the version before.
 * Lines of before versions were written down there say who and when, not what.
 */
const differences = query(
  'machines.check-terms-audit',
  limited(`
  with line as materialized (
    select audit.id, audit.at, audit.action, audit.subject, audit.detail, 'staff:' || staff.name as by
    from audit_log audit join staff on staff.id = audit.staff_id
    where action in ('terms:set', 'import:terms', 'tariff:set') and approved_by is not null
  ), said as (
    select line.id, at, by, (version ->> 'machine')::bigint as machine_id, (version ->> 'from')::date as day,
      nullif(version -> 'patch', 'null') as patch
    from line cross join jsonb_array_elements((detail ->> 'versions')::jsonb) version
    where action <> 'tariff:set' and detail ? 'versions'
  ), standing as materialized (                                    -- since it was last taken back
    select said.* from said
    where patch is not null and not exists (
      select from said later where later.machine_id = said.machine_id and later.day = said.day and later.id > said.id and later.patch is null)
  ), field as (
    select distinct on (machine_id, day, key) machine_id, day, key,
      to_jsonb(jsonb_populate_record(null::machine_terms, patch)) ->> key as value
    from standing cross join jsonb_object_keys(patch) key
    order by machine_id, day, key, id desc
  ), version as (
    select terms.*, to_jsonb(terms) as all_fields, lag(to_jsonb(terms)) over (partition by machine_id order by effective_from) as before
    from machine_terms terms
  ), price as (
    select distinct on (subject, detail ->> 'name', detail ->> 'from') site.id as site_id, site.name as site, detail ->> 'name' as name,
      (detail ->> 'from')::date as day, (detail ->> 'price')::numeric as price
    from line join site on subject = 'site ' || site.name
    where action = 'tariff:set' order by subject, detail ->> 'name', detail ->> 'from', line.id desc
  )
  select 'a version of terms is set by two people' as "check", concat_ws(' ', 'machine', machine_id, 'from', effective_from) as subject,
    'an audit line' as expected, concat_ws(' ', recorded_by, 'at', recorded_at) as found
  from version
  where (before is not null or recorded_by <> 'import')
    and not exists (select from standing
      where (standing.machine_id, day, standing.at, standing.by) = (version.machine_id, effective_from, recorded_at, recorded_by))
    and not exists (select from line
      where (line.at, line.by) = (recorded_at, recorded_by) and action <> 'tariff:set' and not detail ? 'versions')
  union all
  select 'a version of terms has what was set', concat_ws(' ', 'machine', machine_id, 'from', day), concat_ws(' ', key, coalesce(field.value, 'none')),
    case when version.machine_id is null then 'no version' when key = any(fields) then coalesce(all_fields ->> key, 'none') else 'not set' end
  from field left join version using (machine_id)
  where version.effective_from = day and (all_fields ->> key is distinct from field.value or key <> all(fields))
  union all
  select 'a version of terms says what was set', concat_ws(' ', 'machine', version.machine_id, 'from', effective_from), 'no ' || given.key, array_to_string(fields, ', ')
  from version cross join unnest(fields) given (key)
  where before is not null and not exists (select from line where action <> 'tariff:set' and not detail ? 'versions')
    and not exists (select from field where (field.machine_id, field.day, field.key) = (version.machine_id, effective_from, given.key))
  union all
  select 'a version of terms that was set stands', concat_ws(' ', 'machine', machine_id, 'from', day), 'a version', 'none'
  from (select distinct machine_id, day from standing) one
  where not exists (select from machine_terms terms where terms.machine_id = one.machine_id and effective_from = day)
  union all
  select 'a version of terms repeats the one before it', concat_ws(' ', 'machine', machine_id, 'from', effective_from),
    concat_ws(' ', key, coalesce(before ->> key, 'none')), coalesce(all_fields ->> key, 'none')
  from version cross join unnest('{customer_id,site_id,tariff_name,hashrate,power_watts,pool_fee_rate,hosting_fee_monthly,end_time,on_site_from}'::text[]) key
  where before is not null and key <> all(fields) and all_fields ->> key is distinct from before ->> key
  union all
  select 'a machine comes without a first day of hosting', concat_ws(' ', 'machine', machine_id, 'from', effective_from), 'none', on_site_from::text
  from version where before is null and on_site_from is not null and 'on_site_from' <> all(fields)
  union all
  select 'the price of a tariff is what two people set', concat_ws(' ', 'site', coalesce(price.site_id, tariff.site_id), 'from', coalesce(price.day, effective_from)),
    coalesce(trim_scale(price.price)::text, 'no audit line'), coalesce(trim_scale(tariff.price)::text, 'none')
  from tariff
  full join price on price.site_id = tariff.site_id and price.name = tariff.name and price.day = effective_from
  -- A new site's first price comes with its machines.
  where price.price is distinct from tariff.price and (price.site_id is not null or effective_from <> '2009-01-03')
  union all
  select 'machines are those that files brought in', concat('import at ', imported_at), imported::text, machines::text
  from (select imported_at, sum(imported)::int as imported from machine_import group by imported_at) file
  cross join lateral (select count(*)::int as machines from machine where created_at = imported_at) counted
  where machines <> imported`),
).as<Difference>();

export const checkTermsAudit: BookCheck = (db) => many(db, differences);
