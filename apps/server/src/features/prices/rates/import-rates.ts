import { importColumns } from '@lode/contract/import-columns';
import { parseDecimal } from '@lode/money';
import { miningDate, startOfMiningDay } from '../../../platform/clock/clock.ts';
import { columnOf } from '../../../platform/csv-words.zh.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import {
  type ImportPreview,
  type ImportResult,
  importFacts,
  previewOf,
  type RawLine,
  readFacts,
} from '../../../platform/imports.ts';
import { LineReader } from '../../../platform/line-reader.ts';
import * as say from '../sentences.zh.ts';
import { faultyRates, insertRates, microCny, rateText, type StoredRate } from './rates.store.ts';

export const rateColumns = importColumns.RATES.required;
export type RateColumn = (typeof rateColumns)[number];

const largestRate = 10n ** 9n;

/** Brings in a file of rates whole or not at all: each that of the first moment of its mining day. */
export function importRates(
  database: Database,
  rawLines: readonly RawLine<RateColumn>[],
  now: Date,
): Promise<ImportResult> {
  return importFacts(database, readRates(rawLines, now), {
    insert: (dbTx, rates) => insertRates(dbTx, rates, now),
    contradictions: faultyRates,
  });
}

/** What is new of a file that was found right. */
export function previewRates(
  rawLines: readonly RawLine<RateColumn>[],
  newLines: readonly number[],
  now: Date,
): ImportPreview {
  return previewOf(rateColumns, readRates(rawLines, now).facts, newLines, ({ time, cny }) => ({
    date: miningDate(time),
    cny: rateText(cny),
  }));
}

const readRates = (rawLines: readonly RawLine<RateColumn>[], now: Date) =>
  readFacts(rawLines, (raw) => {
    const reader = new LineReader(raw, columnOf);
    const date = reader.pastDay('date', miningDate(now));
    const cny = reader.decimal('cny', microCny, (value) => value > 0n && value <= largestRate, say.rate);
    const time = reader.reasons.length > 0 ? new Date(0) : startOfMiningDay(date);
    const fact: StoredRate = { time, cny, source: 'import' };
    return { fact, key: date, keyName: say.rateOf(date), reasons: reader.reasons };
  });

/** Lets one rate stand for the first moment of `date`, in the demo only: a decimal of CNY for one USDT. */
export async function replayRate(db: Queryable, date: string, cny: string, now: Date): Promise<void> {
  const time = startOfMiningDay(date);
  await insertRates(db, [{ time, cny: parseDecimal(cny, microCny), source: 'demo-replay' }], now);
}
