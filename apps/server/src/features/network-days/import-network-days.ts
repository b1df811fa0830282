import type { MinedCoin } from '@lode/money';
import { miningDate } from '../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { type ImportResult, importFacts, type LineError, type RawLine } from '../../platform/imports.ts';
import type { SubsidyRule } from './day-bounds.ts';
import type { NetworkDay } from './network-day.ts';
import { farDifficulties, findNetworkDays, insertNetworkDays } from './network-days.store.ts';
import { type NetworkDayColumn, readNetworkDays } from './read-network-days.ts';

/** Brings in a file of network days whole or not at all. A day never changes: another value for it is an error. */
export function importNetworkDays(
  database: Database,
  rawLines: readonly RawLine<NetworkDayColumn>[],
  coin: MinedCoin,
  now: Date,
  subsidies: SubsidyRule = 'MAIN',
): Promise<ImportResult> {
  return importFacts(database, readNetworkDays(rawLines, coin, miningDate(now), subsidies), {
    insert: async (dbTx, days) => (await insertNetworkDays(dbTx, days, now)).length,
    contradictions: async (dbTx, days) => [
      ...(await contradictions(dbTx, days, coin)),
      ...(subsidies === 'MAIN' && coin === 'BTC' ? await farDifficulties(dbTx, days) : []),
    ],
  });
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
    return there && figuresOf(there) !== figuresOf(day)
      ? [{ line: day.line, reason: `${coin} of ${day.date} is there with other figures (source ${there.source})` }]
      : [];
  });
}

export function figuresOf({ blocks, subsidySum, feeSum, epochs }: NetworkDay): string {
  const epochTexts = epochs.map(({ difficulty, seconds }) => `${difficulty}×${seconds}`);
  return [blocks, subsidySum, feeSum, ...epochTexts].join(' ');
}
