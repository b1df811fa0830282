import { many, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { MachineStatus } from './machine-state.ts';

/** Everything that a card of a machine shows. Money in minor units: outputs of the machine's coin, fees in micro-USDT. */
export interface MachineRow {
  id: bigint;
  machineNo: string;
  model: string;
  site: string;
  coin: 'BTC' | 'ETH' | 'DOGE';
  purchaseKind: 'SUBSCRIBE' | 'THIRD';
  status: MachineStatus;
  wantedStatus: 'RUNNING' | 'SUSPEND' | null;
  contractEnded: boolean;
  expectedRunningTime: Date | null;
  lastRunningTime: Date | null;
  suspendTime: Date | null;
  repairTime: Date | null;
  arrearTime: Date | null;
  encapsulationTime: Date | null;
  startTime: Date;
  endTime: Date | null;
  hashrate: string;
  hashrateUnit: string;
  powerWatts: number;
  electricityPrice: string;
  poolFeeRate: string;
  yesterdayOutput: bigint;
  totalOutput: bigint;
  yesterdayFee: bigint;
  owed: bigint;
}

/** "Yesterday" is the latest closed mining day. A close that is still running shows nothing of its day. */
const latestClosed = `last_closed_day('mining')`;

/** `machines` selects rows of machine; the sums are made for those alone. */
const cards = (machines: string) => `
  with latest as materialized (select ${latestClosed} as date)
  select machine.id, machine_no as "machineNo", model.name as model, site.name as site, machine.coin,
    purchase_kind as "purchaseKind", status, wanted_status as "wantedStatus", contract_ended as "contractEnded",
    expected_running_time as "expectedRunningTime", last_running_time as "lastRunningTime", suspend_time as "suspendTime",
    repair_time as "repairTime", arrear_time as "arrearTime", encapsulation_time as "encapsulationTime",
    start_time as "startTime", end_time as "endTime",
    trim_scale(machine.hashrate)::text as hashrate, machine.hashrate_unit as "hashrateUnit",
    machine.power_watts as "powerWatts",
    trim_scale((
      select price from tariff
      where tariff.site_id = machine.site_id and tariff.name = tariff_name
      order by effective_from <= $1 desc, abs(effective_from - $1) limit 1
    ))::text as "electricityPrice",
    trim_scale(machine.pool_fee_rate)::text as "poolFeeRate",
    output.yesterday as "yesterdayOutput", output.total as "totalOutput",
    coalesce((
      select amount from electricity_charge charge where charge.machine_id = machine.id and date = latest.date
    ), 0) as "yesterdayFee",
    coalesce((
      select sum(debt.owed)::bigint from owed_electricity debt
      where debt.customer_id = machine.customer_id and debt.machine_id = machine.id
    ), 0) as owed
  from latest cross join (${machines}) machine
  join machine_model model on model.id = model_id
  join site on site.id = machine.site_id
  cross join lateral (
    select coalesce(sum(net), 0)::bigint as total, coalesce(sum(net) filter (where date = latest.date), 0)::bigint as yesterday
    from machine_output
    where machine_id = machine.id and coin = machine.coin and date <= latest.date
  ) output
  order by machine.id desc`;

const pageOfMachines = query(
  'machines.page',
  cards(`
    select * from machine
    where customer_id = $2
      and ($3::text is null or status = $3)
      and ($4::text is null or coin = $4)
      and ($5::text is null or purchase_kind = $5)
      and ($6::bigint is null or id < $6)
    order by id desc limit $7 offset $8`),
).as<MachineRow>();

export interface MachineFilter {
  status?: string;
  coin?: string;
  purchaseKind?: string;
}

/** `today` is the mining day whose electricity price is shown. */
export function readMachines(
  db: Queryable,
  customerId: bigint,
  filter: MachineFilter,
  { after, limit, offset, today }: { after: string | null; limit: number; offset: number; today: string },
): Promise<MachineRow[]> {
  const { status = null, coin = null, purchaseKind = null } = filter;
  return many(db, pageOfMachines, [today, customerId, status, coin, purchaseKind, after, limit, offset]);
}

const oneMachine = query(
  'machines.one',
  cards('select * from machine where customer_id = $2 and id = $3'),
).as<MachineRow>();

/** Null for another customer's machine as for one that does not exist. */
export function readMachine(db: Queryable, customerId: bigint, id: bigint, today: string): Promise<MachineRow | null> {
  return maybeOne(db, oneMachine, [today, customerId, id]);
}

export interface StatusLogRow {
  from: MachineStatus | null;
  to: MachineStatus;
  time: Date;
  reason: string;
}

const statusLog = query(
  'machines.status-log',
  `select period.from_status as "from", period.status as "to", started_at as time, reason
   from machine join machine_status_period period on period.machine_id = machine.id
   where machine.id = $2 and machine.customer_id = $1 order by seq desc limit 200`,
).as<StatusLogRow>();

/** Newest first. A machine that flickers shows its latest 200 moves. */
export function readStatusLog(db: Queryable, customerId: bigint, machineId: bigint): Promise<StatusLogRow[]> {
  return many(db, statusLog, [customerId, machineId]);
}

export interface MachineDayRow {
  date: string;
  output: bigint;
  fee: bigint;
}

const lastDays = query(
  'machines.last-days',
  `select day.date, coalesce(output.net, 0) as output, coalesce(charge.amount, 0) as fee
   from machine
   cross join lateral (
     select date from day_close
     where kind = 'mining' and closed_at is not null and date >= (start_time at time zone 'UTC')::date
     order by date desc limit 30
   ) day
   left join machine_output output
     on output.machine_id = machine.id and output.date = day.date and output.coin = machine.coin
   left join electricity_charge charge on charge.machine_id = machine.id and charge.date = day.date
   where machine.id = $2 and machine.customer_id = $1
   order by day.date`,
).as<MachineDayRow>();

/** The last 30 closed days since the machine began, oldest first; a day without work is a day of zeros. */
export function readLastDays(db: Queryable, customerId: bigint, machineId: bigint): Promise<MachineDayRow[]> {
  return many(db, lastDays, [customerId, machineId]);
}
