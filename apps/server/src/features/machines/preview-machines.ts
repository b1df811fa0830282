import { maskAccount } from '@lode/contract';
import { displayExact } from '@lode/money';
import type { Queryable } from '../../platform/db/database.ts';
import { type ImportPreview, previewOf } from '../../platform/imports.ts';
import { type KnownModel, readModels, readTariffs } from './import-machines.store.ts';
import { rateOf } from './import-machines.ts';
import { isDateAlone } from './machine-cells.ts';
import {
  type MachineColumn,
  type MachineLine,
  machineColumns,
  type RawMachineLine,
  readMachineLines,
} from './machine-file.ts';
import { purchaseKindNames, timeAsRead } from './machine-file.zh.ts';

const columns: readonly MachineColumn[] = [...machineColumns.required, ...machineColumns.optional];

/** What a file that was found right would bring in, and what stands there that is easily missed: names that are new, dates without a zone. */
export async function previewMachines(
  db: Queryable,
  rawLines: readonly RawMachineLine[],
  newLines: readonly number[],
): Promise<ImportPreview> {
  const { lines } = readMachineLines(rawLines);
  const distinct = (texts: readonly string[]) => [...new Set(texts)];
  const isNew = new Set(newLines);
  const fresh = lines.filter(({ line }) => isNew.has(line));
  const models = await readModels(db, distinct(fresh.map(({ model }) => model)));
  const tariffs = await readTariffs(db, distinct(fresh.map(({ site }) => site)));
  const sites = firstOfEach(fresh, 'site').filter(([line]) => !tariffs.has(line.site));
  const newModels = firstOfEach(fresh, 'model').filter(([line]) => !models.has(line.model));
  return {
    ...previewOf(columns, fresh, newLines, (line) => cellsOf(line, models)),
    added: [
      ...sites.map(([{ line, site, electricityPrice }, count]) => ({
        kind: 'SITE' as const,
        name: site,
        line,
        count,
        facts: electricityPrice,
      })),
      ...newModels.map(([{ line, model, coin, hashrate, hashrateUnit, powerWatts }, count]) => ({
        kind: 'MODEL' as const,
        name: model,
        line,
        count,
        facts: `${coin} · ${hashrate} ${hashrateUnit} · ${powerWatts} W`,
      })),
    ],
    hasDatesAlone: rawLines.some(({ values }) => [values.startTime, values.endTime].some((text) => isDateAlone(text))),
  };
}

/** The first line with each name, and how many have it. */
function firstOfEach(lines: readonly MachineLine[], key: 'site' | 'model'): [MachineLine, number][] {
  const found = new Map<string, [MachineLine, number]>();
  for (const line of lines) {
    const [first, count] = found.get(line[key]) ?? [line, 0];
    found.set(line[key], [first, count + 1]);
  }
  return [...found.values()];
}

function cellsOf(line: MachineLine, models: ReadonlyMap<string, KnownModel>): Record<MachineColumn, string> {
  const usdt = (amount: bigint | null) => (amount === null ? '' : displayExact(amount, 'USDT'));
  return {
    machineNo: line.machineNo,
    account: maskAccount(line.account),
    model: line.model,
    coin: line.coin,
    hashrate: line.hashrate,
    hashrateUnit: line.hashrateUnit,
    powerWatts: String(line.powerWatts),
    purchaseKind: purchaseKindNames[line.purchaseKind],
    site: line.site,
    electricityPrice: line.electricityPrice,
    poolFeeRate: rateOf(line, models),
    startTime: timeAsRead(line.startTime),
    endTime: line.endTime === null ? '' : timeAsRead(line.endTime),
    hostingFeeMonthly: usdt(line.hostingFeeMonthly),
    purchasePrice: usdt(line.purchasePrice),
  };
}
