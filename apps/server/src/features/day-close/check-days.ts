import type { BookCheck, Difference } from '@lode/ledger';
import { limited, listed } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { CloseKind, Run } from './close-kind.ts';
import { readBatches, readClosedDays } from './day-close.store.ts';
import type { MiningBatchResult } from './mining/mining-batch-result.ts';
import type { MiningInputs } from './mining/mining-inputs.ts';
import { recompute } from './mining/recompute.ts';

/** Days follow each other without a gap, their batches cover every customer once in each stage, and their transfers are their own. */
const days = query(
  'day-close.check-days',
  limited(`
  with span as (select kind, min(date) as first, max(date) as last from day_close group by kind),
  batch as (
    select kind, date, stage, batch, first_customer, last_customer, result, finished_at,
      lag(last_customer) over in_order as previous, lead(first_customer) over in_order as following,
      row_number() over in_order as nth
    from day_close_batch window in_order as (partition by kind, date, stage order by batch)
  ), counted as (
    select kind, date, count(*) filter (where stage = 'post') as posted, count(*) filter (where stage = 'tie-out') as tied_out,
      string_agg(concat(first_customer, '-', last_customer), ',' order by batch) filter (where stage = 'post')
        = string_agg(concat(first_customer, '-', last_customer), ',' order by batch) filter (where stage = 'tie-out') as are_alike
    from batch group by kind, date
  ), named as (
    select kind, date, batch.batch, result ->> field as id, part
    from batch
    cross join (values ('mining', 'outputTransfer', 'outputs'), ('mining', 'electricityTransfer', 'electricity'),
      ('mining', 'hostingTransfer', null), ('coin-up', 'arrivalTransfer', 'arrivals')) field (of_kind, field, part)
    where stage = 'post' and of_kind = kind and result ->> field is not null
  )
  select 'closed days have no gap' as "check", concat(span.kind, ' ', due::date) as subject, 'a close' as expected, 'none' as found
  from span, generate_series(first, last, interval '1 day') due
  where not exists (select from day_close where day_close.kind = span.kind and day_close.date = due::date)
  union all
  select 'a batch is of a day', concat(kind, ' ', date), 'a close', concat('batch ', batch)
  from batch where not exists (select from day_close where day_close.kind = batch.kind and day_close.date = batch.date)
  union all
  select 'the batches of a day cover every customer once', concat(kind, ' ', date, ', ', stage), concat('batch ', nth, ' after ', previous),
    concat('batch ', batch, ' from ', first_customer, ' to ', last_customer)
  from batch
  where batch <> nth or first_customer <> coalesce(previous + 1, 0) or following is null and last_customer < 10000000000000000
  union all
  select 'the stages of a day have the same batches', concat(day_close.kind, ' ', day_close.date), concat(tied_out, ' tied out'), concat(posted, ' posted')
  from day_close left join counted using (kind, date)
  where closed_at is not null and are_alike is not true
  union all
  select 'no closed day comes after an open one', concat(open.kind, ' ', open.date), 'closed', 'open'
  from day_close open
  where closed_at is null and exists (select from day_close later where later.kind = open.kind and later.date > open.date and later.closed_at is not null)
  union all
  select 'an output is of a day that was closed', concat('machine ', machine_id, ' on ', date), 'a close', 'none'
  from machine_output where not exists (select from day_close where kind = 'mining' and day_close.date = machine_output.date)
  union all
  select 'electricity is of a day that was closed', concat('machine ', machine_id, ' on ', date), 'a close', 'none'
  from electricity_charge where not exists (select from day_close where kind = 'mining' and day_close.date = electricity_charge.date)
  union all
  select 'the transfers of a batch are its own', concat(named.kind, ' ', named.date, ', transfer ', named.id),
    concat_ws(':', 'day-close', named.kind, named.date, named.batch, part), coalesce(transfer.key, 'none')
  from named left join ledger.transfer on transfer.id = named.id::bigint
  where transfer.key is null or part is not null and transfer.key <> concat_ws(':', 'day-close', named.kind, named.date, named.batch, part)
  union all
  select 'a transfer of a close is one of its batch', concat('transfer ', transfer.id), 'a batch', transfer.key
  from ledger.transfer
  where transfer.key like 'day-close:%' and not exists (select from named where named.id::bigint = transfer.id)`),
).as<Difference>();

