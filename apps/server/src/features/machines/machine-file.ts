import { importColumns } from '@lode/contract/import-columns';
import type { PurchaseKind } from '@lode/contract/record-states';
import { type MinedCoin, minedCoins } from '@lode/money';
import { columnOf } from '../../platform/csv-words.zh.ts';
import type { LineError, RawLine } from '../../platform/imports.ts';
import { LineReader } from '../../platform/line-reader.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { reasonsAgainstSpeed } from './hashrate-bounds.ts';
import * as cells from './machine-cells.ts';
import {
  readAccount,
  readHashrateUnit,
  readMillionths,
  readText,
  readTime,
  reasonsAgainstPower,
} from './machine-cells.ts';
import * as say from './machine-file.zh.ts';

export const machineColumns = importColumns.MACHINES;

export type MachineColumn = (typeof machineColumns.required)[number] | (typeof machineColumns.optional)[number];

/** One line of the file, understood. Decimals are in their shortest form, so that equal values are equal texts. */
export interface MachineLine {
  line: number;
  machineNo: string;
  account: string;
  model: string;
  coin: MinedCoin;
  hashrate: string;
  hashrateUnit: string;
  powerWatts: number;
  purchaseKind: PurchaseKind;
  site: string;
  electricityPrice: string;
  /** Null when the file leaves it to the model. */
  poolFeeRate: string | null;
  startTime: Date;
  endTime: Date | null;
  /** Micro-USDT. */
  hostingFeeMonthly: bigint | null;
  /** What its owner paid for it, in micro-USDT; null where the file does not say. */
  purchasePrice: bigint | null;
}

export type RawMachineLine = RawLine<MachineColumn>;

/** Understands every line by itself and against the others; what is wrong is all named at once. */
export function readMachineLines(rawLines: readonly RawMachineLine[]): {
  lines: MachineLine[];
  errors: LineError[];
} {
  const errors: LineError[] = [];
  const lines: MachineLine[] = [];
  for (const raw of rawLines) {
    if (raw.wrong !== undefined) {
      errors.push({ line: raw.line, reason: raw.wrong });
      continue;
    }
    const { line, reasons } = readMachineLine(raw);
    if (reasons.length === 0) lines.push(line);
    else errors.push(...reasons.map((reason) => ({ line: raw.line, reason })));
  }
  errors.push(...contradictions(lines));
  return { lines, errors: errors.sort((a, b) => a.line - b.line) };
}

/** Lines that cannot both be true: a number used twice, a model with two powers, a site with two prices. */
function contradictions(lines: readonly MachineLine[]): LineError[] {
  const errors: LineError[] = [];
  const firstOf = <Key>(seen: Map<Key, MachineLine>, key: Key, line: MachineLine): MachineLine => {
    const first = seen.get(key);
    if (!first) seen.set(key, line);
    return first ?? line;
  };
  const numbers = new Map<string, MachineLine>();
  const models = new Map<string, MachineLine>();
  const sites = new Map<string, MachineLine>();
  for (const line of lines) {
    const error = (reason: Sentence) => errors.push({ line: line.line, reason });
    const sameNumber = firstOf(numbers, line.machineNo, line);
    if (sameNumber !== line) error(say.numberTwice(line.machineNo, sameNumber.line));
    const sameModel = firstOf(models, line.model, line);
    if (sameModel.powerWatts !== line.powerWatts)
      error(say.otherPowerOnLine(line.model, sameModel.powerWatts, sameModel.line, line.powerWatts));
    if (sameModel.coin !== line.coin) error(say.otherCoinOnLine(line.model, sameModel.coin, sameModel.line, line.coin));
    const sameSite = firstOf(sites, line.site, line);
    if (sameSite.electricityPrice !== line.electricityPrice)
      error(say.otherPriceOnLine(line.site, sameSite.electricityPrice, sameSite.line, line.electricityPrice));
  }
  return errors;
}

/** The line as far as it could be read; it counts only when no reason against it was found. */
function readMachineLine(raw: RawMachineLine): { line: MachineLine; reasons: readonly Sentence[] } {
  const reader = new LineReader(raw, columnOf);
  const coin = reader.choice('coin', minedCoins);
  const purchaseKind = reader.choice('purchaseKind', ['SUBSCRIBE', 'THIRD'], say.purchaseKinds);
  const startTime = readTime(reader, 'startTime');
  const line: MachineLine = {
    line: raw.line,
    machineNo: readText(reader, 'machineNo', cells.machineNo.shape, cells.machineNo.expected),
    account: readAccount(reader, 'account'),
    model: readText(reader, 'model', cells.modelName.shape, cells.modelName.expected),
    coin,
    hashrate: readMillionths(reader, 'hashrate', cells.hashrate.isAllowed, cells.hashrate.expected),
    hashrateUnit: readHashrateUnit(reader, 'hashrateUnit', coin),
    powerWatts: reader.whole('powerWatts', 1, 1_000_000),
    purchaseKind,
    site: readText(reader, 'site', cells.siteName.shape, cells.siteName.expected),
    electricityPrice: readMillionths(
      reader,
      'electricityPrice',
      cells.tariffPrice.isAllowed,
      cells.tariffPrice.expected,
    ),
    poolFeeRate:
      reader.text('poolFeeRate') === ''
        ? null
        : readMillionths(reader, 'poolFeeRate', cells.poolFeeRate.isAllowed, cells.poolFeeRate.expected),
    startTime,
    endTime: readEndTime(reader, startTime),
    hostingFeeMonthly: readHostingFee(reader, purchaseKind),
    purchasePrice:
      reader.text('purchasePrice') === ''
        ? null
        : reader.decimal('purchasePrice', 6, cells.purchasePrice.isAllowed, cells.purchasePrice.expected),
  };
  if (reader.reasons.length === 0 && coin === 'BTC') reader.reasons.push(...reasonsAgainstPower(line));
  if (reader.reasons.length === 0) reader.reasons.push(...reasonsAgainstSpeed(coin, line));
  return { line, reasons: reader.reasons };
}

type Reader = LineReader<MachineColumn>;

function readHostingFee(reader: Reader, purchaseKind: PurchaseKind): bigint | null {
  if (reader.text('hostingFeeMonthly') === '') return null;
  if (purchaseKind !== 'THIRD') reader.reasons.push(say.thirdOnly);
  return reader.decimal('hostingFeeMonthly', 6, cells.hostingFee.isAllowed, cells.hostingFee.expected);
}

function readEndTime(reader: Reader, startTime: Date): Date | null {
  if (reader.text('endTime') === '') return null;
  const endTime = readTime(reader, 'endTime');
  if (endTime <= startTime) reader.wrong('endTime', say.laterThanStart);
  return endTime;
}
