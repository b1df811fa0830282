import { one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CustomerRange } from '../close-kind.ts';

/**
 * sha-256 over what a batch was computed from, besides what the day pinned: terms and tariffs in force, the status log within the day,
 * pool reports, and the prices at which its electricity was paid in coin; with the columns of its rows and lines that the first digest
 * leaves out. Days closed by this release have one digest in columns, which covers the same.
 */
const digest = query(
  'day-close.inputs-digest',
  `with term as materialized (
     select machine_id, effective_from, customer_id, site_id, tariff_name, hashrate, power_watts, pool_fee_rate, hosting_fee_monthly, end_time
     from machine_terms where customer_id between $1 and $2 and effective_from <= $3 and effective_to > $3
   ), terms as (
     select string_agg(concat_ws(',', machine_id, effective_from, customer_id, site_id, tariff_name, hashrate, power_watts, pool_fee_rate,
       coalesce(hosting_fee_monthly, -1), extract(epoch from end_time)), ';' order by machine_id, effective_from) as text from term
   ), tariffs as (
     select string_agg(concat_ws(',', site_id, name, effective_from, price), ';' order by site_id, name) as text
     from (
       select distinct on (site_id, name) site_id, name, effective_from, price from tariff
       where effective_from <= $3 and (site_id, name) in (select site_id, tariff_name from term) order by site_id, name, effective_from desc
     ) standing
   ), log as (
     select string_agg(concat_ws(',', machine_id, seq, status, extract(epoch from greatest(started_at, $4::timestamptz)),
       extract(epoch from least(coalesce(ended_at, 'infinity'), $4::timestamptz + interval '1 day'))), ';' order by machine_id, seq) as text
     from term
     cross join lateral (
       select seq, status, started_at, ended_at from machine_status_period period
       where period.machine_id = term.machine_id and started_at < $4::timestamptz + interval '1 day' and (ended_at is null or ended_at > $4) offset 0
     ) period
   ), reports as (
     select string_agg(concat_ws(',', machine_id, coin, gross, pool_fee), ';' order by machine_id, coin) as text
     from pool_report where date = $3 and machine_id in (select machine_id from term)
   ), line as (
     select transfer_id, line, type, date, customer, debit, source_id from ledger.posting where transfer_id = any($5::bigint[])
   ), lines as (
     select string_agg(hash, ';' order by transfer_id) as text
     from (
       select transfer_id, encode(sha256(convert_to(string_agg(concat_ws(',', line, type, date, coalesce(customer, -1)), ';' order by line), 'UTF8')), 'hex') as hash
       from line group by transfer_id
     ) hashed
   ), transfers as (
     select string_agg(concat_ws(',', kind, business_date), ';' order by kind) as text from ledger.transfer where id = any($5::bigint[])
   ), prices as (
     select string_agg(concat_ws(',', coin, date, usdt), ';' order by coin, date) as text
     from reference_price
     where (coin, date) in (select distinct ledger.coin_of(debit), date from line where type in ('ELE_CONSUME_BTC', 'ELE_CONSUME_ETH', 'ELE_CONSUME_DOGE'))
   ), outputs as (
     select string_agg(concat_ws(',', machine_id, coin, customer_id, hashrate, epoch_seconds, coalesce(pool_fee_rate, -1)), ';' order by machine_id, coin) as text
     from machine_output where customer_id between $1 and $2 and date = $3
   ), charges as (
     select string_agg(concat_ws(',', machine_id, customer_id, machine_no, coin, power_watts, price), ';' order by machine_id) as text
     from electricity_charge where customer_id between $1 and $2 and date = $3
   )
   select sha256(convert_to(concat_ws('|', coalesce(terms.text, ''), coalesce(tariffs.text, ''), coalesce(log.text, ''), coalesce(reports.text, ''),
     coalesce(lines.text, ''), coalesce(transfers.text, ''), coalesce(prices.text, ''), coalesce(outputs.text, ''), coalesce(charges.text, '')), 'UTF8')) as digest
   from terms, tariffs, log, reports, lines, transfers, prices, outputs, charges`,
).as<{ digest: Buffer }>();

export async function inputsDigestOf(
  db: Queryable,
  { date, range, transferIds }: { date: string; range: CustomerRange; transferIds: string[] },
): Promise<Buffer> {
  return (await one(db, digest, [range.first, range.last, date, `${date}T00:00:00Z`, transferIds])).digest;
}
