/** What the choices of people share: what they may read of the company, and whom and what they pick. */
import { plusDays } from '../auditor/calendar.ts';
import type { Machine, State } from '../auditor/state.ts';
import type { Action, Status } from '../events.ts';
import type { Random } from './plan.ts';

export interface Chooser {
  state: State;
  random: Random;
  firstDay: string;
  /** Names that were given. */
  customers: string[];
  /** Those of them who have left. */
  left: string[];
  /** One who is about to leave, and settles one thing after the other. */
  leaving: string | null;
  machines: string[];
  arrivals: { count: number };
}

export type Choice = (chooser: Chooser, now: number) => Action | null;

export const percent = (amount: bigint, part: number): bigint => (amount * BigInt(part)) / 100n;

/** One that has the status, if a few attempts find it. */
export function machineIn({ state, random, machines }: Chooser, ...statuses: Status[]): Machine | null {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const machine = state.machine(random.pick(machines));
    if (statuses.includes(machine.status)) return machine;
  }
  return null;
}

export const anyMachine = ({ state, random, machines }: Chooser): Machine => state.machine(random.pick(machines));

/** One who owes more often than another. */
export function customerOf({ state, random, customers }: Chooser): string {
  for (let attempt = random.below(6); attempt > 0; attempt -= 1) {
    const customer = random.pick(customers);
    if (state.owesFees(customer)) return customer;
  }
  return random.pick(customers);
}

export function closedDay({ state, random, firstDay }: Chooser): string | null {
  if (state.lastClosed === null) return null;
  const date = plusDays(state.lastClosed, -random.below(12));
  return date < firstDay ? state.lastClosed : date;
}
