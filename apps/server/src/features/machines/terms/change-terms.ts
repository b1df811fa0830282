import { addDays, miningDate, startOfMiningDay } from '../../../platform/clock/clock.ts';
import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts';
import type { LineError } from '../../../platform/imports.ts';
import { inList, type Sentence } from '../../../platform/sentence.ts';
import type { Authority, StaffPorts } from '../../../platform/staff/authority.ts';
import { customerLeft, noMachine, unknownSite } from '../../../platform/staff/refusals.zh.ts';
import { holdFirstOpenDay } from '../external-reads.store.ts';
import { reasonsAgainstModel, reasonsAgainstSpeed } from '../hashrate-bounds.ts';
import { readCustomerIds } from '../import-machines.store.ts';
import { reasonsAgainstPower } from '../machine-cells.ts';
import { makeDueMoves } from '../machine-clock.ts';
import type { CustomerEffect } from './figures.ts';
import {
  type Changed,
  type ChangedWithAhead,
  describeAhead,
  describeEffect,
  effectOf,
  mostTellingFirst,
} from './money-effect.ts';
import { daysOfNotice, earliestRise, risesOf } from './notice-rule.ts';
import * as refusals from './refusals.zh.ts';
import { aheadOfMachine, changeOfMachine, closedDay, moreChanges, tooFarAhead } from './sentences.zh.ts';
import {
  type DayTerms,
  lockTerms,
  type NetworkFigures,
  readLatestNetwork,
  readSiteIds,
  readTermedMachines,
  readTermsOnDays,
  type StoredPatch,
  setMachineTerms,
  type TermedMachine,
} from './terms.store.ts';
import { groupByMachine, withAhead } from './terms-ahead.ts';
import type { TermsChange, TermsPatch } from './terms-file.ts';
import { noticesOf, type TermsNotice } from './terms-notice.zh.ts';

export interface TermsPorts extends Pick<StaffPorts, 'recordAudit'> {
  /** Notices to customers, in the transaction of the change. */
  readonly queueNotices: (db: Queryable, notices: readonly TermsNotice[]) => Promise<void>;
}

/** Who changes terms, why, and when. */
export interface ChangeInput {
  authority: Authority;
  reason: string;
  now: Date;
}

export interface TermsEffect {
  customers: CustomerEffect[];
  changes: ChangedWithAhead[];
  network: NetworkFigures | null;
}

export type TermsResult =
  | ({ outcome: 'changed' } & TermsEffect)
  /** Each machine has these terms already. */
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; errors: LineError[] };

/** Terms further ahead than this are a typing error. */
const daysAheadAtMost = 366;

/** All changes or none. Each customer gets a notice of what changes for them. */
export function changeTerms(
  database: Database,
  ports: TermsPorts,
  changes: readonly TermsChange[],
  { authority, reason, now }: ChangeInput,
): Promise<TermsResult> {
  return database
    .transaction(async (dbTx) => {
      const by = `staff:${authority.by.name}`;
      const result = await attempt(dbTx, changes, { by, now });
      if (result.outcome !== 'changed') throw new TakenBack(result);
      for (const { machineId, takenBack } of result.begun) await makeDueMoves(dbTx, [machineId], now, takenBack);
      await ports.queueNotices(dbTx, noticesOf(result.changes));
      const [first] = changes;
      const isOne = changes.length === 1 && first !== undefined;
      await ports.recordAudit(dbTx, {
        at: now,
        authority,
        action: isOne ? 'terms:set' : 'import:terms',
        subject: isOne ? `machine ${first.machineNo}` : `${changes.length} machines`,
        reason,
        detail: {
          changes: changes.map(inAudit).join('; ').slice(0, longestDetail),
          versions: JSON.stringify(result.stored),
        },
      });
      return result;
    })
    .catch(unlessTakenBack);
}

const longestDetail = 100_000;

