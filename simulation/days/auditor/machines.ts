/** The life of machines: statuses, contracts and terms in order of time (domain.md §4). */
import type { MachineFacts, Outcome, Patch, Status } from '../events.ts';
import { miningDay, plusDays, startOf } from './calendar.ts';
import type { Machine, Period, State, Terms, Version } from './state.ts';

export function importMachines(state: State, machines: readonly MachineFacts[], now: number): Outcome {
  for (const facts of machines) {
    if (!state.tariffs.has(facts.site)) state.tariffs.set(facts.site, [{ from: '2009-01-03', price: facts.price }]);
    const isRunning = facts.start <= now;
    const { owner, site, hashrate, powerWatts, poolFee, hostingFee, end } = facts;
    const terms: Terms = { owner, site, hashrate, powerWatts, poolFee, hostingFee, end };
    state.machines.set(facts.no, {
      no: facts.no,
      model: facts.model,
      coin: facts.coin,
      kind: facts.kind,
      versions: [{ from: miningDay(facts.start), patch: { ...terms } as Patch, terms, decidedAt: now, begun: true }],
      current: terms,
      status: isRunning ? 'RUNNING' : 'WAITING',
      since: isRunning ? facts.start : now,
      wanted: null,
      contractEnded: false,
      expectedStart: isRunning ? null : facts.start,
      log: [
        {
          from: isRunning ? facts.start : now,
          to: null,
          status: isRunning ? 'RUNNING' : 'WAITING',
          by: 'product',
          isCorrected: false,
        },
      ],
      onSiteSince: isRunning ? facts.start : null,
      hostedTo: null,
    });
  }
  return 'done';
}

/** Null before the first day of a machine. */
export function versionOn({ versions }: Machine, date: string): Version | null {
  for (let at = versions.length - 1; at >= 0; at -= 1) {
    const version = versions[at] as Version;
    if (version.from <= date) return version;
  }
  return null;
}

/** The last day of a version; null when it has no end. */
export function lastDayOf({ versions }: Machine, version: Version): string | null {
  const next = versions[versions.indexOf(version) + 1];
  return next ? plusDays(next.from, -1) : null;
}

export function priceOn(state: State, site: string, date: string): string | null {
  return state.tariffs.get(site)?.findLast(({ from }) => from <= date)?.price ?? null;
}

function move(machine: Machine, to: Status, at: number, by: Period['by'] = 'product'): void {
  const open = machine.log.at(-1);
  if (open) open.to = at;
  machine.log.push({ from: at, to: null, status: to, by, isCorrected: false });
  machine.status = to;
  machine.since = at;
  machine.wanted = null;
  if (to !== 'WAITING' && to !== 'ENCAPSULATION') machine.onSiteSince ??= at;
}

/** What happens by the clock up to a time: starts, ends of contracts, new terms. */
export function advance(state: State, machine: Machine, until: number): void {
  const today = miningDay(until);
  for (const version of machine.versions) {
    if (version.begun || version.from > today) continue;
    moveByClock(state, machine, startOf(version.from) - 1);
    begin(state, machine, version);
  }
  moveByClock(state, machine, until);
}

function moveByClock(state: State, machine: Machine, until: number): void {
  const { expectedStart, current } = machine;
  const starts = machine.status === 'WAITING' && expectedStart !== null && expectedStart <= until;
  if (starts && (current.end === null || expectedStart < current.end))
    move(machine, 'RUNNING', Math.max(expectedStart, machine.since));
  if (machine.contractEnded || current.end === null || current.end > until) return;
  // One of a closed day is due again when a renewal is taken back.
  const firstOpen = state.lastClosed === null ? 0 : startOf(plusDays(state.lastClosed, 1));
  move(machine, 'SUSPEND', Math.max(current.end, machine.since, firstOpen));
  machine.contractEnded = true;
}

/** A machine that stood in ARREAR for its former owner's debt leaves it under one who owes nothing. */
function begin(state: State, machine: Machine, version: Version): void {
  const start = startOf(version.from);
  const hasNewOwner = version.terms.owner !== machine.current.owner;
  const at = Math.max(start, version.decidedAt, machine.since);
  version.begun = true;
  machine.current = version.terms;
  const { end } = version.terms;
  machine.contractEnded &&= end !== null && end <= start;
  if (!hasNewOwner) return;
  machine.wanted = null;
  if (machine.status === 'ARREAR' && !state.owesElectricity(version.terms.owner))
    move(machine, end !== null && end <= at ? 'SUSPEND' : 'RUNNING', at);
}

const isOver = ({ current: { end } }: Machine, at: number): boolean => end !== null && end <= at;

