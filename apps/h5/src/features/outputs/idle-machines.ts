import type { Data } from '@lode/contract';
import type { DayGroup } from './output.ts';

export type ListedMachine = Data<'machinePage'>['records'][number];

/** The time at which the machine entered each idle status. */
const since = {
  SUSPEND: 'suspendTime',
  REPAIR: 'repairTime',
  ARREAR: 'arrearTime',
} as const satisfies Partial<Record<ListedMachine['status'], keyof ListedMachine>>;

type IdleStatus = keyof typeof since;
export type IdleMachine = ListedMachine & { status: IdleStatus };

const isIdle = (machine: ListedMachine): machine is IdleMachine => machine.status in since;

/**
 * Machines that did not run at all on a mining date: they entered their current status before it began. The server lists no
 * output for them. Machines that changed status since are excluded, because the list has no earlier statuses.
 */
export function idleAllDay(day: DayGroup, machines: readonly ListedMachine[], coin: string): IdleMachine[] {
  const start = Date.parse(`${day.date}T00:00:00Z`);
  return machines.filter(isIdle).filter((machine) => {
    const time = machine[since[machine.status]];
    const hasOutput = day.outputs.some(({ machineId }) => machineId === machine.id);
    return machine.coin === coin && !machine.contractEnded && !hasOutput && time !== null && Date.parse(time) <= start;
  });
}
