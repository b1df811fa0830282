import { importColumns } from '@lode/contract/import-columns';
import { formatShortest, ledgerScale, type MinedCoin } from '@lode/money';
import { columnOf } from '../../platform/csv-words.zh.ts';
import { type RawLine, readFacts } from '../../platform/imports.ts';
import { LineReader } from '../../platform/line-reader.ts';
import * as words from '../../platform/line-words.zh.ts';
import { reasonsAgainstSums, type SubsidyRule } from './day-bounds.ts';
import type { NetworkDay } from './network-day.ts';
import * as say from './sentences.zh.ts';

export const networkDayColumns = importColumns.NETWORK_DAYS.required;
export type NetworkDayColumn = (typeof networkDayColumns)[number];

const secondsOfDay = 86_400;
const difficultyScale = 8;

/** Understands a file of network days. A day that comes from a file has one epoch: its difficulty is the day's mean. */
export function readNetworkDays(
  rawLines: readonly RawLine<NetworkDayColumn>[],
  coin: MinedCoin,
  today: string,
  subsidies: SubsidyRule,
) {
  return readFacts(rawLines, (raw) => {
    const reader = new LineReader(raw, columnOf);
    const fact = readNetworkDay(reader, coin, today);
    const reasons = reader.reasons.length > 0 ? reader.reasons : reasonsAgainstSums(fact, subsidies);
    return { fact, key: fact.date, keyName: say.dayOf(fact.date), reasons };
  });
}

function readNetworkDay(reader: LineReader<NetworkDayColumn>, coin: MinedCoin, today: string): NetworkDay {
  const largestSum = 10n ** 17n;
  const difficulty = reader.decimal(
    'difficulty',
    difficultyScale,
    (value) => value > 0n,
    words.decimalsAboveZero(difficultyScale),
  );
  return {
    coin,
    date: reader.pastDay('date', today),
    blocks: reader.whole('blocks', 1, 100_000),
    subsidySum: reader.decimal(
      'subsidySum',
      ledgerScale(coin),
      (value) => value > 0n && value <= largestSum,
      say.amountAboveZero(coin),
    ),
    feeSum: reader.decimal(
      'feeSum',
      ledgerScale(coin),
      (value) => value >= 0n && value <= largestSum,
      say.amount(coin),
    ),
    epochs: [{ difficulty: formatShortest(difficulty, difficultyScale), seconds: secondsOfDay }],
    source: 'import',
  };
}
