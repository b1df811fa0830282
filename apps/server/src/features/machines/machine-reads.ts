import type { PurchaseKind } from '@lode/contract/record-states';
import type { MinedCoin } from '@lode/money';
import { many, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { type MachineStatus, moveReasons } from './machine-state.ts';

/** Everything that a card of a machine shows. Money in minor units: outputs of the machine's coin, fees in micro-USDT. */
export interface MachineRow {
  id: bigint;
  machineNo: string;
  model: string;
  site: string;
  coin: MinedCoin;
  purchaseKind: PurchaseKind;
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
  /** Electricity and hosting of the machine. */
  owed: bigint;
  /** Whether its owner owes electricity, of any machine: then it cannot be started. */
  owesElectricity: boolean;
  /** How soon the customer should look at it, from 0. */
  rank: number;
}

/** "Yesterday" is the latest closed mining day. A close that is still running shows nothing of its day. */
const latestClosed = `last_closed_day('mining')`;

/**
 * 00:00 UTC of the day since which a machine has been its owner's; `-infinity` for its first owner. Nothing from before is shown:
 * it is a former owner's.
 */
export const ownSince = `coalesce((
  select max(effective_to)::timestamp at time zone 'UTC' from machine_terms former
  where former.machine_id = machine.id and former.customer_id <> machine.customer_id and former.applied
), '-infinity')`;

/** The time of a status: of a former owner's time only that the machine was in it when it changed hands. */
const ownTime = (time: string, status: string) =>
  `case when ${time} >= own.since then ${time} when status = '${status}' then own.since end`;

const newestPrice = `(select usdt from reference_price price where price.coin = machine.coin and date <= $1 order by date desc limit 1)`;

/** Output of a day, at the newest price, is worth less than its electricity: as the list shows both. Without a price none is. */
const isLoss = (output: string, fee: string) =>
  `coalesce(div(${output}::numeric * ${newestPrice}, 100000000) < ${fee}, false)`;

/** Machines of customer $2 whose yesterday was a loss. */
const losing = `losing as materialized (
    select machine_id
    from (
      select charged.machine_id, sum(amount) as fee
      from latest
      cross join lateral (
        select machine_id, amount from corrected_charge where customer_id = $2 and date = latest.date offset 0
      ) charged
      group by charged.machine_id
    ) charge
    join machine on machine.id = machine_id
    left join (
      select mined.machine_id, mined.coin, sum(net) as net
      from latest
      cross join lateral (
        select machine_id, coin, net from corrected_output where customer_id = $2 and date = latest.date offset 0
      ) mined
      group by mined.machine_id, mined.coin
    ) output using (machine_id, coin)
    where ${isLoss('coalesce(net, 0)', 'fee')}
  )`;

/** From 0, what stands still for a debt, to what needs nothing; `attentions` of the response names the ranks that have a reason. */
const attentionRank = (isLosing: string) => `case
  when status = 'ARREAR' then 0
  when machine.id in (select machine_id from owed_fees where owed_fees.customer_id = $2) then 1
  when status = 'REPAIR' then 2
  when not contract_ended and end_time < ($1::date + 30)::timestamp at time zone 'UTC' then 3
  when contract_ended then 8
  when status = 'SUSPEND' then 4
  when status = 'RUNNING' and ${isLosing} then 5
  when status = 'RUNNING' then 7
  else 6 end`;

/** `machines` selects rows of machine of customer $2, also from `tables`; the sums are made for those alone. */
const cards = (machines: string, { order = 'machine.id desc', tables = [] as readonly string[] } = {}) => `
  with ${[`latest as materialized (select ${latestClosed} as date)`, ...tables].join(', ')}
  select machine.id, machine_no as "machineNo", model.name as model, site.name as site, machine.coin,
    purchase_kind as "purchaseKind", status, wanted_status as "wantedStatus", contract_ended as "contractEnded",
    expected_running_time as "expectedRunningTime", ${ownTime('last_running_time', 'RUNNING')} as "lastRunningTime",
    ${ownTime('suspend_time', 'SUSPEND')} as "suspendTime", ${ownTime('repair_time', 'REPAIR')} as "repairTime",
    ${ownTime('arrear_time', 'ARREAR')} as "arrearTime", ${ownTime('encapsulation_time', 'ENCAPSULATION')} as "encapsulationTime",
    greatest(start_time, own.since) as "startTime", end_time as "endTime",
    trim_scale(machine.hashrate)::text as hashrate, machine.hashrate_unit as "hashrateUnit",
    machine.power_watts as "powerWatts",
    trim_scale((
      select price from tariff
      where tariff.site_id = machine.site_id and tariff.name = tariff_name
      order by effective_from <= $1 desc, abs(effective_from - $1) limit 1
    ))::text as "electricityPrice",
    trim_scale(machine.pool_fee_rate)::text as "poolFeeRate",
    output.yesterday as "yesterdayOutput", output.total + coalesce((
      select sum(net)::bigint from carried_output carried
      where carried.customer_id = machine.customer_id and carried.machine_id = machine.id and carried.coin = machine.coin
    ), 0) as "totalOutput",
    cost.fee as "yesterdayFee",
    coalesce((
      select sum(debt.owed)::bigint from owed_fees debt
      where debt.customer_id = machine.customer_id and debt.machine_id = machine.id
    ), 0) as owed,
    exists (select from owed_electricity debt where debt.customer_id = machine.customer_id) as "owesElectricity",
    ${attentionRank(isLoss('output.yesterday', 'cost.fee'))} as rank
  from latest cross join (${machines}) machine
  join machine_model model on model.id = model_id
  join site on site.id = machine.site_id
  cross join lateral (select ${ownSince} as since) own
  cross join lateral (
    select coalesce(sum(net), 0)::bigint as total, coalesce(sum(net) filter (where day.date = latest.date), 0)::bigint as yesterday
    from day_close day
    cross join lateral (
      select net from corrected_output
      where machine_id = machine.id and coin = machine.coin and date = day.date and customer_id = machine.customer_id offset 0
    ) mined
    where day.kind = 'mining' and day.date <= latest.date and day.date >= (
      select least(min(effective_from), (machine.start_time at time zone 'UTC')::date) from machine_terms terms
      where terms.machine_id = machine.id and terms.customer_id = machine.customer_id)
  ) output
  cross join lateral (
    select coalesce(greatest(sum(amount), 0), 0)::bigint as fee from corrected_charge charge
    where charge.machine_id = machine.id and date = latest.date and charge.customer_id = machine.customer_id
  ) cost
  order by ${order}`;

const isWanted = `customer_id = $2
      and ($3::text is null or status = $3)
      and ($4::text is null or coin = $4)
      and ($5::text is null or purchase_kind = $5)
      and ($9::text is null
        or position(lower($9) in lower(machine_no)) > 0
        or model_id in (select id from machine_model where position(lower($9) in lower(name)) > 0)
        or site_id in (select id from site where position(lower($9) in lower(name)) > 0))`;

const newestFirst = query(
  'machines.page',
  cards(`
    select * from machine
    where ${isWanted} and ($6::bigint is null or id < $6)
    order by id desc limit $7 offset $8`),
).as<MachineRow>();

/** By a key of the machine, the newest first among equals; the cursor names the last machine, whose key is read again. */
const byKey = (key: string, tables: readonly string[] = []) =>
  cards(
    `
    select * from (select machine.*, ${key} as sort_key from machine where ${isWanted}) machine
    where $6::bigint is null
      or (sort_key, -id) > (select ${key}, -id from machine where id = $6 and customer_id = $2)
    order by sort_key, id desc limit $7 offset $8`,
    { order: 'machine.sort_key, machine.id desc', tables },
  );

/** Hashes per second, by the unit: the machines of coins have units of their own. */
const hashesPerSecond = `hashrate * power(1000::numeric, position(left(hashrate_unit, 1) in 'KMGTPE'))`;

const sortedPages = {
  NEWEST: newestFirst,
  ATTENTION: query(
    'machines.page.1',
    byKey(attentionRank('machine.id in (select machine_id from losing)'), [losing]),
  ).as<MachineRow>(),
  HASHRATE: query('machines.page.2', byKey(`-(${hashesPerSecond})`)).as<MachineRow>(),
  NUMBER: query('machines.page.3', byKey('machine_no')).as<MachineRow>(),
  CONTRACT_END: query(
    'machines.page.4',
    byKey(`case when contract_ended then 'infinity' else coalesce(end_time, 'infinity') end`),
  ).as<MachineRow>(),
};

export interface MachineFilter {
  status?: string;
  coin?: string;
  purchaseKind?: string;
  search?: string;
  sort?: keyof typeof sortedPages;
}

/** `today` is the mining day whose electricity price is shown. */
export function readMachines(
  db: Queryable,
  customerId: bigint,
  filter: MachineFilter,
  { after, limit, offset, today }: { after: string | null; limit: number; offset: number; today: string },
): Promise<MachineRow[]> {
  const { status = null, coin = null, purchaseKind = null, search = null, sort = 'NEWEST' } = filter;
  const place = [after, limit, offset];
  return many(db, sortedPages[sort], [today, customerId, status, coin, purchaseKind, ...place, search]);
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
  `select case when started_at >= own.since then period.from_status end as "from", period.status as "to",
     greatest(started_at, own.since) as time, case when started_at >= own.since then reason else $3 end as reason
   from machine
   cross join lateral (select ${ownSince} as since) own
   join machine_status_period period on period.machine_id = machine.id and coalesce(ended_at, 'infinity') > own.since
   where machine.id = $2 and machine.customer_id = $1 order by seq desc limit 200`,
).as<StatusLogRow>();

/**
 * Newest first. A machine that flickers shows its latest 200 moves. The log of a new owner begins with the status in which the
 * machine changed hands.
 */
export function readStatusLog(db: Queryable, customerId: bigint, machineId: bigint): Promise<StatusLogRow[]> {
  return many(db, statusLog, [customerId, machineId, moveReasons.newOwner]);
}

export interface MachineDayRow {
  date: string;
  output: bigint;
  fee: bigint;
}

const lastDays = query(
  'machines.last-days',
  `select day.date, output.net as output, charge.amount as fee
   from machine
   cross join lateral (select ${ownSince} as since) own
   cross join lateral (
     select date from day_close
     where kind = 'mining' and closed_at is not null and date >= (greatest(start_time, own.since) at time zone 'UTC')::date
     order by date desc limit 30
   ) day
   cross join lateral (
     select coalesce(sum(net), 0)::bigint as net from corrected_output mined
     where mined.machine_id = machine.id and mined.date = day.date and mined.coin = machine.coin and mined.customer_id = $1
   ) output
   cross join lateral (
     select coalesce(greatest(sum(amount), 0), 0)::bigint as amount from corrected_charge fee
     where fee.machine_id = machine.id and fee.date = day.date and fee.customer_id = $1
   ) charge
   where machine.id = $2 and machine.customer_id = $1
   order by day.date`,
).as<MachineDayRow>();

/** The last 30 closed days since the machine was the customer's, corrections included, oldest first; a day without work is a day of zeros. */
export function readLastDays(db: Queryable, customerId: bigint, machineId: bigint): Promise<MachineDayRow[]> {
  return many(db, lastDays, [customerId, machineId]);
}
