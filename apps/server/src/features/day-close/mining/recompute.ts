import { electricityFee, fppsOutput } from '@lode/mining';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CustomerRange } from '../close-kind.ts';
import { dayEpochs } from './day-epochs.ts';
import type { NetworkDay } from './fpps-terms.ts';

/** Rows of machines with the same figures are one group: one computation tells of all of them. */
const listedMachines = 5;

/** $1 and $2 the customers, $3 the day, $4 and $5 starts and ends of the epochs. Terms that overlap give a machine two rows. */
const ran = `term as materialized (
    select machine_id, machine_no, terms.customer_id, coin, terms.hashrate, terms.power_watts, terms.pool_fee_rate, terms.site_id, terms.tariff_name
    from machine_terms terms join machine on machine.id = machine_id
    where terms.customer_id between $1 and $2 and effective_from <= $3 and effective_to > $3
  ), overlap as (
    select machine_id, n, floor(sum(extract(epoch from least(coalesce(ended_at, ends), ends) - greatest(started_at, starts))))::int as seconds
    from (select distinct machine_id from term) owned
    cross join lateral (
      select started_at, ended_at from machine_status_period period
      where period.machine_id = owned.machine_id and status = 'RUNNING'
        and started_at < ($5::timestamptz[])[array_length($5::timestamptz[], 1)] and coalesce(ended_at, 'infinity') > ($4::timestamptz[])[1]
      offset 0
    ) period
    cross join unnest($4::timestamptz[], $5::timestamptz[]) with ordinality as epoch (starts, ends, n)
    where started_at < ends and coalesce(ended_at, 'infinity') > starts
    group by machine_id, n
  ), ran as (
    select machine_id, array_agg(coalesce(seconds, 0) order by n) as epoch_seconds, sum(coalesce(seconds, 0))::int as seconds
    from (select distinct machine_id from overlap) machine
    cross join generate_series(1, array_length($4::timestamptz[], 1)) n
    left join overlap using (machine_id, n)
    group by machine_id having sum(coalesce(seconds, 0)) > 0
  )`;

interface OutputGroup {
  coin: string;
  hashrate: string | null;
  poolFeeRate: string | null;
  epochSeconds: number[] | null;
  reportedGross: bigint | null;
  reportedNet: bigint | null;
  gross: bigint | null;
  net: bigint | null;
  mined: bigint | null;
  areFactsRight: boolean;
  machines: bigint[];
}

/** $6 the transfer of the outputs. */
const outputs = query(
  'day-close.recompute-outputs',
  `with ${ran}, expected as (
     select machine_id, 'BTC' as coin, customer_id, hashrate, pool_fee_rate, epoch_seconds, seconds, null::bigint as gross, null::bigint as net
     from term join ran using (machine_id) where term.coin = 'BTC'
     union all
     select machine_id, report.coin, customer_id, hashrate, null, null, coalesce(seconds, 0), gross, gross - pool_fee
     from term join pool_report report using (machine_id) left join ran using (machine_id) where report.date = $3
   ), kept as (
     select machine_id, coin, customer_id, hashrate, pool_fee_rate, epoch_seconds, running_seconds, gross, net
     from machine_output where customer_id between $1 and $2 and date = $3
   ), mined as (
     select source_id as machine_id, ledger.coin_of(debit) as coin, min(credit) as credit, ledger.total(amount) as amount,
       count(*) = 1 and bool_and(date = $3 and type = 'MINING_OUTPUT' and ledger.name_of(debit) = 'MINING_RECEIVABLE') as is_right
     from ledger.posting where transfer_id = $6 group by 1, 2
   ), side_by_side as (
     select machine_id, coin, expected.hashrate::text as hashrate, expected.pool_fee_rate::text as pool_fee_rate, expected.epoch_seconds,
       expected.gross as reported_gross, expected.net as reported_net, kept.gross, kept.net, mined.amount as mined,
       (kept.machine_id is null or (kept.customer_id, kept.hashrate, kept.running_seconds) = (expected.customer_id, expected.hashrate, expected.seconds)
         and (kept.pool_fee_rate, kept.epoch_seconds) is not distinct from (expected.pool_fee_rate, expected.epoch_seconds)) is true
       and (mined.machine_id is null or is_right and mined.credit = ledger.account_id(expected.customer_id, 'OUTPUT_ACCOUNT', coin)) is true
       and count(*) over (partition by machine_id, coin) = 1 as are_facts_right
     from expected full join kept using (machine_id, coin) full join mined using (machine_id, coin)
   )
   select coin, hashrate, pool_fee_rate as "poolFeeRate", epoch_seconds as "epochSeconds", reported_gross as "reportedGross",
     reported_net as "reportedNet", gross, net, mined, are_facts_right as "areFactsRight",
     (array_agg(machine_id order by machine_id))[:${listedMachines}] as machines
   from side_by_side group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`,
).as<OutputGroup>();

