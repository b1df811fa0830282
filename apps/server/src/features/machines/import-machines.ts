import { createHash } from 'node:crypto';
import { addDays, miningDate } from '../../platform/clock/clock.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { ImportResult, LineError } from '../../platform/imports.ts';
import type { Alert } from '../../platform/log/alerts.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { announcedPrices } from './announced-prices.ts';
import { holdFirstOpenDay } from './external-reads.store.ts';
import { reasonsAgainstModel } from './hashrate-bounds.ts';
import {
  insertImport,
  insertMachines,
  insertModels,
  insertPurchases,
  insertSites,
  type KnownMachine,
  type KnownModel,
  lockImports,
  readCustomerIds,
  readMachinesByNumber,
  readModels,
  readTariffs,
  type TariffVersion,
} from './import-machines.store.ts';
import { type MachineLine, type RawMachineLine, readMachineLines } from './machine-file.ts';
import * as say from './machine-file.zh.ts';
import type { TermsPorts } from './terms/change-terms.ts';
import { alertOf, type ImportedBy, type WatchPorts } from './watch-imports.ts';

const defaultPoolFeeRate = '0.04';

/** Brings in a file whole or not at all. The same file again changes nothing. */
export async function importMachines(
  database: Database,
  ports: Pick<TermsPorts, 'queueNotices'> & WatchPorts,
  rawLines: readonly RawMachineLine[],
  now: Date,
  { fileHash = hashOf(rawLines), importer }: { fileHash?: Buffer; importer?: ImportedBy | undefined } = {},
): Promise<ImportResult> {
  const { lines, errors } = readMachineLines(rawLines);
  const raised: Alert[] = [];
  const result = await database.transaction(async (dbTx): Promise<ImportResult> => {
    const known = await readKnown(dbTx, lines);
    const allErrors = [...errors, ...lines.flatMap((line) => reasonsAgainst(line, known))];
    if (allErrors.length > 0) return { outcome: 'refused', errors: allErrors.sort((a, b) => a.line - b.line) };
    const fresh = lines.filter((line) => !known.machines.has(line.machineNo));
    await insertFresh(dbTx, fresh, known, now);
    await ports.queueNotices(dbTx, announcedPrices(fresh, known.tariffs, now));
    const counts = { imported: fresh.length, alreadyThere: lines.length - fresh.length };
    await insertImport(dbTx, { at: now, fileHash, ...counts });
    if (importer !== undefined) {
      const newSites = sitesOf(fresh).filter(({ site }) => !known.tariffs.has(site));
      const beyondModel = countBeyondModel(fresh, known.models);
      const alert = await alertOf(dbTx, { fresh, newSites, beyondModel, importer, fileHash });
      if (alert !== null && (await ports.raiseAlert(dbTx, alert, now))) raised.push(alert);
    }
    return { outcome: 'imported', ...counts, newLines: fresh.map(({ line }) => line) };
  });
  for (const alert of raised) ports.announceAlert(alert);
  return result;
}

const sitesOf = (lines: readonly MachineLine[]) => [
  ...new Map(lines.toReversed().map((line) => [line.site, line])).values(),
];

/** Of lines that come from no file. */
const hashOf = (lines: readonly RawMachineLine[]): Buffer =>
  createHash('sha256').update(JSON.stringify(lines)).digest();

interface Known {
  customers: ReadonlyMap<string, bigint>;
  models: ReadonlyMap<string, KnownModel>;
  tariffs: ReadonlyMap<string, readonly TariffVersion[]>;
  machines: ReadonlyMap<string, KnownMachine>;
  firstOpenDay: string | null;
}

async function readKnown(dbTx: Transaction, lines: readonly MachineLine[]): Promise<Known> {
  const distinct = (texts: readonly string[]) => [...new Set(texts)];
  await lockImports(dbTx);
  return {
    firstOpenDay: await holdFirstOpenDay(dbTx),
    customers: await readCustomerIds(dbTx, distinct(lines.map((line) => line.account))),
    models: await readModels(dbTx, distinct(lines.map((line) => line.model))),
    tariffs: await readTariffs(dbTx, distinct(lines.map((line) => line.site))),
    machines: await readMachinesByNumber(
      dbTx,
      lines.map((line) => line.machineNo),
    ),
  };
}