/** What a mining day pinned stands in its tables as it was then. */
const pinned = query(
  'day-close.check-pinned',
  limited(`
  with pinned_price as (
    select day_close.date, price ->> 'coin' as coin, price ->> 'usdt' as usdt
    from day_close, jsonb_array_elements(coalesce(inputs -> 'prices', '[]')) price where kind = 'mining'
  ), pinned_day as (
    select day_close.date, day ->> 'coin' as coin, day ->> 'blocks' as blocks, day ->> 'subsidySum' as subsidies, day ->> 'feeSum' as fees, day -> 'epochs' as epochs
    from day_close, jsonb_array_elements(coalesce(inputs -> 'networkDays', '[]')) day where kind = 'mining'
  ), pinned_network as (
    select date, (inputs #>> '{network,blocks}')::int as blocks, (inputs #>> '{network,subsidySum}')::numeric as subsidies,
      (inputs #>> '{network,feeSum}')::numeric as fees, inputs #> '{network,epochs}' as epochs
    from day_close where kind = 'mining'
  )
  select 'the price of a closed day stands' as "check", concat(coin, ' ', date) as subject, pinned_price.usdt as expected, coalesce(price.usdt::text, 'none') as found
  from pinned_price left join reference_price price using (coin, date) where price.usdt::text is distinct from pinned_price.usdt
  union all
  -- One that is imported for a correction is younger than the close.
  select 'a closed day has no other price than it had', concat(price.coin, ' ', price.date), 'none', price.usdt::text
  from reference_price price
  join day_close on kind = 'mining' and day_close.date = price.date and closed_at is not null and price.created_at <= closed_at
  where not exists (select from pinned_price where pinned_price.coin = price.coin and pinned_price.date = price.date)
  union all
  select 'the network day of a closed day stands', concat(coin, ' ', date), concat_ws(' ', pinned_day.blocks, subsidies, fees, pinned_day.epochs),
    coalesce(concat_ws(' ', day.blocks, subsidy_sum, fee_sum, day.epochs), 'none')
  from pinned_day left join network_day day using (coin, date)
  where (day.blocks::text, subsidy_sum::text, fee_sum::text, day.epochs) is distinct from (pinned_day.blocks, subsidies, fees, pinned_day.epochs)
  union all
  select 'a day is computed from its network day', concat('mining ', pinned_network.date, ', BTC ', pinned_network.date), concat_ws(' ', day.blocks, subsidy_sum, fee_sum, day.epochs),
    concat_ws(' ', pinned_network.blocks, subsidies, fees, pinned_network.epochs)
  from pinned_network left join network_day day on day.coin = 'BTC' and day.date = pinned_network.date
  where (day.blocks, subsidy_sum / 100000000::numeric, fee_sum / 100000000::numeric, day.epochs)
    is distinct from (pinned_network.blocks, subsidies, fees, pinned_network.epochs)`),
).as<Difference>();

/**
 * Hosting is the monthly fee of terms that stood for its customer, by its days, charged with the month's last mining day or with
 * the last one of a contract. What was left out is found by the seal.
 */
const hosting = query(
  'day-close.check-hosting',
  limited(`
  select 'hosting is the fee of its days' as "check", concat_ws(' ', 'machine', machine_id, 'on', date) as subject,
    concat_ws(' ', 'terms of', monthly_fee, 'for', days, 'days of', month) as expected, concat_ws(' ', 'customer', customer_id, amount) as found
  from hosting_charge charge
  where adjustment_id is null and (
    amount <> div(monthly_fee * days::numeric, (month + interval '1 month')::date - month)
    or date_trunc('month', first_day) <> month or days <> last_day - first_day + 1
    or not exists (
      select from machine_terms terms
      where terms.machine_id = charge.machine_id and terms.customer_id = charge.customer_id and hosting_fee_monthly = monthly_fee
        and effective_from <= last_day + 1 and effective_to >= first_day - 1)
    or date <> (month + interval '1 month')::date - 1 and not exists (
      select from machine_terms terms
      where terms.machine_id = charge.machine_id and date between month - 1 and (month + interval '1 month')::date - 1 and date >= effective_from
        and date < effective_to and ((end_time - interval '1 microsecond') at time zone 'UTC')::date = date))
  union all
  select 'hosting is of a machine that is hosted, or of its correction', concat_ws(' ', 'machine', charge.machine_id, 'on', charge.date),
    case when adjustment_id is null then 'THIRD' else 'a correction of hosting' end, coalesce(purchase_kind, adjusted, 'none')
  from hosting_charge charge
  left join machine on machine.id = charge.machine_id and adjustment_id is null
  left join charge_adjustment adjustment on adjustment.id = adjustment_id and adjustment.machine_id = charge.machine_id
  where coalesce(purchase_kind, adjusted) is distinct from case when adjustment_id is null then 'THIRD' else 'hosting' end`),
).as<Difference>();

/** Every closed day is computed again from its inputs, batch by batch. */
export function checkDays(kinds: readonly CloseKind[]): BookCheck {
  return async function checkDays(db) {
    const found: Difference[] = [...(await many(db, days)), ...(await many(db, pinned)), ...(await many(db, hosting))];
    for (const kind of kinds) {
      let count = 0;
      for (const day of await readClosedDays(db, kind.name)) {
        for (const { first, last, result } of await readBatches(db, kind.name, day.date, 'post')) {
          const batch = { kind, day, range: { first, last }, result };
          for await (const difference of replay(db as never, batch)) {
            count += 1;
            if (count <= listed) found.push(difference);
          }
        }
      }
      if (count > listed)
        found.push({
          check: 'a closed day is computed again',
          subject: kind.name,
          expected: '0',
          found: `${count} differences`,
          coin: null,
        });
    }
    return found;
  };
}

async function* replay(
  db: Parameters<CloseKind['tieOut']>[0],
  {
    kind,
    day,
    range,
    result,
  }: {
    kind: CloseKind;
    day: { date: string; inputs: unknown };
    range: { first: bigint; last: bigint };
    result: unknown;
  },
): AsyncGenerator<Difference> {
  const { date, inputs } = day;
  const check = 'a closed day is computed again';
  if (kind.name === 'mining') {
    const { outputTransfer } = result as MiningBatchResult;
    const { network } = inputs as MiningInputs;
    for await (const wrong of recompute(db, { date, network, range, outputTransfer }))
      yield { check, ...wrong, coin: null };
    return;
  }
  const now = new Date(0);
  const run: Run = { date, now, nominal: now, inputs };
  const { differences } = await kind.tieOut(db, run, { number: 0, range, key: '' }, result);
  for (const difference of differences)
    yield {
      check,
      subject: `${kind.name} ${date}`,
      expected: 'what follows from its inputs',
      found: difference,
      coin: null,
    };
}
