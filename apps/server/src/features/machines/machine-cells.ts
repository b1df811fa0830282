/** Cells that files of machines and of their terms have in common. */
import { normaliseAccount } from '@lode/contract';
import { formatShortest, parseDecimal } from '@lode/money';
import { isCalendarDate } from '../../platform/clock/clock.ts';
import type { LineReader } from '../../platform/line-reader.ts';
import { account as accountWord } from '../../platform/line-words.zh.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { hasUnsafeCharacter } from '../../platform/unsafe-text.ts';
import * as words from './machine-cells.zh.ts';
import { notLikeAMachine } from './terms/refusals.zh.ts';

/**
 * From 9,000 J/TH (2013) down to 10 (2025) is all that was ever sold. A slip between G, T and P or W and kW is a factor of
 * a thousand, and falls outside of these bounds for any machine that is worth its electricity.
 */
export function reasonsAgainstPower({ hashrate, powerWatts }: { hashrate: string; powerWatts: number }): Sentence[] {
  const microTera = parseDecimal(hashrate, 6);
  const microWatts = BigInt(powerWatts) * 10n ** 6n;
  const isLikeAMachine = microWatts * 10n >= microTera && microWatts < microTera * 10_000n;
  if (isLikeAMachine) return [];
  const joules = formatShortest((microWatts * 100n) / microTera, 2);
  return [notLikeAMachine(powerWatts, hashrate, joules)];
}

export function readText<Column extends string>(
  reader: LineReader<Column>,
  column: Column,
  shape: RegExp,
  expected: Sentence,
): string {
  const text = reader.text(column);
  if (!shape.test(text)) reader.wrong(column, expected);
  else if (hasUnsafeCharacter(text)) reader.wrong(column, words.safeText);
  return text;
}

export function readAccount<Column extends string>(reader: LineReader<Column>, column: Column): string {
  const account = normaliseAccount(reader.text(column));
  if (account === null) reader.wrong(column, accountWord);
  return account ?? '';
}

export function readMillionths<Column extends string>(
  reader: LineReader<Column>,
  column: Column,
  isAllowed: (value: bigint) => boolean,
  expected: Sentence,
): string {
  return formatShortest(reader.decimal(column, 6, isAllowed, words.withSixDecimals(expected)), 6);
}

const timeShape =
  /^(20\d{2}-\d{2}-\d{2})(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d))?$/;

/** A time with its zone, or a date alone, which means its 00:00 UTC. */
export function readTime<Column extends string>(reader: LineReader<Column>, column: Column): Date {
  const text = reader.text(column);
  const day = timeShape.exec(text)?.[1];
  if (day !== undefined && isCalendarDate(day)) return new Date(text);
  reader.wrong(column, words.time);
  return new Date(Number.NaN);
}

export const isDateAlone = (text = ''): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text.trim());

/** People write TH and TH/s for the same. */
export function perSecond(unit: string): string {
  return unit.endsWith('H') ? `${unit}/s` : unit;
}

/** The formula of BTC outputs counts in TH/s; other coins carry their own unit. */
export function readHashrateUnit<Column extends string>(
  reader: LineReader<Column>,
  column: Column,
  coin: string,
): string {
  return perSecond(
    coin === 'BTC'
      ? reader.choice(column, ['TH/s', 'TH'])
      : readText(reader, column, /^[KMGTP]?H(\/s)?$/, words.hashrateUnit),
  );
}

export const modelName = { shape: /^[^\p{Cc}]{1,64}$/u, expected: words.modelName };
export const poolFeeRate = {
  isAllowed: (value: bigint) => value >= 0n && value < 10n ** 6n,
  expected: words.poolFeeRate,
};
export const hashrate = {
  isAllowed: (value: bigint) => value > 0n && value < 10n ** 15n,
  expected: words.hashrate,
};
export const tariffPrice = {
  isAllowed: (value: bigint) => value >= 0n && value < 10n ** 9n,
  expected: words.tariffPrice,
};
export const hostingFee = {
  isAllowed: (microUsdt: bigint) => microUsdt >= 0n && microUsdt < 10n ** 12n,
  expected: words.hostingFee,
};
/** Of one machine: more is a price in another unit. */
export const purchasePrice = {
  isAllowed: (microUsdt: bigint) => microUsdt > 0n && microUsdt <= 10_000_000_000_000n,
  expected: words.purchasePrice,
};
export const machineNo = { shape: /^[^\p{Cc}\s]{1,64}$/u, expected: words.machineNo };
export const siteName = { shape: /^[^\p{Cc}]{1,64}$/u, expected: words.siteName };