function reasonsAgainst(line: MachineLine, known: Known): LineError[] {
  const existing = known.machines.get(line.machineNo);
  const reasons: Sentence[] = existing
    ? differencesFrom(existing, line, known)
    : [...contradictionsOfModel(line, known), ...contradictionsOfTime(line, known)];
  const price = priceInForce(known.tariffs.get(line.site), miningDate(line.startTime));
  if (price !== null && price !== line.electricityPrice)
    reasons.push(say.otherPrice(line.site, price, line.electricityPrice));
  if (!known.customers.has(line.account)) reasons.push(say.unknownAccount(line.account));
  return reasons.map((reason) => ({ line: line.line, reason }));
}

/** A model that is new is what its first line says. */
function countBeyondModel(fresh: readonly MachineLine[], models: ReadonlyMap<string, KnownModel>): number {
  const first = new Map<string, MachineLine>();
  return fresh.filter((line) => {
    if (!first.has(line.model)) first.set(line.model, line);
    const model = models.get(line.model) ?? first.get(line.model) ?? line;
    return reasonsAgainstModel(line, { ...model, name: line.model }).length > 0;
  }).length;
}

function contradictionsOfModel(line: MachineLine, known: Known): Sentence[] {
  const model = known.models.get(line.model);
  if (!model) return [];
  const reasons: Sentence[] = [];
  if (model.powerWatts !== line.powerWatts) reasons.push(say.otherPower(line.model, model.powerWatts, line.powerWatts));
  if (model.coin !== line.coin) reasons.push(say.otherCoin(line.model, model.coin, line.coin));
  return reasons;
}

/** A closed day is never posted again: a machine cannot have worked in them afterwards. */
function contradictionsOfTime(line: MachineLine, { firstOpenDay }: Known): Sentence[] {
  if (firstOpenDay === null || miningDate(line.startTime) >= firstOpenDay) return [];
  return [say.closedDay(addDays(firstOpenDay, -1))];
}

/** A number that is known must be the very same machine: an import changes nothing. */
function differencesFrom(existing: KnownMachine, line: MachineLine, known: Known): Sentence[] {
  const pairs: [name: string, there: unknown, here: unknown][] = [
    ['account', existing.customerId, known.customers.get(line.account)],
    ['model', existing.model, line.model],
    ['coin', existing.coin, line.coin],
    ['hashrate', existing.hashrate, line.hashrate],
    ['hashrateUnit', existing.hashrateUnit, line.hashrateUnit],
    ['powerWatts', existing.powerWatts, line.powerWatts],
    ['purchaseKind', existing.purchaseKind, line.purchaseKind],
    ['site', existing.site, line.site],
    ['poolFeeRate', existing.poolFeeRate, line.poolFeeRate ?? existing.poolFeeRate],
    ['startTime', existing.startTime.getTime(), line.startTime.getTime()],
    ['endTime', existing.endTime?.getTime() ?? null, line.endTime?.getTime() ?? null],
    ['hostingFeeMonthly', existing.hostingFeeMonthly, line.hostingFeeMonthly],
    ['purchasePrice', existing.purchasePrice, line.purchasePrice ?? existing.purchasePrice],
  ];
  return pairs.filter(([, there, here]) => there !== here).map(([name]) => say.thereOtherwise(line.machineNo, name));
}

/** The tariff's price on a day; days before its first version have the price of that one. Null for a new site. */
function priceInForce(versions: readonly TariffVersion[] | undefined, date: string): string | null {
  const inForce = versions?.findLast((version) => version.effectiveFrom <= date) ?? versions?.[0];
  return inForce?.price ?? null;
}

export const rateOf = (line: MachineLine, models: ReadonlyMap<string, KnownModel>): string =>
  line.poolFeeRate ?? models.get(line.model)?.poolFeeRate ?? defaultPoolFeeRate;

async function insertFresh(dbTx: Transaction, fresh: readonly MachineLine[], known: Known, now: Date): Promise<void> {
  const firstByName = <Key extends 'model' | 'site'>(key: Key) => [
    ...new Map(fresh.toReversed().map((line) => [line[key], line])).values(),
  ];
  await insertModels(
    dbTx,
    firstByName('model')
      .filter((line) => !known.models.has(line.model))
      .map((line) => ({ ...line, poolFeeRate: rateOf(line, known.models) })),
  );
  await insertSites(
    dbTx,
    firstByName('site').filter((line) => !known.tariffs.has(line.site)),
  );
  await insertMachines(
    dbTx,
    fresh.map((line) => ({
      ...line,
      customerId: known.customers.get(line.account) as bigint,
      poolFeeRate: rateOf(line, known.models),
      status: line.startTime <= now ? 'RUNNING' : 'WAITING',
    })),
    now,
  );
  await insertPurchases(dbTx, fresh, now);
}