export function moveByCustomer(
  state: State,
  { customer, machine: no, to }: { customer: string; machine: string; to: 'RUNNING' | 'SUSPEND' },
  now: number,
): Outcome {
  const machine = state.machine(no);
  if (machine.current.owner !== customer) return 'refused';
  advance(state, machine, now);
  if (machine.current.owner !== customer) return 'refused';
  if (machine.status === 'ARREAR') {
    machine.wanted = to;
    return 'done';
  }
  const isAllowed =
    to === 'SUSPEND'
      ? machine.status === 'RUNNING'
      : machine.status === 'SUSPEND' && !isOver(machine, now) && !state.owesElectricity(customer);
  if (!isAllowed) return 'refused';
  move(machine, to, now, 'customer');
  return 'done';
}

/** A repair that was dated back took the place of RUNNING. */
function statusBeforeRepair({ log }: Machine): Status {
  const before = log.findLast(({ status, isCorrected }) => status !== 'REPAIR' || isCorrected);
  return before === undefined || before.status === 'SUSPEND' ? 'SUSPEND' : 'RUNNING';
}

export function moveByStaff(
  state: State,
  { machine: no, to: asked }: { machine: string; to: Status | null },
  now: number,
): Outcome {
  const machine = state.machine(no);
  advance(state, machine, now);
  const { status } = machine;
  const isOwing = state.owesElectricity(machine.current.owner);
  const to = asked ?? (status === 'REPAIR' ? statusBeforeRepair(machine) : status);
  const over = isOver(machine, now);
  const moves: Partial<Record<Status, Partial<Record<Status, Status | null>>>> = {
    WAITING: { ENCAPSULATION: 'ENCAPSULATION', RUNNING: over ? null : 'RUNNING' },
    ENCAPSULATION: { RUNNING: over ? null : 'RUNNING' },
    RUNNING: { SUSPEND: 'SUSPEND', REPAIR: 'REPAIR' },
    SUSPEND: { RUNNING: over || isOwing ? null : 'RUNNING', REPAIR: 'REPAIR' },
    // Repair is no path round a debt.
    REPAIR: { RUNNING: over ? null : isOwing ? 'ARREAR' : 'RUNNING', SUSPEND: 'SUSPEND' },
  };
  const target = moves[status]?.[to] ?? null;
  if (target === null) return 'refused';
  move(machine, target, now, 'staff');
  return 'done';
}

/** Once a customer owes no electricity, his machines leave ARREAR for work, or for what he asked for meanwhile. */
export function leaveArrear(state: State, customer: string, now: number): void {
  if (state.owesElectricity(customer)) return;
  const firstOpen = state.lastClosed === null ? 0 : startOf(plusDays(state.lastClosed, 1));
  for (const machine of state.machines.values()) {
    if (machine.status !== 'ARREAR' || machine.current.owner !== customer) continue;
    const at = Math.max(now, firstOpen, machine.since);
    move(machine, isOver(machine, at) ? 'SUSPEND' : (machine.wanted ?? 'RUNNING'), at);
  }
}

const grace = 24 * 3_600_000;

/**
 * Stops machines for charges of a day before `date` that are unpaid a day after they were posted. A debt of a former owner stops
 * no machine.
 */
export function stopOverdue(state: State, date: string, now: number): void {
  const overdue = new Set<Machine>();
  for (const customer of state.customers.values()) {
    for (const charge of customer.owed) {
      if (charge.date >= date || charge.postedAt > now - grace) continue;
      const machine = state.machine(charge.machine);
      if (machine.current.owner === customer.account) overdue.add(machine);
    }
  }
  for (const machine of overdue) {
    const at = Math.max(now, machine.since);
    if (machine.status !== 'RUNNING' || isOver(machine, at)) continue;
    move(machine, 'ARREAR', at);
    state.stops += 1;
  }
}

export function tick(state: State, now: number): void {
  for (const machine of state.machines.values()) advance(state, machine, now);
  if (state.lastClosed !== null) stopOverdue(state, state.lastClosed, now);
}

/** Whole seconds of a machine at work in each epoch of a day. */
export function secondsOn(machine: Machine, date: string, epochs: readonly { seconds: number }[]): number[] {
  let start = startOf(date);
  return epochs.map(({ seconds }) => {
    const end = start + seconds * 1000;
    const worked = workedBetween(machine, start, end);
    start = end;
    return Math.floor(worked / 1000);
  });
}

/** Milliseconds. */
export function workedBetween({ log }: Machine, start: number, end: number): number {
  let worked = 0;
  for (let at = log.length - 1; at >= 0; at -= 1) {
    const { from, to, status } = log[at] as Period;
    if (to !== null && to <= start) break;
    if (status === 'RUNNING') worked += Math.max(0, Math.min(to ?? end, end) - Math.max(from, start));
  }
  return worked;
}

/** A machine in REPAIR goes back to where it was, however long ago. */
const periodsKept = 3;

/** What no correction reaches any more. */
export function forgetPeriods(machine: Machine, firstDay: string): void {
  const start = startOf(firstDay);
  const { log } = machine;
  const [oldest] = log;
  if (log.length <= periodsKept || !oldest || oldest.to === null || oldest.to > start) return;
  machine.log = log.filter(({ to }, at) => to === null || to > start || at >= log.length - periodsKept);
}
