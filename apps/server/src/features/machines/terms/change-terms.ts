import { formatAmount } from '@lode/money';
import { addDays, miningDate, startOfMiningDay } from '../../../platform/clock/clock.ts';
import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts';
import type { LineError } from '../../../platform/imports.ts';
import type { Authority, StaffPorts } from '../../../platform/staff/authority.ts';
import { holdFirstOpenDay } from '../external-reads.store.ts';
import { readCustomerIds } from '../import-machines.store.ts';
import { reasonsAgainstPower } from '../machine-cells.ts';
import { makeDueMoves } from '../machine-clock.ts';
import {
  type Changed,
  type ChangedWithAhead,
  type CustomerEffect,
  describeAhead,
  describeEffect,
  effectOf,
} from './money-effect.ts';
import { daysOfNotice, earliestRise, risesOf } from './notice-rule.ts';
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
  const cancelError = await setOrRefuse(dbTx, stored, { by, at: now });
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
  const error = (reason: string) => ({ line, reason });
  const machine = known.machines.get(machineNo);
  if (!machine) return [error(`there is no machine ${machineNo}`)];
  const day = reasonAgainstDay(from, known);
  if (day !== null) return [error(day)];
  if (from < machine.firstDay) return [error(`machine ${machineNo} is billed from ${machine.firstDay} on`)];
  return [
    ...(patch?.owner !== undefined && !known.customers.has(patch.owner) ? [`account ${patch.owner} is unknown`] : []),
    ...(patch?.site !== undefined && !known.sites.has(patch.site) ? [`site ${patch.site} is unknown`] : []),
    ...(patch?.hostingFeeMonthly !== undefined && machine.purchaseKind !== 'THIRD'
      ? [`machine ${machineNo} is ${machine.purchaseKind}: a hosting fee is for THIRD machines only`]
      : []),
    ...(patch?.onSiteFrom != null && machine.purchaseKind !== 'THIRD'
      ? [`machine ${machineNo} is ${machine.purchaseKind}: only THIRD machines are hosted from a day on`]
      : []),
    ...(patch?.onSiteFrom != null ? reasonsAgainstOnSite(patch.onSiteFrom, from, known) : []),
    ...(patch?.endTime && (patch.endTime <= startOfMiningDay(from) || patch.endTime <= known.now)
      ? [`the contract would be over on its first day: ${patch.endTime.toISOString()}`]
      : []),
  ].map(error);
}

/** A version decides no day before its own first one: an earlier date would charge nothing and look as if it did. */
function reasonsAgainstOnSite(onSiteFrom: string, from: string, known: Known): string[] {
  if (onSiteFrom < from) return [`hosting from ${onSiteFrom} on begins before the terms: let them hold from then on`];
  const day = reasonAgainstDay(onSiteFrom, known);
  return day === null ? [] : [day];
}

/** Why nothing may begin on a day: it is closed, or a typing error. */
export function reasonAgainstDay(
  from: string,
  { firstOpenDay, now }: { firstOpenDay: string | null; now: Date },
): string | null {
  if (firstOpenDay !== null && from < firstOpenDay)
    return `${from} lies in a closed day: ${firstOpenDay} is the first open one`;
  const latest = addDays(miningDate(now), daysAheadAtMost);
  return from > latest ? `${from} is further ahead than ${daysAheadAtMost} days` : null;
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
  label: { by: string; at: Date },
) {
  try {
    await setMachineTerms(dbTx, stored, label);
    return null;
  } catch (error) {
    const isForPerson = /no version of machine .* begins on .* and can be taken back|^customer \d+ has left$/;
    if (error instanceof Error && isForPerson.test(error.message)) return error.message;
    throw error;
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
  const reasons: string[] = [];
  if (after.price === null)
    reasons.push(`site ${after.site} has no price of the tariff ${after.tariff || 'without a name'} on ${after.day}`);
  const isOtherMachine = patch?.hashrate !== undefined || patch?.powerWatts !== undefined;
  if (after.coin === 'BTC' && isOtherMachine) reasons.push(...reasonsAgainstPower(after));
  const earliest = earliestRise(now);
  for (const { before: old, after: next } of days) {
    const rises = next.day < earliest ? risesOf(old, next) : [];
    if (rises.length === 0) continue;
    reasons.push(
      `machine ${machineNo} would cost its customer more on ${next.day} (${rises.join(', ')}): that is announced ${daysOfNotice} full days before, ${earliest} at the earliest`,
    );
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

const usdtOf = ({ hostingFeeMonthly }: DayTerms) => formatAmount(hostingFeeMonthly ?? 0n, 'USDT');

/** Old and new terms of a machine, for people. */
function differencesOf({ before, after }: Changed): string[] {
  const pairs: [name: string, before: string | number | null, after: string | number | null][] = [
    ['owner', before.account, after.account],
    ['site', before.site, after.site],
    ['tariff', before.tariff || 'default', after.tariff || 'default'],
    ['price', before.price, after.price],
    ['hashrate', before.hashrate, after.hashrate],
    ['power', before.powerWatts, after.powerWatts],
    ['pool fee', before.poolFeeRate, after.poolFeeRate],
    ['hosting fee', usdtOf(before), usdtOf(after)],
    ['end', textOf(before.endTime), textOf(after.endTime)],
    ['on site from', before.onSiteFrom ?? 'its status', after.onSiteFrom ?? 'its status'],
  ];
  return pairs.filter(([, old, next]) => old !== next).map(([name, old, next]) => `${name} ${old} → ${next}`);
}

/** A summary for the second person, and lines for a preview. */
export function describeTerms(
  { changes, customers, network }: TermsEffect,
  { machinesAtMost, customersAtMost }: { machinesAtMost: number; customersAtMost: number },
): string[] {
  const machines = new Set(changes.map(({ after }) => after.machineNo)).size;
  const hidden = changes.length - machinesAtMost;
  return [
    ...describeEffect(customers, { machines, network, customersAtMost }),
    ...describeAhead(changes, network),
    ...changes
      .slice(0, machinesAtMost)
      .flatMap((change) => [
        `${change.after.machineNo} from ${change.after.day}: ${differencesOf(change).join(', ') || 'as before'}`,
        ...change.ahead.map(
          (step) =>
            `${step.after.machineNo} from ${step.after.day}, announced before: ${differencesOf(step).join(', ')}`,
        ),
      ]),
    ...(hidden > 0 ? [`and ${hidden} more changes`] : []),
  ];
}
