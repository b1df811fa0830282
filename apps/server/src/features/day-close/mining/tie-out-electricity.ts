import { electricityFee } from '@lode/mining';
import { type DbTx, many, statement } from '../../../platform/db/database.ts';
import type { CustomerRange, TieOut } from '../close-kind.ts';
import { type DayEpochs, expectedRun } from './expected-run.ts';

/** Whether what OUTPUT paid is worth what it covered, but for the rounding in the customer's favour. */
const isFairlyConverted = `(paid_output = 0
  or paid_output_usdt * 100000000::numeric - paid_output * usdt::numeric between 0 and greatest(usdt, 100000000))`;

/**
 * Of each machine of the range that ran: what it should be charged for, its charge, and what the batch's transfer took
 * for it, side by side. A row that one of them lacks shows nulls.
 */
const evidence = `
  with ${expectedRun},
  tariff_of_day as (
    select site_id, name, (array_agg(price order by effective_from desc))[1] as price
    from tariff where effective_from <= $3 group by site_id, name
  ),
  expected as (
    select machine.id, machine_no, customer_id, coin, power_watts, seconds, price
    from machine
    join ran on ran.machine_id = machine.id
    left join tariff_of_day tariff on tariff.site_id = machine.site_id and tariff.name = tariff_name
  ),
  charged as (
    select charge.*, usdt
    from electricity_charge charge
    left join reference_price price on price.coin = charge.coin and price.date = charge.date
    where customer_id between $1 and $2 and charge.date = $3
  ),
  taken as (
    select source_id, min(debit / 100) as customer_id, min(debit / 100) = max(debit / 100) as is_one_customer,
      coalesce(sum_units(amount) filter (where ledger.coin_of(debit) = 'USDT'), 0) as prepaid,
      coalesce(sum_units(amount) filter (where ledger.coin_of(debit) <> 'USDT'), 0) as output
    from ledger.posting where transfer_id = $7 and date = $3
    group by source_id
  ),
  evidence as (
    select coalesce(expected.id, charged.machine_id, source_id) as machine_id, expected.machine_no, charged.customer_id,
      expected.power_watts, expected.price, expected.seconds, charged.amount, paid_prepaid, paid_output, paid_output_usdt, owed,
      (charged.customer_id, charged.coin, charged.running_seconds, charged.power_watts, charged.price)
        = (expected.customer_id, expected.coin, expected.seconds, expected.power_watts, expected.price)
        and (source_id is null or (is_one_customer and taken.customer_id = expected.customer_id)) as fits,
      (paid_prepaid, paid_output) = (coalesce(prepaid, 0), coalesce(output, 0)) and ${isFairlyConverted} as is_paid_by_batch
    from expected
    full join charged on charged.machine_id = expected.id
    full join taken on source_id = coalesce(expected.id, charged.machine_id)
  )`;

interface ChargeGroup {
  powerWatts: number | null;
  price: string | null;
  seconds: number;
  machines: number;
  charged: number;
  misfits: number;
  leastAmount: bigint | null;
  mostAmount: bigint | null;
  accounted: bigint;
}

const groups = statement<ChargeGroup>(
  'day-close.tie-out-electricity',
  `${evidence}
   select power_watts as "powerWatts", trim_scale(price)::text as price, seconds, count(*)::int as machines, count(amount)::int as charged,
     count(*) filter (where (fits and is_paid_by_batch) is not true)::int as misfits,
     min(amount) as "leastAmount", max(amount) as "mostAmount",
     coalesce(sum_units(paid_prepaid + paid_output_usdt + owed), 0) as accounted
   from evidence group by power_watts, evidence.price, seconds`,
);

/**
 * Names what is wrong. A charge that somebody paid since the batch is right when all postings for it together say what
 * it says; one statement reads both, so that a payment that comes in meanwhile cannot come between.
 */
const culprits = statement<{ name: string; amount: bigint | null; paid: string; taken: string }>(
  'day-close.tie-out-electricity-culprits',
  `${evidence}
   select coalesce(machine_no, 'id ' || evidence.machine_id) as name, amount,
     concat_ws(' + ', paid_prepaid, paid_output) as paid, concat_ws(' + ', prepaid, output) as taken
   from evidence
   cross join lateral (
     select coalesce(sum_units(posting.amount) filter (where type = 'ELE_CONSUME_USDT'), 0) as prepaid,
       coalesce(sum_units(posting.amount) filter (where type <> 'ELE_CONSUME_USDT'), 0) as output
     from ledger.posting
     where customer = evidence.customer_id and type <> 'MINING_OUTPUT'
       and type in ('ELE_CONSUME_USDT', 'ELE_CONSUME_BTC', 'ELE_CONSUME_ETH', 'ELE_CONSUME_DOGE')
       and date = $3 and source_id = evidence.machine_id
   ) posted
   where (power_watts, price, seconds) is not distinct from ($8::int, $9::numeric, $10::int)
     and (fits and amount = $11 and (is_paid_by_batch or (paid_prepaid, paid_output) = (prepaid, output))) is not true
   order by name limit 20`,
);

/** Charges of the range, recomputed group by group, and what was paid of them. */
export async function tieOutElectricity(
  dbTx: DbTx,
  day: { date: string; epochs: DayEpochs; range: CustomerRange; transferId: string | null },
): Promise<Omit<TieOut, 'digest'>> {
  const { date, epochs, range, transferId } = day;
  const values = [range.first, range.last, date, epochs.starts, epochs.ends, epochs.seconds, transferId];
  const line = { name: 'electricity', coin: 'USDT' as const, expected: 0n, posted: 0n };
  const differences: string[] = [];
  for (const group of await many(dbTx, groups, values)) {
    const { powerWatts, price, seconds } = group;
    const fee = powerWatts === null || price === null ? 0n : electricityFee(powerWatts, seconds, price);
    line.expected += fee * BigInt(group.machines);
    line.posted += group.accounted;
    if (tiesOut(group, fee)) continue;
    for (const culprit of await many(dbTx, culprits, [...values, powerWatts, price, seconds, fee])) {
      differences.push(
        `electricity of machine ${culprit.name} on ${date}: expected ${fee}, charged ${culprit.amount ?? 'none'}, paid ${culprit.paid}, posted ${culprit.taken}`,
      );
    }
  }
  return { lines: [line], differences };
}

function tiesOut(
  { powerWatts, machines, charged, misfits, leastAmount, mostAmount }: ChargeGroup,
  fee: bigint,
): boolean {
  return powerWatts !== null && charged === machines && misfits === 0 && leastAmount === fee && mostAmount === fee;
}
