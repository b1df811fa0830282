import type { Data } from '@lode/contract';
import type { DayGroup } from './output.ts';

export type ListedMachine = Data<'machinePage'>['records'][number];

/** Statuses that a machine may stand in for days, and when it came into the one of now. */
const since = {
  SUSPEND: 'suspendTime',
  REPAIR: 'repairTime',
  ARREAR: 'arrearTime',
} as const satisfies Partial<Record<ListedMachine['status'], keyof ListedMachine>>;

export type IdleStatus = keyof typeof since;
export type IdleMachine = ListedMachine & { status: IdleStatus };

const isIdle = (machine: ListedMachine): machine is IdleMachine => machine.status in since;

/**
 * Machines that certainly stood still all of a mining day: they are in their status of now since before it began. The
 * server lists no output for them, and a customer looks for them in vain otherwise. Who moved since then is left out:
 * the list of machines tells nothing of earlier statuses.
 */
export function idleAllDay(day: DayGroup, machines: readonly ListedMachine[], coin: string): IdleMachine[] {
  const start = Date.parse(`${day.date}T00:00:00Z`);
  return machines.filter(isIdle).filter((machine) => {
    const time = machine[since[machine.status]];
    const hasOutput = day.outputs.some(({ machineId }) => machineId === machine.id);
    return machine.coin === coin && !machine.contractEnded && !hasOutput && time !== null && Date.parse(time) <= start;
  });
}