/** What `changeTerms` would do now. Changes nothing: it is done and rolled back. */
export function previewTerms(database: Database, changes: readonly TermsChange[], now: Date): Promise<TermsResult> {
  return database
    .transaction(async (dbTx): Promise<TermsResult> => {
      throw new TakenBack(await attempt(dbTx, changes, { by: 'preview', now }));
    })
    .catch(unlessTakenBack);
}

class TakenBack extends Error {
  override readonly name = 'TakenBack';
  readonly result: TermsResult;
  constructor(result: TermsResult) {
    super(`terms are not changed: ${result.outcome}`);
    this.result = result;
  }
}

function unlessTakenBack(error: unknown): TermsResult {
  if (error instanceof TakenBack) return error.result;
  throw error;
}

type Attempt =
  | Exclude<TermsResult, { outcome: 'changed' }>
  | ({
      outcome: 'changed';
      /** Whose terms of today change, and the day whose version is taken back. */
      begun: { machineId: bigint; takenBack: string | null }[];
      /** As the database was given them; `books:check` holds the versions against them. */
      stored: { machine: string; from: string; patch: StoredPatch | null }[];
    } & TermsEffect);

async function attempt(
  dbTx: Transaction,
  all: readonly TermsChange[],
  { by, now }: { by: string; now: Date },
): Promise<Attempt> {
  await lockTerms(dbTx);
  const known = await readKnown(dbTx, all, now);
  const errors = all.flatMap((change) => reasonsAgainst(change, known));
  const wrong = new Set(errors.map(({ line }) => line));
  // The others are tried all the same, so that one attempt names every wrong line.
  const changes = all.filter(({ line }) => !wrong.has(line));
  const stored = changes.map((change) => ({
    machineId: (known.machines.get(change.machineNo) as TermedMachine).id,
    from: change.from,
    patch: storedPatch(change.patch, known),
  }));
  const lastWithoutNotice = addDays(earliestRise(now), -1);
  const before = await readTermsOnDays(dbTx, stored, lastWithoutNotice);
  const cancelError = await setOrRefuse(dbTx, stored, changes, { by, at: now });
  if (cancelError !== null)
    return { outcome: 'refused', errors: [...errors, { line: changes[0]?.line ?? 1, reason: cancelError }] };
  const after = await readTermsOnDays(dbTx, stored, lastWithoutNotice);
  const compared = pairUp(changes, before, after);
  errors.push(...compared.flatMap((pair) => reasonsAgainstResult(pair, now)));
  if (errors.length > 0) return { outcome: 'refused', errors };
  const changed = compared.map(({ days }) => days[0] as Changed);
  const isSame = changes.every(({ patch }) => patch !== null) && changed.every(hasSameTerms);
  if (isSame) return { outcome: 'unchanged' };
  const network = await readLatestNetwork(dbTx);
  const today = miningDate(now);
  return {
    outcome: 'changed',
    changes: await withAhead(dbTx, stored, changed),
    customers: effectOf(changed, network),
    network,
    stored: stored.map(({ machineId, from, patch }) => ({ machine: String(machineId), from, patch })),
    begun: stored
      .filter(({ from }) => from <= today)
      .map(({ machineId, from, patch }) => ({ machineId, takenBack: patch === null ? from : null })),
  };
}

interface Known {
  now: Date;
  firstOpenDay: string | null;
  machines: ReadonlyMap<string, TermedMachine>;
  customers: ReadonlyMap<string, bigint>;
  sites: ReadonlyMap<string, bigint>;
}

async function readKnown(dbTx: Transaction, changes: readonly TermsChange[], now: Date): Promise<Known> {
  const named = (term: 'owner' | 'site') => [...new Set(changes.flatMap(({ patch }) => patch?.[term] ?? []))];
  return {
    now,
    firstOpenDay: await holdFirstOpenDay(dbTx),
    machines: await readTermedMachines(
      dbTx,
      changes.map(({ machineNo }) => machineNo),
    ),
    customers: await readCustomerIds(dbTx, named('owner')),
    sites: await readSiteIds(dbTx, named('site')),
  };
}

