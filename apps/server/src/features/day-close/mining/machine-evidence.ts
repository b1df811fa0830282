/**
 * `expected`: each machine of a range that ran, by what the inputs say of its day. The first parameters are those of `machineEvidence`,
 * $1 to $6. Each `offset 0` keeps an order: of the first, that seconds are computed once.
 */
export function expectedMachines(epochs: number): string {
  const each = Array.from({ length: epochs }, (_, i) => secondsInEpoch(i + 1));
  const parts = each.map((_, i) => partOf(i));
  return `
  with ran as (
    select version.machine_id, machine_no, version.customer_id, machine.coin, version.hashrate, version.pool_fee_rate,
      version.power_watts, version.site_id, version.tariff_name, ${each.map((seconds, i) => `${seconds} as ${partOf(i)}`).join(', ')}
    from machine_terms version
    join machine on machine.id = version.machine_id,
      lateral (
        select started_at, ended_at from machine_status_period log
        where log.machine_id = machine.id and log.status = 'RUNNING'
          and started_at < ($5::timestamptz[])[${epochs}] and coalesce(ended_at, 'infinity') > ($4::timestamptz[])[1]
        offset 0
      ) period
    where version.customer_id between $1 and $2 and version.effective_from = (
      select max(effective_from) from machine_terms begun where begun.machine_id = version.machine_id and effective_from <= $3
    )
    group by version.machine_id, version.effective_from, machine.id
    offset 0
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
  )`;
}

/**
 * Of each machine of a range that ran, is kept or is posted: what the inputs say of its day (newest terms by then, status log,
 * tariff), its output row, its output line, its charge and the lines that paid it, side by side. A row that one of them
 * lacks shows nulls. Each table is read once, and nothing here is shared with the queries that posted.
 *
 * Parameters: $1 and $2 the first and last customer, $3 the day, $4 to $6 starts, ends and seconds of the epochs, $7 and
 * $8 the transfers of outputs and electricity. `offset 0` keeps the log from being read for all machines there are.
 */
export function machineEvidence(epochs: number): string {
  return `${expectedMachines(epochs)},
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
    select machine_id, customer_id, coin, running_seconds, power_watts, price, amount, paid_prepaid, paid_btc, paid_eth,
      paid_doge, paid_output_usdt, owed
    from electricity_charge where customer_id between $1 and $2 and date = $3
  ),
  prepaid as (
    select source_id as machine_id, debit, amount from ledger.posting
    where transfer_id = $8 and date = $3 and type = 'ELE_CONSUME_USDT'
      and credit = ledger.house_id('ELECTRICITY_REVENUE', 'USDT')
  ),
  swapped as (
    select source_id as machine_id, min(customer) as payer, min(customer) = max(customer)
        and bool_and(ledger.is_customer_account(debit, 'OUTPUT_ACCOUNT', ledger.coin_of(debit))) as is_output,
      ${paidIn('BTC')} as btc, ${paidIn('ETH')} as eth, ${paidIn('DOGE')} as doge, sum(amount * usdt::numeric) as worth,
      sum(greatest(usdt, 100000000)) as rounding
    from ledger.posting
    left join reference_price price on price.coin = ledger.coin_of(debit) and price.date = $3
    where transfer_id = $8 and posting.date = $3 and type in ('ELE_CONSUME_BTC', 'ELE_CONSUME_ETH', 'ELE_CONSUME_DOGE')
      and credit = ledger.house_id('ELECTRICITY_REVENUE', ledger.coin_of(debit))
    group by source_id
  ),
  evidence as (
    select machine_id, machine_no, charge.customer_id as charged_customer, expected.coin, expected.hashrate,
      expected.pool_fee_rate, expected.epoch_seconds, expected.seconds, expected.power_watts, expected.price, gross, net,
      mined.amount as mined, charge.amount as charged, paid_prepaid, paid_btc, paid_eth, paid_doge, paid_output_usdt, owed,
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
        and (payer is null or is_output and payer = expected.customer_id) as is_charge_right,
      paid_prepaid = coalesce(prepaid.amount, 0)
        and (paid_btc, paid_eth, paid_doge) = (coalesce(btc, 0), coalesce(eth, 0), coalesce(doge, 0))
        and (payer is null or ${isFairlyConverted}) as is_paid_by_batch
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

/** What OUTPUT paid in a coin. */
const paidIn = (coin: string) => `coalesce(sum_units(amount) filter (where type = 'ELE_CONSUME_${coin}'), 0)`;

/** What OUTPUT paid is worth what it covered, but for the rounding of each coin in the customer's favour. */
const isFairlyConverted = 'paid_output_usdt * 100000000::numeric - worth between 0 and rounding';
