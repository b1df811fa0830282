import type { StatusPeriod } from '@lode/ui';
import type { MachineDetail } from './machine.ts';

/** The machine's status log as periods, oldest first; the newest one goes on until `now`. */
export function periodsOf(log: MachineDetail['statusLog'], now: Date): StatusPeriod[] {
  const oldestFirst = log.map((_, i) => log[log.length - 1 - i] as (typeof log)[number]);
  return oldestFirst.map(({ to, time }, i) => ({
    status: to,
    from: new Date(time),
    to: new Date(oldestFirst[i + 1]?.time ?? now),
  }));
}

export interface RunningTime {
  /** Whole minutes, rounded down. */
  minutes: number;
  /** How often it stood still. */
  stops: number;
}

const minuteMs = 60_000;

/** Whole minutes, at least 0. */
export function minutesBetween(from: string, to: string): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / minuteMs));
}

/** Adds up what ran; status changes between two kinds of standstill are one stop. */
export function runningTimeOf(parts: readonly StatusPeriod[]): RunningTime {
  const ran = parts.filter(({ status }) => status === 'RUNNING');
  const milliseconds = ran.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0);
  const stops = parts.filter(
    ({ status }, i) => status !== 'RUNNING' && (i === 0 || parts[i - 1]?.status === 'RUNNING'),
  ).length;
  return { minutes: Math.floor(milliseconds / minuteMs), stops };
}
