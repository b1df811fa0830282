/**
 * Of each machine of a range that ran, is kept or is posted: what the inputs say of its day (machine, status log,
 * tariff), its output row, its output line, its charge and the lines that paid it, side by side. A row that one of them
 * lacks shows nulls. Each table is read once, and nothing here is shared with the steps that posted.
 *
 * Parameters: $1 and $2 the first and last customer, $3 the day, $4 to $6 starts, ends and seconds of the epochs, $7 and
 * $8 the transfers of outputs and electricity. `offset 0` keeps the log from being read for all machines there are.
 */
export function machineEvidence(epochs: number): string {
  const each = Array.from({ length: epochs }, (_, i) => secondsInEpoch(i + 1));
  const parts = each.map((_, i) => partOf(i));
  return `
  with ran as (
    select machine.id as machine_id, machine_no, machine.customer_id, machine.coin, hashrate, pool_fee_rate, power_watts,
      site_id, tariff_name, ${each.map((seconds, i) => `${seconds} as ${partOf(i)}`).join(', ')}
    from machine,
      lateral (
        select started_at, ended_at from machine_status_period log
        where log.machine_id = machine.id and log.status = 'RUNNING'
          and started_at < ($5::timestamptz[])[${epochs}] and coalesce(ended_at, 'infinity') > ($4::timestamptz[])[1]
        offset 0
      ) period
    where customer_id between $1 and $2
    group by machine.id
  ),
  day_tariff as materialized (
    select site_id, name, (array_agg(price order by effective_from desc))[1] as price
    from tariff where effective_from <= $3 group by site_id, name
  ),
  expected as (
    select machine_id, machine_no, customer_id, coin, hashrate, pool_fee_rate, power_watts, price,
      array[${parts.join(', ')}] as epoch_seconds, ${parts.join(' + ')} as seconds
    from ran left join day_tariff on day_tariff.site_id = ran.site_id and day_tariff.name = tariff_name
    where ${parts.join(' + ')} > 0
  ),
  kept as (
    select machine_id, customer_id, hashrate, pool_fee_rate, epoch_seconds, gross, net
    from machine_output where customer_id between $1 and $2 and date = $3 and coin = 'BTC'
  ),
  mined as (
    select source_id as machine_id, credit, amount,
      debit = ledger.house_id('MINING_RECEIVABLE', 'BTC') and type = 'MINING_OUTPUT' and date = $3 as is_right
    from ledger.posting where transfer_id = $7 and ledger.is_in_coin(debit, 'BTC')
  ),
  charge as (
    select machine_id, customer_id, coin, running_seconds, power_watts, price, amount, paid_prepaid, paid_output,
      paid_output_usdt, owed
    from electricity_charge where customer_id between $1 and $2 and date = $3
  ),
  prepaid as (
    select source_id as machine_id, debit, amount from ledger.posting
    where transfer_id = $8 and date = $3 and type = 'ELE_CONSUME_USDT'
      and credit = ledger.house_id('ELECTRICITY_REVENUE', 'USDT')
  ),
  swapped as (
    select source_id as machine_id, debit, amount, usdt from ledger.posting
    left join reference_price price on price.coin = ledger.coin_of(debit) and price.date = $3
    where transfer_id = $8 and posting.date = $3 and type in ('ELE_CONSUME_BTC', 'ELE_CONSUME_ETH', 'ELE_CONSUME_DOGE')
      and credit = ledger.house_id('ELECTRICITY_REVENUE', ledger.coin_of(debit))
  ),
  evidence as (
    select machine_id, machine_no, charge.customer_id as charged_customer, expected.coin, expected.hashrate,
      expected.pool_fee_rate, expected.epoch_seconds, expected.seconds, expected.power_watts, expected.price, gross, net,
      mined.amount as mined, charge.amount as charged, paid_prepaid, paid_output, paid_output_usdt, owed,
      prepaid.amount as prepaid, swapped.amount as swapped,
      (net is null or (
        kept.customer_id = expected.customer_id and kept.hashrate = expected.hashrate
        and kept.pool_fee_rate = expected.pool_fee_rate and kept.epoch_seconds = expected.epoch_seconds
      )) and (mined.amount is null or (
        is_right and mined.credit = ledger.account_id(expected.customer_id, 'OUTPUT_ACCOUNT', 'BTC')
      )) as is_output_right,
      charge.customer_id = expected.customer_id and charge.coin = expected.coin
        and charge.running_seconds = expected.seconds and charge.power_watts = expected.power_watts
        and charge.price = expected.price
        and (prepaid.debit is null or prepaid.debit = ledger.account_id(expected.customer_id, 'ELE_ACCOUNT', 'USDT'))
        and (swapped.debit is null
          or swapped.debit = ledger.account_id(expected.customer_id, 'OUTPUT_ACCOUNT', expected.coin)) as is_charge_right,
      paid_prepaid = coalesce(prepaid.amount, 0) and paid_output = coalesce(swapped.amount, 0)
        and (paid_output = 0 or ${isFairlyConverted}) as is_paid_by_batch
    from expected
    full join kept using (machine_id)
    full join mined using (machine_id)
    full join charge using (machine_id)
    full join prepaid using (machine_id)
    full join swapped using (machine_id)
  )`;
}

const partOf = (epoch: number) => `seconds_${epoch + 1}`;

/** A machine's own seconds in an epoch, parts of a second dropped once; a machine that ran all of it ran the epoch's seconds. */
function secondsInEpoch(n: number): string {
  const [starts, ends, seconds] = [`($4::timestamptz[])[${n}]`, `($5::timestamptz[])[${n}]`, `($6::int[])[${n}]`];
  const all = `started_at <= ${starts} and (ended_at is null or ended_at >= ${ends})`;
  const overlap = `greatest(0, extract(epoch from least(ended_at, ${ends}) - greatest(started_at, ${starts})))`;
  return `(coalesce(sum(${seconds}) filter (where ${all}), 0)
    + floor(coalesce(sum(${overlap}) filter (where not (${all})), 0)))::int`;
}

/** What OUTPUT paid is worth what it covered, but for the rounding in the customer's favour. */
const isFairlyConverted =
  'paid_output_usdt * 100000000::numeric - paid_output * usdt::numeric between 0 and greatest(usdt, 100000000)';
