import { parseDecimal } from '@lode/money';
import { miningDate, startOfMiningDay } from '../../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { type ImportResult, importFacts, type RawLine, readFacts } from '../../../platform/imports.ts';
import { LineReader } from '../../../platform/line-reader.ts';
import { faultyRates, insertRates, type StoredRate } from './rates.store.ts';

export const rateColumns = ['date', 'cny'] as const;
type RateColumn = (typeof rateColumns)[number];

const microCny = 6;
const largestRate = 10n ** 9n;

/** Brings in a file of rates whole or not at all: each that of the first moment of its mining day. */
export function importRates(
  database: Database,
  rawLines: readonly RawLine<RateColumn>[],
  now: Date,
): Promise<ImportResult> {
  const today = miningDate(now);
  const read = readFacts(rawLines, (raw) => {
    const reader = new LineReader(raw);
    const date = reader.pastDay('date', today);
    const cny = reader.decimal(
      'cny',
      microCny,
      (value) => value > 0n && value <= largestRate,
      'CNY for one USDT above 0 with at most 6 decimals',
    );
    const time = reader.reasons.length > 0 ? new Date(0) : startOfMiningDay(date);
    const fact: StoredRate = { time, cny, source: 'import' };
    return { fact, key: date, reasons: reader.reasons };
  });
  return importFacts(database, read, {
    insert: (dbTx, rates) => insertRates(dbTx, rates, now),
    contradictions: faultyRates,
  });
}

/** Lets one rate stand for the first moment of `date`, in the demo only: a decimal of CNY for one USDT. */
export async function replayRate(db: Queryable, date: string, cny: string, now: Date): Promise<void> {
  const time = startOfMiningDay(date);
  await insertRates(db, [{ time, cny: parseDecimal(cny, microCny), source: 'demo-replay' }], now);
}
