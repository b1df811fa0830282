/** Outages that are recorded late, and credits for those of closed days. */
import { dayLength, hour, plusDays, startOf } from '../auditor/calendar.ts';
import { canBeCredited } from '../auditor/outage-credits.ts';
import type { Machine } from '../auditor/state.ts';
import type { DatedBackStatus, OutageScope } from '../events.ts';
import { anyMachine, type Choice, type Chooser, closedDay, machineIn } from './chooser.ts';
import { sites } from './plan.ts';

/** A large company has no power at a whole site less often, and gets back to work before it is recorded. */
const largeCompany = 300;

function scopeOf(chooser: Chooser, machine: Machine): OutageScope {
  const { random, machines } = chooser;
  if (random.below(60) === 0) return { site: 'Nowhere' };
  const isSite = random.below(machines.length > largeCompany ? 20 : 3) === 0;
  return isSite ? { site: random.pick(sites) } : { machine: machine.no };
}

/** Recorded late: mostly within open days, of what ran, or ran while staff had stopped it. */
export const outages: Choice = (chooser, now) => {
  const { random, state, machines } = chooser;
  const { below, pick } = random;
  const status: DatedBackStatus = pick(['REPAIR', 'REPAIR', 'REPAIR', 'SUSPEND', 'RUNNING'] as const);
  const stopped = ['REPAIR', 'REPAIR', 'SUSPEND'] as const;
  const machine = machineIn(chooser, status === 'RUNNING' ? pick(stopped) : 'RUNNING') ?? anyMachine(chooser);
  const scope = scopeOf(chooser, machine);
  const firstOpen = state.lastClosed === null ? now - dayLength : startOf(plusDays(state.lastClosed, 1));
  const earliest = below(15) === 0 ? firstOpen - below(dayLength) - 1 : firstOpen;
  const from = pick([earliest, machine.since, earliest + below(Math.max(1, now - earliest))]);
  const isLong = 'site' in scope && machines.length > largeCompany;
  const lasts = !isLong && below('site' in scope ? 12 : 3) === 0;
  const end = pick([now, machine.since, from + below(Math.max(1, now - from)), from + below(dayLength) - hour]);
  const to = lasts || end === from ? null : end;
  return { do: 'record-outage', scope, from, to, status, isProposed: below(2) === 0 };
};

/** Of closed days, whole ones or parts, again and again over one another; now and then into open ones. */
export const outageCredits: Choice = (chooser) => {
  const { random, state, machines } = chooser;
  const { below, pick } = random;
  const date = closedDay(chooser);
  if (date === null) return null;
  const isProposed = below(2) === 0;
  const known = state.credits.at(-1 - below(Math.max(1, state.credits.length)));
  if (known && below(12) === 0) {
    const { scope, from, to, keepsOutput } = known;
    return { do: 'credit-outage', scope, from, to, keepsOutput, isProposed };
  }
  const end = startOf(plusDays(state.lastClosed ?? date, 1));
  const from = startOf(date) + pick([0, below(24) * hour, below(dayLength)]);
  const [short, long] = [from + 1 + below(dayLength), startOf(plusDays(date, 1 + below(3)))];
  const to = below(25) === 0 ? end + below(dayLength) : Math.min(pick([short, short, long]), end);
  const scope = scopeOf(chooser, anyMachine(chooser));
  const keepsOutput = below(4) === 0;
  // What of a large credit has to wait for revenue depends on its batches.
  const isLarge = 'site' in scope && machines.length > largeCompany;
  if (isLarge && to <= end && !canBeCredited(state, { scope, from, to, keepsOutput })) return null;
  return { do: 'credit-outage', scope, from, to, keepsOutput, isProposed };
};
