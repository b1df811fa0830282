/**
 * Outages in open days (domain.md §4, ADR 0032): the status log is corrected. REPAIR and SUSPEND take the place of RUNNING; RUNNING
 * that of REPAIR and of a stop by staff, up to the end of the contract.
 */
import type { Action, DatedBackStatus, OutageScope, Outcome } from '../events.ts';
import { miningDay, plusDays, startOf } from './calendar.ts';
import { advance, lastDayOf } from './machines.ts';
import { type Span, union, within, without } from './spans.ts';
import type { Machine, Period, State, Version } from './state.ts';

type RecordOutage = Extract<Action, { do: 'record-outage' }>;

export const isKnown = (state: State, scope: OutageScope): boolean =>
  'site' in scope ? state.tariffs.has(scope.site) : state.machines.has(scope.machine);

export function recordOutage(state: State, { scope, from, to, status }: RecordOutage, now: number): Outcome {
  for (const machine of state.machines.values()) advance(state, machine, now);
  const end = to ?? Infinity;
  const firstOpen = state.lastClosed === null ? -Infinity : startOf(plusDays(state.lastClosed, 1));
  const isPast = from < now && (to === null || to <= now);
  if (!isKnown(state, scope) || !isPast || end <= from || from < firstOpen) return 'refused';
  if (status === 'RUNNING' && to === null) return 'refused';
  let machines = 0;
  for (const machine of 'site' in scope ? state.machines.values() : [state.machine(scope.machine)]) {
    const spans = spansOf(machine, { scope, status, span: { from, to: end }, now });
    if (!correctLog(machine, spans, status)) continue;
    machines += 1;
    state.relogged.add(machine.no);
  }
  if (machines === 0) return 'refused';
  state.outages.push({ scope, from, to, status, machines });
  return 'done';
}

interface Window {
  scope: OutageScope;
  status: DatedBackStatus;
  span: Span;
  now: number;
}

/** Of a site the days on which the terms have the machine there. An end of terms that lies ahead is none yet. */
function spansOf(machine: Machine, { scope, status, span, now }: Window): Span[] {
  const spans: Span[] = [];
  for (const version of machine.versions) {
    const start = startOf(version.from);
    if (start > now || ('site' in scope && version.terms.site !== scope.site)) continue;
    const end = endOf(machine, version);
    const contractEnd = status === 'RUNNING' ? (version.terms.end ?? Infinity) : Infinity;
    spans.push(...within([span], start, Math.min(end > now ? Infinity : end, contractEnd)));
  }
  return union(spans.filter(({ from }) => from < now));
}

function endOf(machine: Machine, version: Version): number {
  const last = lastDayOf(machine, version);
  return last === null ? Infinity : startOf(plusDays(last, 1));
}

function isReplaceable({ status, by }: Period, wanted: DatedBackStatus): boolean {
  if (wanted !== 'RUNNING') return status === 'RUNNING';
  return status === 'REPAIR' || (status === 'SUSPEND' && by === 'staff');
}

/** Whether anything changed. What goes on after the outage is a period of its own. */
function correctLog(machine: Machine, spans: readonly Span[], status: DatedBackStatus): boolean {
  if (spans.length === 0) return false;
  let isChanged = false;
  const log = machine.log.flatMap((period): Period[] => {
    const whole = { from: period.from, to: period.to ?? Infinity };
    const replaced = isReplaceable(period, status) ? spans.flatMap(({ from, to }) => within([whole], from, to)) : [];
    if (replaced.length === 0) return [period];
    isChanged = true;
    const periodOf = ({ from, to }: Span, what: Period): Period => ({ ...what, from, to: to === Infinity ? null : to });
    const corrected = { ...period, by: 'staff', isCorrected: true } as const;
    const standing = without([whole], replaced).map((span) =>
      periodOf(span, span.from === period.from ? period : corrected),
    );
    return [...standing, ...replaced.map((span) => periodOf(span, { ...corrected, status }))].sort(
      (a, b) => a.from - b.from,
    );
  });
  if (!isChanged) return false;
  const current = log.at(-1) as Period;
  machine.log = log;
  machine.status = current.status;
  machine.since = current.from;
  return true;
}

/** Days of the calendar that a time touches. */
export function daysOf(from: number, to: number): string[] {
  const days: string[] = [];
  for (let date = miningDay(from); startOf(date) < to; date = plusDays(date, 1)) days.push(date);
  return days;
}
