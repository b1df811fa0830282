import { one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { Digest, DigestScope } from './digest-scope.ts';

/**
 * A hash of columns, each as an array in the one order: the binary form of an array names its type and length and each element's, so
 * that no two lists of rows have the same bytes. Sorted once, where a text for each row costs three times as much.
 */
const hashOf = (order: string, columns: readonly string[]) =>
  `coalesce(sha256(${columns.map((column) => `array_send(array_agg(${column} order by ${order}))`).join(' || ')}), '')`;

/**
 * Everything of a batch that can never change again: outputs, charges, hosting, the lines of its transfers; and what they were computed
 * from besides what the day pinned: terms and tariffs in force, the status log within the day, pool reports, prices at which coins paid.
 */
const digest = query(
  'day-close.columns-digest',
  `with term as materialized (
     select machine_id, effective_from, customer_id, site_id, tariff_name, hashrate, power_watts, pool_fee_rate, hosting_fee_monthly, end_time
     from machine_terms where customer_id between $1 and $2 and effective_from <= $3 and effective_to > $3
   ), terms as (
     select ${hashOf('machine_id, effective_from', ['machine_id', 'effective_from', 'customer_id', 'site_id', 'tariff_name', 'hashrate', 'power_watts', 'pool_fee_rate', 'hosting_fee_monthly', 'end_time'])} as hash
     from term
   ), tariffs as (
     select ${hashOf('site_id, name', ['site_id', 'name', 'effective_from', 'price'])} as hash
     from (
       select distinct on (site_id, name) site_id, name, effective_from, price from tariff
       where effective_from <= $3 and (site_id, name) in (select site_id, tariff_name from term) order by site_id, name, effective_from desc
     ) standing
   ), log as (
     select ${hashOf('machine_id, seq', ['machine_id', 'seq', 'status', 'greatest(started_at, $4::timestamptz)', "least(coalesce(ended_at, 'infinity'), $4::timestamptz + interval '1 day')"])} as hash
     from term
     cross join lateral (
       select seq, status, started_at, ended_at from machine_status_period period
       where period.machine_id = term.machine_id and started_at < $4::timestamptz + interval '1 day' and (ended_at is null or ended_at > $4) offset 0
     ) period
   ), reports as (
     select ${hashOf('machine_id, coin', ['machine_id', 'coin', 'gross', 'pool_fee'])} as hash
     from pool_report where date = $3 and machine_id in (select machine_id from term)
   ), line as (
     select transfer_id, ${hashOf('line', ['debit::bigint', 'credit::bigint', 'amount::bigint', 'source_id'])} as posted,
       ${hashOf('line', ['line', 'type', 'date', 'customer'])} as rest
     from ledger.posting where transfer_id = any($5::bigint[]) group by transfer_id
   ), lines as (
     select ${hashOf('transfer_id', ['posted', 'rest', 'kind', 'business_date'])} as hash, min(transfer_id) filter (where posted <> input_hash)::text as changed
     from line join ledger.transfer on id = transfer_id
   ), prices as (
     select ${hashOf('coin, date', ['coin', 'date', 'usdt'])} as hash
     from reference_price
     where (coin, date) in (
       select distinct ledger.coin_of(debit), date from ledger.posting
       where transfer_id = any($5::bigint[]) and type in ('ELE_CONSUME_BTC', 'ELE_CONSUME_ETH', 'ELE_CONSUME_DOGE'))
   ), outputs as (
     select ${hashOf('machine_id, coin', ['machine_id', 'coin', 'customer_id', 'hashrate', 'running_seconds', 'array_send(epoch_seconds)', 'pool_fee_rate', 'gross', 'net'])} as hash
     from machine_output where customer_id between $1 and $2 and date = $3
   ), charges as (
     select ${hashOf('machine_id', ['machine_id', 'customer_id', 'machine_no', 'coin', 'running_seconds', 'power_watts', 'price', 'amount'])} as hash
     from electricity_charge where customer_id between $1 and $2 and date = $3
   ), hosting as (
     select ${hashOf('machine_id, first_day', ['machine_id', 'first_day', 'amount'])} as hash
     from hosting_charge where customer_id between $1 and $2 and date = $3 and adjustment_id is null
   )
   select sha256(array_send(array[terms.hash, tariffs.hash, log.hash, reports.hash, lines.hash, prices.hash, outputs.hash, charges.hash, hosting.hash])) as digest,
     changed
   from terms, tariffs, log, reports, lines, prices, outputs, charges, hosting`,
).as<Digest>();

export async function columnsDigestOf(db: Queryable, { date, range, transferIds }: DigestScope): Promise<Digest> {
  return one(db, digest, [range.first, range.last, date, `${date}T00:00:00Z`, transferIds]);
}
