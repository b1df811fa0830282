import type { NetworkDaySource } from '@lode/contract/record-states';
import type { MinedCoin } from '@lode/money';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** What one machine mined on one day, with the inputs it was computed from. Amounts in minor units of the coin. */
export interface OutputRow {
  machineId: bigint;
  machineNo: string;
  date: string;
  coin: MinedCoin;
  hashrate: string;
  hashrateUnit: string;
  runningSeconds: number;
  /** Null when the pool reported the output. */
  epochSeconds: number[] | null;
  poolFeeRate: string;
  gross: bigint;
  poolFee: bigint;
  net: bigint;
  /** Micro-USDT. */
  fee: bigint;
  firstHeight: number | null;
  lastHeight: number | null;
  /** Null with all that follows when the pool reported the output. */
  blocks: number | null;
  epochs: { difficulty: string; seconds: number }[] | null;
  subsidySum: bigint | null;
  feeSum: bigint | null;
  source: NetworkDaySource | null;
}

/**
 * Day by day from the cursor on: the index of outputs begins with the date. A day is shown when it is sealed, here as on every
 * other screen.
 */
const outputs = (condition: string) => `
  with page as (
    select output.*
    from (
      select date from day_close
      where kind = 'mining' and date between $2 and least($3, $4, (select last_closed_day('mining'))) order by date desc offset 0
    ) day
    cross join lateral (
      select * from machine_output
      where customer_id = $1 and date = day.date
        and (machine_id, coin) < (case when day.date < $4 then 9223372036854775807 else $5 end, $6) ${condition}
      offset 0
    ) output
    order by day.date desc, machine_id desc, coin desc limit $7 offset $8
  )
  select page.machine_id as "machineId", machine.machine_no as "machineNo", page.date, page.coin,
    trim_scale(page.hashrate)::text as hashrate, machine.hashrate_unit as "hashrateUnit",
    page.running_seconds as "runningSeconds", page.epoch_seconds as "epochSeconds",
    trim_scale(page.pool_fee_rate)::text as "poolFeeRate", page.gross, page.pool_fee as "poolFee", page.net,
    coalesce(charge.amount, 0) as fee,
    network.first_height as "firstHeight", network.last_height as "lastHeight", network.blocks, network.epochs,
    network.subsidy_sum as "subsidySum", network.fee_sum as "feeSum", network.source
  from page
  join machine on machine.id = page.machine_id
  left join electricity_charge charge on charge.machine_id = page.machine_id and charge.date = page.date and charge.customer_id = $1
  left join network_day network
    on network.coin = page.coin and network.date = page.date and page.epoch_seconds is not null
  order by page.date desc, page.machine_id desc, page.coin desc`;

const ofAll = query('wallet.outputs', outputs('')).as<OutputRow>();
const ofCoin = query('wallet.outputs-of-coin', outputs('and coin = $9')).as<OutputRow>();
const ofMachine = query('wallet.outputs-of-machine', outputs('and machine_id = $9')).as<OutputRow>();
const ofMachineAndCoin = query(
  'wallet.outputs-of-machine-and-coin',
  outputs('and machine_id = $9 and coin = $10'),
).as<OutputRow>();

export interface OutputFilter {
  coin?: string;
  machineId?: bigint;
  from?: string;
  to?: string;
}

export interface OutputPlace {
  after: readonly [date: string, machineId: string, coin: string] | null;
  limit: number;
  offset: number;
}

const beyondAllOutputs = ['infinity', '0', ''] as const;

/** Newest day first. The condition on the customer stands in every form, also beside a machine. */
export function readOutputs(
  db: Queryable,
  customerId: bigint,
  { coin, machineId, from = '-infinity', to = 'infinity' }: OutputFilter,
  { after, limit, offset }: OutputPlace,
): Promise<OutputRow[]> {
  const values = [customerId, from, to, ...(after ?? beyondAllOutputs), limit, offset];
  if (machineId !== undefined && coin !== undefined) return many(db, ofMachineAndCoin, [...values, machineId, coin]);
  if (machineId !== undefined) return many(db, ofMachine, [...values, machineId]);
  return coin === undefined ? many(db, ofAll, values) : many(db, ofCoin, [...values, coin]);
}