interface ChargeGroup {
  powerWatts: number | null;
  seconds: number | null;
  price: string | null;
  amount: bigint | null;
  areFactsRight: boolean;
  machines: bigint[];
  site: bigint | null;
}

const charges = query(
  'day-close.recompute-charges',
  `with ${ran}, standing as materialized (
     select distinct on (site_id, name) site_id, name, price from tariff where effective_from <= $3 order by site_id, name, effective_from desc
   ), expected as (
     select machine_id, machine_no, customer_id, coin, power_watts, seconds, price, term.site_id
     from term join ran using (machine_id) left join standing on standing.site_id = term.site_id and name = tariff_name
   ), kept as (
     select machine_id, machine_no, customer_id, coin, power_watts, running_seconds, price, amount
     from electricity_charge where customer_id between $1 and $2 and date = $3
   ), side_by_side as (
     select machine_id, expected.power_watts, expected.seconds, expected.price::text as price, amount, site_id,
       (expected.machine_no, expected.customer_id, expected.coin, expected.power_watts, expected.seconds, expected.price)
         is not distinct from (kept.machine_no, kept.customer_id, kept.coin, kept.power_watts, kept.running_seconds, kept.price)
         and count(*) over (partition by machine_id) = 1 as are_facts_right
     from expected full join kept using (machine_id)
   )
   select power_watts as "powerWatts", seconds, price, amount, are_facts_right as "areFactsRight", site_id as site,
     (array_agg(machine_id order by machine_id))[:${listedMachines}] as machines
   from side_by_side group by 1, 2, 3, 4, 5, 6`,
).as<ChargeGroup>();

/** One wrong figure of a machine's day. */
export interface WrongFigure {
  subject: string;
  expected: string;
  found: string;
}

/** Outputs and charges of a batch of a closed day, computed again from terms, status log, tariffs, network day and pool reports. */
export async function* recompute(
  db: Queryable,
  batch: { date: string; network: NetworkDay; range: CustomerRange; outputTransfer: string | null },
): AsyncGenerator<WrongFigure> {
  const { date, network, range, outputTransfer } = batch;
  const { starts, ends } = dayEpochs(date, network.epochs);
  const values = [range.first, range.last, date, starts, ends];
  for (const group of await many(db, outputs, [...values, outputTransfer])) {
    const { coin, gross, net, mined, machines } = group;
    const due = outputDue(group, network);
    if (group.areFactsRight && due && gross === due.gross && net === due.net && (mined ?? 0n) === due.net) continue;
    yield {
      subject: `output of ${named(machines)} in ${coin} on ${date}`,
      expected: due === null ? 'none' : `${due.gross} gross, ${due.net} net`,
      found: `${gross ?? 'none'} gross, ${net ?? 'none'} net, ${mined ?? 'none'} posted${group.areFactsRight ? '' : ', with other facts'}`,
    };
  }
  for (const { powerWatts, seconds, price, amount, areFactsRight, machines, site } of await many(db, charges, values)) {
    const fee =
      powerWatts === null || seconds === null || price === null ? null : electricityFee(powerWatts, seconds, price);
    if (areFactsRight && fee !== null && fee === amount) continue;
    yield {
      subject: `electricity of ${named(machines)} at site ${site ?? 'none'} on ${date}`,
      expected: String(fee ?? 'none'),
      found: `${amount ?? 'none'}${areFactsRight ? '' : ', with other facts'}`,
    };
  }
}

const named = (machines: readonly bigint[]) => machines.map((id) => `machine ${id}`).join(', ');

function outputDue(group: OutputGroup, network: NetworkDay): { gross: bigint; net: bigint } | null {
  const { hashrate, poolFeeRate, epochSeconds, reportedGross, reportedNet } = group;
  if (reportedGross !== null && reportedNet !== null) return { gross: reportedGross, net: reportedNet };
  if (hashrate === null || poolFeeRate === null || epochSeconds === null) return null;
  const epochs = network.epochs.map(({ difficulty }, i) => ({ difficulty, seconds: epochSeconds[i] ?? 0 }));
  return fppsOutput({ ...network, hashrate, poolFeeRate, epochs });
}
