import { miningDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { owesElectricity } from '../../platform/electricity-debt.ts';
import { holdFirstOpenDay } from './external-reads.store.ts';
import { makeDueMoves } from './machine-clock.ts';
import { type MachineStatus, type MoveRefusal, type Mover, moveReasons, refusalOfMove } from './machine-state.ts';
import {
  type LockedMachine,
  lockMachines,
  lockOwnedMachines,
  type Move,
  moveMachines,
  previousStatus,
  storeWantedStatus,
} from './machines.store.ts';

/** What became of one machine; `machine` is as it was before. */
export interface ChangedMachine {
  machine: LockedMachine;
  to: MachineStatus;
  outcome: 'changed' | 'stored' | 'refused';
  refusal: MoveRefusal | null;
}

export type ChangeStatusResult =
  | { outcome: 'changed'; machineId: bigint; from: MachineStatus; to: MachineStatus }
  | { outcome: 'unknown-machine' }
  | { outcome: 'refused'; refusal: MoveRefusal; from: MachineStatus; to: MachineStatus };

/**
 * The owner starts or stops machines, in the order of their ids. While one stands in ARREAR the input is kept for the day that it
 * leaves. Null, and nothing moved, when one of them is not the customer's.
 */
export async function changeByCustomer(
  database: Database,
  request: { customerId: bigint; machineIds: readonly bigint[]; to: 'RUNNING' | 'SUSPEND'; now: Date },
): Promise<ChangedMachine[] | null> {
  const { customerId, to, now } = request;
  const machineIds = [...new Set(request.machineIds)];
  return database.transaction(async (dbTx) => {
    const lock = () => lockOwnedMachines(dbTx, machineIds, customerId);
    const machines = await lockUpToDate(dbTx, now, lock);
    if (machines.length < machineIds.length) return null;
    const inArrear = machines.filter(({ status }) => status === 'ARREAR');
    await storeWantedStatus(
      dbTx,
      inArrear.map(({ id }) => id),
      to,
    );
    const others = machines.filter(({ status }) => status !== 'ARREAR');
    const order = { at: now, by: 'customer', name: 'customer', reason: moveReasons.customer } as const;
    const moved = await moveAll(dbTx, others, { ...order, to: () => to });
    return [...inArrear.map((machine) => ({ machine, to, outcome: 'stored' as const, refusal: null })), ...moved].sort(
      (a, b) => (a.machine.id < b.machine.id ? -1 : 1),
    );
  });
}

/** Staff moves a machine. Without `to` a machine in REPAIR goes back to where it was. */
export async function changeByOperator(
  dbTx: Transaction,
  { machineId, ...request }: OperatorRequest & { machineId: bigint },
): Promise<ChangeStatusResult> {
  const [changed] = (await changeAllByOperator(dbTx, { machineIds: [machineId], ...request })) ?? [];
  if (!changed) return { outcome: 'unknown-machine' };
  const { machine, to, refusal } = changed;
  if (refusal !== null) return { outcome: 'refused', refusal, from: machine.status, to };
  return { outcome: 'changed', machineId: machine.id, from: machine.status, to };
}

interface OperatorRequest {
  to: MachineStatus | null;
  staffName: string;
  reason: string;
  now: Date;
}

/** The same for machines of any owners, in the order of their ids. Null, and nothing moved, when one of them does not exist. */
export async function changeAllByOperator(
  dbTx: Transaction,
  { machineIds, to, staffName, reason, now }: OperatorRequest & { machineIds: readonly bigint[] },
): Promise<ChangedMachine[] | null> {
  const machines = await lockUpToDate(dbTx, now, () => lockMachines(dbTx, machineIds));
  if (machines.length < new Set(machineIds).size) return null;
  const asked = new Map<bigint, MachineStatus>();
  for (const machine of machines) asked.set(machine.id, to ?? (await placeBeforeRepair(dbTx, machine)));
  return moveAll(dbTx, machines, {
    // Repair is no way round a debt: the machine starts when it has been paid.
    to({ id, status }, isOwing) {
      const wanted = asked.get(id) ?? status;
      return status === 'REPAIR' && wanted === 'RUNNING' && isOwing ? 'ARREAR' : wanted;
    },
    at: now,
    by: 'operator',
    name: `staff:${staffName}`,
    reason,
  });
}

/** The machines as the clock has them by now: their own due moves come before the action. */
async function lockUpToDate(
  dbTx: Transaction,
  now: Date,
  lock: () => Promise<LockedMachine[]>,
): Promise<LockedMachine[]> {
  const machines = await lock();
  if (machines.length === 0) return machines;
  const ids = machines.map(({ id }) => id);
  return (await makeDueMoves(dbTx, ids, now)) > 0 ? lock() : machines;
}

/** A machine that came into REPAIR goes back; any other stays, and the table refuses the move that is none. */
async function placeBeforeRepair(db: Queryable, machine: LockedMachine): Promise<MachineStatus> {
  if (machine.status !== 'REPAIR') return machine.status;
  return (await previousStatus(db, machine.id)) ?? 'SUSPEND';
}

/** Moves those of the machines that may be moved; what was decided of each, in their order. */
async function moveAll(
  dbTx: Transaction,
  machines: readonly LockedMachine[],
  order: {
    to: (machine: LockedMachine, isOwing: boolean) => MachineStatus;
    at: Date;
    by: Mover;
    name: string;
    reason: string;
  },
): Promise<ChangedMachine[]> {
  if (machines.length === 0) return [];
  const { at, by } = order;
  const owing = new Map<bigint, boolean>();
  for (const { customerId } of machines)
    if (!owing.has(customerId)) owing.set(customerId, await owesElectricity(dbTx, customerId));
  const firstOpenDay = await holdFirstOpenDay(dbTx);
  const isInClosedDay = firstOpenDay !== null && miningDate(at) < firstOpenDay;
  const decided = machines.map((machine): ChangedMachine => {
    const isOwing = owing.get(machine.customerId) ?? false;
    const to = order.to(machine, isOwing);
    const question = {
      from: machine.status,
      to,
      by,
      isContractOver: machine.endTime !== null && machine.endTime <= at,
      owesElectricity: isOwing,
    };
    const refusal = refusalOfMove(question) ?? (isInClosedDay || at < machine.statusSince ? 'DATE' : null);
    return { machine, to, refusal, outcome: refusal === null ? 'changed' : 'refused' };
  });
  const moves = decided
    .filter(({ refusal }) => refusal === null)
    .map(({ machine, to }): Move => ({ machineId: machine.id, from: machine.status, to, at }));
  await moveMachines(dbTx, moves, { by: order.name, reason: order.reason, recordedAt: at });
  return decided;
}
