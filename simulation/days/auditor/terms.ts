/** Terms and prices by mining day (domain.md §4, ADR 0025): what was set for a day stands until a later day sets it again. */
import type { Outcome, Patch, TermsChange } from '../events.ts';
import { dayLength, later, miningDay, plusDays, startOf } from './calendar.ts';
import { scaled } from './exact.ts';
import { advance, priceOn, versionOn } from './machines.ts';
import type { Machine, State, Terms, Version } from './state.ts';

/** What costs more begins after three full days at the earliest. */
function firstDayOfRise(now: number): string {
  const end = now + 3 * dayLength;
  return end % dayLength === 0 ? miningDay(end) : plusDays(miningDay(end), 1);
}

function isOpenDay(state: State, from: string, now: number): boolean {
  const isClosed = state.lastClosed !== null && from <= state.lastClosed;
  return !isClosed && from <= plusDays(miningDay(now), 366);
}

function withPatch(versions: readonly Version[], from: string, patch: Patch | null, now: number): Version[] {
  const at = versions.find((version) => version.from === from);
  const rest = versions.filter((version) => version.from !== from);
  const merged = patch === null ? [] : [{ from, patch: { ...at?.patch, ...patch }, decidedAt: now }];
  const all = [...rest, ...merged].sort((a, b) => (a.from < b.from ? -1 : 1));
  let terms: Terms | undefined;
  return all.map((version) => {
    terms = { ...terms, ...version.patch } as Terms;
    const known = rest.find((one) => one.from === version.from);
    const begun = known !== undefined && version.from < from && known.begun;
    return { from: version.from, patch: version.patch, terms, decidedAt: version.decidedAt, begun };
  });
}

/** With a version taken back, the one before it begins again: where it stands today already, from now on. */
function beginAgain(versions: Version[], from: string, now: number): void {
  const before = versions.findLast((version) => version.from < from);
  if (!before) return;
  before.begun = false;
  if (from <= miningDay(now)) before.decidedAt = now;
}

function costsMore(state: State, before: Terms, after: Terms, date: string): boolean {
  if (before.owner !== after.owner) return false;
  const priceOf = ({ site }: Terms) => scaled(priceOn(state, site, date) ?? '0', 6);
  const [old, next] = [scaled(before.hashrate, 6), scaled(after.hashrate, 6)];
  return (
    priceOf(after) > priceOf(before) ||
    next < old ||
    (next === old && after.powerWatts > before.powerWatts) ||
    scaled(after.poolFee, 6) > scaled(before.poolFee, 6) ||
    (after.hostingFee ?? 0n) > (before.hostingFee ?? 0n)
  );
}

function isAnnounced(state: State, machine: Machine, versions: readonly Version[], from: string, now: number): boolean {
  const free = firstDayOfRise(now);
  for (let date = from; date < free; date = plusDays(date, 1)) {
    const before = versionOn(machine, date);
    const after = versions.findLast((version) => version.from <= date);
    if (before && after && costsMore(state, before.terms, after.terms, date)) return false;
  }
  return true;
}

function isSame(a: Terms, b: Terms): boolean {
  return (Object.keys(a) as (keyof Terms)[]).every((name) => a[name] === b[name]);
}

/** A day that was another owner's, or under no contract, never becomes one of a customer who has left. */
function givesToLeaver(state: State, machine: Machine, versions: readonly Version[], from: string): boolean {
  const hasLeft = ({ terms }: Version) => state.customer(terms.owner).hasLeft;
  const isGiven = versions.some((version) => {
    if (version.from < from || !hasLeft(version)) return false;
    const before = machine.versions.find((one) => one.from === version.from);
    return version.from === from || before?.terms.owner !== version.terms.owner;
  });
  if (isGiven || versions.some((version) => version.from === from)) return isGiven;
  const longer = versions.findLast((version) => version.from < from);
  return longer !== undefined && hasLeft(longer) && (longer.terms.end === null || longer.terms.end > startOf(from));
}

/** All or none. */
export function changeTerms(state: State, changes: readonly TermsChange[], now: number): Outcome {
  const results: [Machine, Version[], string][] = [];
  let isUnchanged = true;
  for (const { machine: no, from, patch } of changes) {
    const machine = state.machines.get(no);
    if (!machine || !isOpenDay(state, from, now) || from < (machine.versions[0] as Version).from) return 'refused';
    if (patch.hostingFee !== undefined && machine.kind !== 'THIRD') return 'refused';
    if (patch.end && (patch.end <= startOf(from) || patch.end <= now)) return 'refused';
    const versions = withPatch(machine.versions, from, patch, now);
    if (givesToLeaver(state, machine, versions, from)) return 'refused';
    const after = versions.find((version) => version.from === from) as Version;
    const before = versionOn(machine, from) as Version;
    if (priceOn(state, after.terms.site, from) === null) return 'refused';
    if (!isAnnounced(state, machine, versions, from, now)) return 'refused';
    isUnchanged &&= isSame(before.terms, after.terms);
    results.push([machine, versions, from]);
  }
  if (isUnchanged) return 'done';
  for (const [machine, versions, from] of results) {
    machine.versions = versions;
    if (from <= miningDay(now)) advance(state, machine, now);
  }
  return 'done';
}

export function cancelTerms(
  state: State,
  { machine: no, from }: { machine: string; from: string },
  now: number,
): Outcome {
  const machine = state.machine(no);
  const [first] = machine.versions;
  if (!isOpenDay(state, from, now) || from === first?.from) return 'refused';
  if (!machine.versions.some((version) => version.from === from)) return 'refused';
  const versions = withPatch(machine.versions, from, null, now);
  if (givesToLeaver(state, machine, versions, from)) return 'refused';
  if (!isAnnounced(state, machine, versions, from, now)) return 'refused';
  beginAgain(versions, from, now);
  machine.versions = versions;
  if (from <= miningDay(now)) advance(state, machine, now);
  return 'done';
}

export function setTariff(
  state: State,
  { site, price, from }: { site: string; price: string; from: string },
  now: number,
): Outcome {
  if (!isOpenDay(state, from, now)) return 'refused';
  const tariff = state.tariffs.get(site);
  if (!tariff) return 'refused';
  if (priceOn(state, site, from) === price) return 'done';
  const isUsed = [...state.machines.values()].some((machine) => standsFrom(machine, site, from));
  const next = tariff.find((version) => version.from > from)?.from ?? '9999-12-31';
  const free = firstDayOfRise(now);
  for (let date = from; isUsed && date < free && date < next; date = plusDays(date, 1)) {
    if (scaled(price, 6) > scaled(priceOn(state, site, date) ?? '999', 6)) return 'refused';
  }
  const rest = tariff.filter((version) => version.from !== from);
  state.tariffs.set(
    site,
    [...rest, { from, price }].sort((a, b) => (a.from < b.from ? -1 : 1)),
  );
  return 'done';
}

/** Whether a machine stands at a site on any day from one on. */
function standsFrom({ versions }: Machine, site: string, from: string): boolean {
  return versions.some((version, at) => {
    const next = versions[at + 1]?.from ?? '9999-12-31';
    return version.terms.site === site && later(next, from) === next && next !== from;
  });
}