/** What can be said against a change before it is tried. */
function reasonsAgainst({ line, machineNo, from, patch }: TermsChange, known: Known): LineError[] {
  const error = (reason: Sentence) => ({ line, reason });
  const machine = known.machines.get(machineNo);
  if (!machine) return [error(noMachine(machineNo))];
  const day = reasonAgainstDay(from, known);
  if (day !== null) return [error(day)];
  if (from < machine.firstDay) return [error(refusals.billedFrom(machineNo, machine.firstDay))];
  return [
    ...(patch?.owner !== undefined && !known.customers.has(patch.owner) ? [refusals.unknownOwner(patch.owner)] : []),
    ...(patch?.site !== undefined && !known.sites.has(patch.site) ? [unknownSite(patch.site)] : []),
    ...(patch?.hostingFeeMonthly !== undefined && machine.purchaseKind !== 'THIRD'
      ? [refusals.noHostingFee(machineNo, machine.purchaseKind)]
      : []),
    ...(patch?.onSiteFrom != null && machine.purchaseKind !== 'THIRD'
      ? [refusals.noHosting(machineNo, machine.purchaseKind)]
      : []),
    ...(patch?.hashrate !== undefined ? reasonsAgainstHashrate(patch.hashrate, machine) : []),
    ...(patch?.onSiteFrom != null ? reasonsAgainstOnSite(patch.onSiteFrom, from, known) : []),
    ...(patch?.endTime && (patch.endTime <= startOfMiningDay(from) || patch.endTime <= known.now)
      ? [refusals.overAtOnce(patch.endTime)]
      : []),
  ].map(error);
}

/** As of a machine that an import brings. */
function reasonsAgainstHashrate(hashrate: string, { coin, hashrateUnit, model }: TermedMachine): Sentence[] {
  const speed = { hashrate, hashrateUnit };
  const [first] = [...reasonsAgainstSpeed(coin, speed), ...reasonsAgainstModel(speed, model)];
  return first ? [first] : [];
}

/** A version decides no day before its own first one: an earlier date would charge nothing and look as if it did. */
function reasonsAgainstOnSite(onSiteFrom: string, from: string, known: Known): Sentence[] {
  if (onSiteFrom < from) return [refusals.hostedBefore(onSiteFrom)];
  const day = reasonAgainstDay(onSiteFrom, known);
  return day === null ? [] : [day];
}

/** Why nothing may begin on a day: it is closed, or a typing error. */
export function reasonAgainstDay(
  from: string,
  { firstOpenDay, now }: { firstOpenDay: string | null; now: Date },
): Sentence | null {
  if (firstOpenDay !== null && from < firstOpenDay) return closedDay(from, firstOpenDay);
  const latest = addDays(miningDate(now), daysAheadAtMost);
  return from > latest ? tooFarAhead(from, daysAheadAtMost) : null;
}

function storedPatch(patch: TermsPatch | null, known: Known): StoredPatch | null {
  if (patch === null) return null;
  const { owner, site, tariff, hashrate, powerWatts, poolFeeRate, hostingFeeMonthly, endTime, onSiteFrom } = patch;
  return {
    ...(owner !== undefined && { customer_id: String(known.customers.get(owner)) }),
    ...(site !== undefined && { site_id: String(known.sites.get(site)) }),
    ...(tariff !== undefined && { tariff_name: tariff }),
    ...(hashrate !== undefined && { hashrate }),
    ...(powerWatts !== undefined && { power_watts: powerWatts }),
    ...(poolFeeRate !== undefined && { pool_fee_rate: poolFeeRate }),
    ...(hostingFeeMonthly !== undefined && { hosting_fee_monthly: String(hostingFeeMonthly) }),
    ...(endTime !== undefined && { end_time: endTime?.toISOString() ?? null }),
    ...(onSiteFrom !== undefined && { on_site_from: onSiteFrom }),
  };
}

