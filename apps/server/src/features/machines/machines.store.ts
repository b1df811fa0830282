import { execute, many, maybeOne, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { MachineStatus } from './machine-state.ts';

/** What a move is decided on. Read under the row's lock, which every move holds. */
export interface LockedMachine {
  id: bigint;
  machineNo: string;
  customerId: bigint;
  status: MachineStatus;
  statusSince: Date;
  endTime: Date | null;
}

const lockedColumns = `id, machine_no as "machineNo", customer_id as "customerId", status,
  status_since as "statusSince", end_time as "endTime"`;

const lockOwned = lockingQuery(
  'machines.lock-owned',
  `select ${lockedColumns} from machine where id = any($1::bigint[]) and customer_id = $2 order by id for update`,
).as<LockedMachine>();

/** The customer's own machines among these, locked: another customer's is left out like one that does not exist. */
export function lockOwnedMachines(
  dbTx: Transaction,
  ids: readonly bigint[],
  customerId: bigint,
): Promise<LockedMachine[]> {
  return many(dbTx, lockOwned, [ids, customerId]);
}

const lockAny = lockingQuery(
  'machines.lock-any',
  `select ${lockedColumns} from machine where id = any($1::bigint[]) order by id for update`,
).as<LockedMachine>();

export function lockMachines(dbTx: Transaction, ids: readonly bigint[]): Promise<LockedMachine[]> {
  return many(dbTx, lockAny, [ids]);
}

const idByNumber = query('machines.id-by-number', 'select id from machine where machine_no = $1').as<{ id: bigint }>();

export async function findMachineId(db: Queryable, machineNo: string): Promise<bigint | null> {
  return (await maybeOne(db, idByNumber, [machineNo]))?.id ?? null;
}

const moveAt = query(
  'machines.move-at',
  'select from machine_status_period where machine_id = $1 and status = $2 and started_at = $3',
);

/** Whether the machine went to that status at that very time. */
export async function hasMoved(db: Queryable, machineId: bigint, to: MachineStatus, at: Date): Promise<boolean> {
  return (await maybeOne(db, moveAt, [machineId, to, at])) !== null;
}

const statusBefore = query(
  'machines.status-before',
  `select case status when 'SUSPEND' then 'SUSPEND' else 'RUNNING' end as status
   from machine_status_period where machine_id = $1 and (status <> 'REPAIR' or correction_id is not null) order by seq desc limit 1`,
).as<{ status: 'RUNNING' | 'SUSPEND' }>();

/**
 * Where a machine in REPAIR was before; null for one that was never anywhere else. A repair that was dated back took the place
 * of RUNNING.
 */
export async function previousStatus(db: Queryable, machineId: bigint): Promise<MachineStatus | null> {
  return (await maybeOne(db, statusBefore, [machineId]))?.status ?? null;
}

const setWantedStatus = query(
  'machines.set-wanted-status',
  `update machine set wanted_status = $2 where id = any($1::bigint[]) and status = 'ARREAR'`,
);

/** What machines in ARREAR shall do once the electricity is paid. */
export async function storeWantedStatus(
  db: Queryable,
  machineIds: readonly bigint[],
  wanted: 'RUNNING' | 'SUSPEND',
): Promise<void> {
  if (machineIds.length > 0) await execute(db, setWantedStatus, [machineIds, wanted]);
}

/** One move of one machine. `at` is the time that the log shows: of the action, or the nominal one of the clock. */
export interface Move {
  machineId: bigint;
  from: MachineStatus;
  to: MachineStatus;
  at: Date;
}

export interface MoveLabel {
  /** `customer`, `clock`, `close`, `payment`, `import` or `staff:<name>`. */
  by: string;
  reason: string;
  recordedAt: Date;
  endsContract?: boolean;
}

/**
 * Machine, open period and new period in one statement. The condition on `status_since` is the database's own word that
 * periods never overlap. Inserting from `closed` makes the old period end before the new one begins.
 */
const writeMoves = query(
  'machines.write-moves',
  `with move as (
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[]) as move (machine_id, from_status, to_status, at)
   ), moved as (
     update machine set
       status = to_status,
       status_since = at,
       wanted_status = null,
       contract_ended = contract_ended or $8,
       last_running_time = case when to_status = 'RUNNING' then at else last_running_time end,
       suspend_time = case when to_status = 'SUSPEND' and from_status <> 'SUSPEND' then at else suspend_time end,
       repair_time = case when to_status = 'REPAIR' then at else repair_time end,
       arrear_time = case when to_status = 'ARREAR' then at else arrear_time end,
       encapsulation_time = case when to_status = 'ENCAPSULATION' then at else encapsulation_time end
     from move
     where machine.id = machine_id and machine.status = from_status and machine.status_since <= at
     returning machine.id, from_status, to_status, at
   ), closed as (
     update machine_status_period period set ended_at = at
     from moved
     where period.machine_id = moved.id and period.ended_at is null
     returning period.machine_id, period.seq, moved.from_status, to_status, at
   )
   insert into machine_status_period (machine_id, started_at, seq, from_status, status, by, reason, recorded_at)
   select machine_id, at, seq + 1, from_status, to_status, $5, $6, $7 from closed`,
);

/** Writes moves of machines that the caller has locked and checked; all of them or an error. */
export async function moveMachines(dbTx: Transaction, moves: readonly Move[], label: MoveLabel): Promise<void> {
  if (moves.length === 0) return;
  const moved = await execute(dbTx, writeMoves, [
    moves.map((move) => move.machineId),
    moves.map((move) => move.from),
    moves.map((move) => move.to),
    moves.map((move) => move.at),
    label.by,
    label.reason,
    label.recordedAt,
    label.endsContract ?? false,
  ]);
  if (moved !== moves.length) throw new Error(`${moved} of ${moves.length} machine moves were written`);
}

/** A move that is due, with the time it is dated: never before the open period's start. */
export interface DueMove {
  machineId: bigint;
  from: MachineStatus;
  at: Date;
}

const dueStarts = `
  select id as "machineId", status as "from", greatest(expected_running_time, status_since) as at
  from machine
  where status = 'WAITING' and expected_running_time <= $1 and (end_time is null or expected_running_time < end_time)`;

const lockDueStarts = lockingQuery(
  'machines.lock-due-starts',
  `${dueStarts} order by id limit $2 for update`,
).as<DueMove>();
const lockStartsOf = lockingQuery(
  'machines.lock-due-start',
  `${dueStarts} and id = any($2::bigint[]) order by id for update`,
).as<DueMove>();

export function lockStartsDueOf(dbTx: Transaction, machineIds: readonly bigint[], until: Date): Promise<DueMove[]> {
  return many(dbTx, lockStartsOf, [until, machineIds]);
}

export function lockMachinesDueToStart(dbTx: Transaction, until: Date, limit: number): Promise<DueMove[]> {
  return many(dbTx, lockDueStarts, [until, limit]);
}

/** A renewal that is taken back makes an end of a closed day due again: it is dated in the first open one. */
const dueEnds = `
  select id as "machineId", status as "from",
    greatest(end_time, status_since, (select (max(date) + 1)::timestamp at time zone 'UTC' from day_close where kind = 'mining')) as at
  from machine
  where not contract_ended and end_time <= $1 and (not $2 or end_time > created_at)`;

const lockDueEnds = lockingQuery('machines.lock-due-ends', `${dueEnds} order by id limit $3 for update`).as<DueMove>();
const lockEndsOf = lockingQuery(
  'machines.lock-due-end',
  `${dueEnds} and id = any($3::bigint[]) order by id for update`,
).as<DueMove>();

/** Not of a contract that was over when its machine was brought in. */
export function lockContractEndsOf(dbTx: Transaction, machineIds: readonly bigint[], until: Date): Promise<DueMove[]> {
  return many(dbTx, lockEndsOf, [until, true, machineIds]);
}

/** `leavesPastContracts`: without those that were over when the machine was brought in. */
export function lockMachinesWhoseContractEnds(
  dbTx: Transaction,
  { until, leavesPastContracts, limit }: { until: Date; leavesPastContracts: boolean; limit: number },
): Promise<DueMove[]> {
  return many(dbTx, lockDueEnds, [until, leavesPastContracts, limit]);
}

const lockRunning = lockingQuery(
  'machines.lock-running',
  `select id as "machineId", status as "from", greatest($2, status_since) as at
   from machine where id = any($1::bigint[]) and status = 'RUNNING' and coalesce(end_time, 'infinity') > greatest($2, status_since)
     and (
       exists (select from owed_electricity debt where debt.customer_id = machine.customer_id and debt.machine_id = machine.id)
       or not exists (select from owed_electricity debt where debt.machine_id = machine.id))
   order by id for update`,
).as<DueMove>();

/** Those of the machines that are running. A debt of its former owner stops no machine. */
export function lockRunningMachines(dbTx: Transaction, machineIds: readonly bigint[], at: Date): Promise<DueMove[]> {
  return many(dbTx, lockRunning, [machineIds, at]);
}

const lockInArrear = lockingQuery(
  'machines.lock-in-arrear',
  `select id as "machineId", status as "from", greatest($2, status_since) as at,
     case when end_time <= greatest($2, status_since) then 'SUSPEND' else coalesce(wanted_status, 'RUNNING') end as "to"
   from machine
   where customer_id = any($1::bigint[]) and status = 'ARREAR'
     and not exists (select from owed_electricity debt where debt.customer_id = machine.customer_id)
   order by id for update`,
).as<DueMove & { to: 'RUNNING' | 'SUSPEND' }>();

/**
 * Machines in ARREAR of those of the customers who owe no electricity any more, with where each goes from there: what its
 * owner asked for, else back to work.
 */
export function lockMachinesInArrear(dbTx: Transaction, customerIds: readonly bigint[], at: Date) {
  return many(dbTx, lockInArrear, [customerIds, at]);
}
