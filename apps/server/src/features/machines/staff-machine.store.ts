import type { PurchaseKind } from '@lode/contract/record-states';
import { many, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { MachineStatus } from './machine-state.ts';
import { type ListedMachine, listedMachines } from './staff-list.store.ts';

export interface StaffMachine extends ListedMachine {
  purchaseKind: PurchaseKind;
  powerWatts: number;
  poolFeeRate: string;
  tariff: string;
  price: string | null;
  hostingFeeMonthly: bigint | null;
  startTime: Date;
  endTime: Date | null;
  wantedStatus: MachineStatus | null;
  expectedRunningTime: Date | null;
  createdAt: Date;
  owed: bigint;
}

const priceOn = (terms: string, day: string) => `trim_scale((
    select price from tariff where tariff.site_id = ${terms}.site_id and tariff.name = ${terms}.tariff_name and tariff.effective_from <= ${day}
    order by tariff.effective_from desc limit 1
  ))::text`;

const oneMachine = query(
  'machines.staff-one',
  listedMachines(
    'select * from machine where id = $1',
    `, purchase_kind as "purchaseKind", machine.power_watts as "powerWatts", trim_scale(machine.pool_fee_rate)::text as "poolFeeRate",
    tariff_name as tariff, ${priceOn('machine', '$2::date')} as price, hosting_fee_monthly as "hostingFeeMonthly",
    start_time as "startTime", end_time as "endTime", wanted_status as "wantedStatus", expected_running_time as "expectedRunningTime",
    machine.created_at as "createdAt",
    coalesce((
      select sum(debt.owed)::bigint from owed_fees debt
      where debt.customer_id = machine.customer_id and debt.machine_id = machine.id
    ), 0) as owed`,
  ),
).as<StaffMachine>();

/** `today` is the mining day whose price is shown. */
export function readStaffMachine(db: Queryable, id: bigint, today: string): Promise<StaffMachine | null> {
  return maybeOne(db, oneMachine, [id, today]);
}

const shownAtMost = 100;

export interface StaffTerms {
  from: string;
  until: string | null;
  isApplied: boolean;
  customerId: bigint;
  account: string;
  site: string;
  tariff: string;
  price: string | null;
  hashrate: string;
  powerWatts: number;
  poolFeeRate: string;
  hostingFeeMonthly: bigint | null;
  endTime: Date | null;
  recordedBy: string;
}

const versions = query(
  'machines.staff-terms',
  `select effective_from as from, nullif(effective_to, 'infinity') as until, applied as "isApplied", terms.customer_id as "customerId", account,
     site.name as site, tariff_name as tariff, ${priceOn('terms', 'terms.effective_from')} as price,
     trim_scale(hashrate)::text as hashrate, power_watts as "powerWatts", trim_scale(pool_fee_rate)::text as "poolFeeRate",
     hosting_fee_monthly as "hostingFeeMonthly", end_time as "endTime", recorded_by as "recordedBy"
   from machine_terms terms
   join customer on customer.id = terms.customer_id
   join site on site.id = terms.site_id
   where machine_id = $1 order by effective_from desc limit ${shownAtMost}`,
).as<StaffTerms>();

/** The newest first, announced ones among them. */
export function readStaffTerms(db: Queryable, machineId: bigint): Promise<StaffTerms[]> {
  return many(db, versions, [machineId]);
}

export interface StaffMoveRow {
  from: MachineStatus | null;
  to: MachineStatus;
  at: Date;
  until: Date | null;
  by: string;
  reason: string;
  isCorrected: boolean;
}

const moves = query(
  'machines.staff-moves',
  `select from_status as from, status as to, started_at as at, ended_at as until, by, reason, correction_id is not null as "isCorrected"
   from machine_status_period where machine_id = $1 order by seq desc limit ${shownAtMost}`,
).as<StaffMoveRow>();

/** The newest first, those of former owners' time among them. */
export function readStaffMoves(db: Queryable, machineId: bigint): Promise<StaffMoveRow[]> {
  return many(db, moves, [machineId]);
}

export interface StaffDay {
  date: string;
  runningSeconds: number | null;
  output: bigint;
  fee: bigint;
  owed: bigint;
}

const days = query(
  'machines.staff-days',
  `select day.date, charge.running_seconds as "runningSeconds", coalesce(output.net, 0) as output, coalesce(fee.amount, 0) as fee,
     coalesce(charge.owed, 0) as owed
   from machine
   cross join lateral (
     select date from day_close
     where kind = 'mining' and closed_at is not null
       and date >= (select min(effective_from) from machine_terms terms where terms.machine_id = machine.id)
     order by date desc limit 30
   ) day
   left join electricity_charge charge on charge.machine_id = machine.id and charge.date = day.date
   left join lateral (
     select sum(net)::bigint as net from corrected_output mined
     where mined.machine_id = machine.id and mined.date = day.date and mined.coin = machine.coin
   ) output on true
   left join lateral (
     select greatest(sum(amount), 0)::bigint as amount from corrected_charge corrected
     where corrected.machine_id = machine.id and corrected.date = day.date
   ) fee on true
   where machine.id = $1 order by day.date desc`,
).as<StaffDay>();

/** The last 30 closed mining days since its first terms, corrections included, the newest first. */
export function readStaffDays(db: Queryable, machineId: bigint): Promise<StaffDay[]> {
  return many(db, days, [machineId]);
}
