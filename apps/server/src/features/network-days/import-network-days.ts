import { formatAmount, type MinedCoin } from '@lode/money';
import { miningDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import {
  type ImportPreview,
  type ImportResult,
  importFacts,
  type LineError,
  previewOf,
  type RawLine,
} from '../../platform/imports.ts';
import type { SubsidyRule } from './day-bounds.ts';
import type { NetworkDay } from './network-day.ts';
import { farDifficulties, findNetworkDays, insertNetworkDays } from './network-days.store.ts';
import { type NetworkDayColumn, networkDayColumns, readNetworkDays } from './read-network-days.ts';
import * as say from './sentences.zh.ts';

/** Brings in a file of network days whole or not at all. A day never changes: another value for it is an error. */
export function importNetworkDays(
  database: Database,
  rawLines: readonly RawLine<NetworkDayColumn>[],
  coin: MinedCoin,
  now: Date,
  subsidies: SubsidyRule = 'MAIN',
): Promise<ImportResult> {
  return importFacts(database, readNetworkDays(rawLines, coin, miningDate(now), subsidies), {
    async insert(dbTx, days) {
      const fresh = new Set(await insertNetworkDays(dbTx, days, now));
      return days.filter(({ date }) => fresh.has(date));
    },
    contradictions: async (dbTx, days) => [
      ...(await contradictions(dbTx, days, coin)),
      ...(subsidies === 'MAIN' && coin === 'BTC' ? await farDifficulties(dbTx, days) : []),
    ],
  });
}

/** What is new of a file that was found right. */
export function previewNetworkDays(
  rawLines: readonly RawLine<NetworkDayColumn>[],
  newLines: readonly number[],
  coin: MinedCoin,
  now: Date,
  subsidies: SubsidyRule,
): ImportPreview {
  const { facts } = readNetworkDays(rawLines, coin, miningDate(now), subsidies);
  return previewOf(networkDayColumns, facts, newLines, (day) => ({ date: day.date, ...figureTexts(day) }));
}

async function contradictions(
  db: Queryable,
  days: readonly (NetworkDay & { line: number })[],
  coin: MinedCoin,
): Promise<LineError[]> {
  const known = await findNetworkDays(
    db,
    coin,
    days.map((day) => day.date),
  );
  const knownByDate = new Map(known.map((day) => [day.date, day]));
  return days.flatMap((day) => {
    const there = knownByDate.get(day.date);
    if (!there || figuresOf(there) === figuresOf(day)) return [];
    const [here, known] = [figureTexts(day), figureTexts(there)];
    const others = figures.filter((name) => here[name] !== known[name]).map((name) => [name, known[name]] as const);
    return [{ line: day.line, reason: say.otherFigures(there, others) }];
  });
}

const figures = ['blocks', 'difficulty', 'subsidySum', 'feeSum'] as const;

const figureTexts = ({ coin, blocks, epochs, subsidySum, feeSum }: NetworkDay) => ({
  blocks: String(blocks),
  difficulty: epochs.map(({ difficulty }) => difficulty).join(' / '),
  subsidySum: formatAmount(subsidySum, coin),
  feeSum: formatAmount(feeSum, coin),
});

export function figuresOf({ blocks, subsidySum, feeSum, epochs }: NetworkDay): string {
  const epochTexts = epochs.map(({ difficulty, seconds }) => `${difficulty}×${seconds}`);
  return [blocks, subsidySum, feeSum, ...epochTexts].join(' ');
}
