import { miningDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { owesElectricity } from '../../platform/electricity-debt.ts';
import { holdFirstOpenDay } from './external-reads.store.ts';
import { makeDueMoves } from './machine-clock.ts';
import { type MachineStatus, type MoveRefusal, type Mover, moveReasons, refusalOfMove } from './machine-state.ts';
import {
  type LockedMachine,
  lockMachine,
  lockOwnedMachine,
  moveMachines,
  previousStatus,
  storeWantedStatus,
} from './machines.store.ts';

export type ChangeStatusResult =
  | { outcome: 'changed' | 'stored'; machineId: bigint; from: MachineStatus; to: MachineStatus }
  | { outcome: 'unknown-machine' }
  | { outcome: 'refused'; refusal: MoveRefusal; from: MachineStatus; to: MachineStatus };

/** The owner starts or stops a machine. While it stands in ARREAR the input is kept for the day that it leaves. */
export async function changeByCustomer(
  database: Database,
  request: { customerId: bigint; machineId: bigint; to: 'RUNNING' | 'SUSPEND'; now: Date },
): Promise<ChangeStatusResult> {
  const { customerId, machineId, to, now } = request;
  return database.transaction(async (dbTx) => {
    const machine = await lockUpToDate(dbTx, now, () => lockOwnedMachine(dbTx, machineId, customerId));
    if (!machine) return { outcome: 'unknown-machine' };
    if (machine.status === 'ARREAR') {
      await storeWantedStatus(dbTx, machineId, to);
      return { outcome: 'stored', machineId, from: 'ARREAR', to };
    }
    return move(dbTx, machine, { to, at: now, by: 'customer', name: 'customer', reason: moveReasons.customer });
  });
}

/** Staff moves a machine. Without `to` a machine in REPAIR goes back to where it was. */
export async function changeByOperator(
  dbTx: Transaction,
  request: { machineId: bigint; to: MachineStatus | null; staffName: string; reason: string; now: Date },
): Promise<ChangeStatusResult> {
  const machine = await lockUpToDate(dbTx, request.now, () => lockMachine(dbTx, request.machineId));
  if (!machine) return { outcome: 'unknown-machine' };
  const to = request.to ?? (await placeBeforeRepair(dbTx, machine));
  return move(dbTx, machine, {
    to,
    at: request.now,
    by: 'operator',
    name: `staff:${request.staffName}`,
    reason: request.reason,
  });
}

/** The machine as the clock has it by now: its own due moves come before the action. */
async function lockUpToDate(
  dbTx: Transaction,
  now: Date,
  lock: () => Promise<LockedMachine | null>,
): Promise<LockedMachine | null> {
  const machine = await lock();
  if (!machine) return null;
  return (await makeDueMoves(dbTx, machine.id, now)) > 0 ? lock() : machine;
}

/** A machine that came into REPAIR goes back; any other stays, and the table refuses the move that is none. */
async function placeBeforeRepair(db: Queryable, machine: LockedMachine): Promise<MachineStatus> {
  if (machine.status !== 'REPAIR') return machine.status;
  return (await previousStatus(db, machine.id)) ?? 'SUSPEND';
}

async function move(
  dbTx: Transaction,
  machine: LockedMachine,
  { to: asked, at, by, name, reason }: { to: MachineStatus; at: Date; by: Mover; name: string; reason: string },
): Promise<ChangeStatusResult> {
  const isOwing = await owesElectricity(dbTx, machine.customerId);
  // Repair is no way round a debt: the machine starts when it has been paid.
  const to = machine.status === 'REPAIR' && asked === 'RUNNING' && isOwing ? 'ARREAR' : asked;
  const question = {
    from: machine.status,
    to,
    by,
    isContractOver: machine.endTime !== null && machine.endTime <= at,
    owesElectricity: isOwing,
  };
  const firstOpenDay = await holdFirstOpenDay(dbTx);
  const isDatedTooEarly = at < machine.statusSince || (firstOpenDay !== null && miningDate(at) < firstOpenDay);
  const refusal = refusalOfMove(question) ?? (isDatedTooEarly ? 'DATE' : null);
  if (refusal) return { outcome: 'refused', refusal, from: machine.status, to };
  await moveMachines(dbTx, [{ machineId: machine.id, from: machine.status, to, at }], {
    by: name,
    reason,
    recordedAt: at,
  });
  return { outcome: 'changed', machineId: machine.id, from: machine.status, to };
}