/** The database's own refusals of what begins on no day of the machine's, and of an owner who has left: they are for the person, not for the log. */
async function setOrRefuse(
  dbTx: Transaction,
  stored: Parameters<typeof setMachineTerms>[1],
  changes: readonly TermsChange[],
  label: { by: string; at: Date },
): Promise<Sentence | null> {
  try {
    await setMachineTerms(dbTx, stored, label);
    return null;
  } catch (error) {
    const { message } = error as Error;
    const [, left] = /^customer (\d+) has left$/.exec(message) ?? [];
    if (left !== undefined) return customerLeft(BigInt(left));
    const [, machineId, from] = /no version of machine (.*) begins on (.*) and can be taken back/.exec(message) ?? [];
    if (machineId === undefined || from === undefined) throw error;
    const place = stored.findIndex((one) => String(one.machineId) === machineId && one.from === from);
    return refusals.noVersion(message, changes[place]?.machineNo ?? machineId, from);
  }
}

interface Compared {
  change: TermsChange;
  /** Of the change's first day, then of those without notice. */
  days: Changed[];
}

function pairUp(changes: readonly TermsChange[], before: readonly DayTerms[], after: readonly DayTerms[]): Compared[] {
  const keyOf = (machineNo: string, day: string) => `${day} ${machineNo}`;
  const afterByDay = new Map(after.map((terms) => [keyOf(terms.machineNo, terms.day), terms]));
  const beforeByMachine = groupByMachine(before);
  return changes.map((change) => ({
    change,
    days: (beforeByMachine.get(change.machineNo) ?? [])
      .filter(({ day }) => day >= change.from)
      .map((terms) => ({ before: terms, after: afterByDay.get(keyOf(terms.machineNo, terms.day)) as DayTerms })),
  }));
}

function reasonsAgainstResult({ change: { line, machineNo, patch }, days }: Compared, now: Date): LineError[] {
  const [first] = days;
  if (!first) throw new Error(`machine ${machineNo} has no terms on the first day of the change`);
  const { after } = first;
  const reasons: Sentence[] = [];
  if (after.price === null) reasons.push(refusals.noPrice(after.site, after.tariff, after.day));
  const isOtherMachine = patch?.hashrate !== undefined || patch?.powerWatts !== undefined;
  if (after.coin === 'BTC' && isOtherMachine) reasons.push(...reasonsAgainstPower(after));
  const earliest = earliestRise(now);
  for (const { before: old, after: next } of days) {
    const rises = next.day < earliest ? risesOf(old, next) : [];
    if (rises.length === 0) continue;
    reasons.push(refusals.costsMore(machineNo, next.day, inList(rises), { daysOfNotice, earliest }));
    break;
  }
  return reasons.map((reason) => ({ line, reason }));
}

function hasSameTerms({ before, after }: Changed): boolean {
  return JSON.stringify(inOrder(before)) === JSON.stringify(inOrder(after));
}

const inOrder = (terms: DayTerms) =>
  Object.entries(terms)
    .map(([name, value]) => [name, value instanceof Date ? value.toISOString() : String(value)])
    .sort();

function inAudit({ machineNo, from, patch }: TermsChange): string {
  if (patch === null) return `${machineNo} from ${from}: taken back`;
  const fields = Object.entries(patch).map(([name, value]) => `${name} ${textOf(value)}`);
  return `${machineNo} from ${from}: ${fields.join(', ')}`;
}

function textOf(value: string | number | bigint | Date | null): string {
  if (value === null) return 'none';
  return value instanceof Date ? value.toISOString() : String(value);
}

/** A summary for the second person, and lines for a preview. */
export function describeTerms(
  { changes, customers, network }: TermsEffect,
  { machinesAtMost, customersAtMost }: { machinesAtMost: number; customersAtMost: number },
): Sentence[] {
  const machines = new Set(changes.map(({ after }) => after.machineNo)).size;
  const hidden = changes.length - machinesAtMost;
  return [
    ...describeEffect(customers, { machines, network, customersAtMost }),
    ...describeAhead(changes, network),
    ...mostTellingFirst(changes, network)
      .slice(0, machinesAtMost)
      .flatMap((change) => [changeOfMachine(change), ...change.ahead.map(aheadOfMachine)]),
    ...(hidden > 0 ? [moreChanges(hidden)] : []),
  ];
}
