/** Cells that files of machines and of their terms have in common. */
import { normaliseAccount } from '@lode/contract';
import { formatShortest, parseDecimal } from '@lode/money';
import { isCalendarDate } from '../../platform/clock/clock.ts';
import type { LineReader } from '../../platform/line-reader.ts';
import { hasUnsafeCharacter } from '../../platform/unsafe-text.ts';

/**
 * From 9,000 J/TH (2013) down to 10 (2025) is all that was ever sold. A slip between G, T and P or W and kW is a factor of
 * a thousand, and falls outside of these bounds for any machine that is worth its electricity.
 */
export function reasonsAgainstPower({ hashrate, powerWatts }: { hashrate: string; powerWatts: number }): string[] {
  const microTera = parseDecimal(hashrate, 6);
  const microWatts = BigInt(powerWatts) * 10n ** 6n;
  const isLikeAMachine = microWatts * 10n >= microTera && microWatts < microTera * 10_000n;
  if (isLikeAMachine) return [];
  const joules = formatShortest((microWatts * 100n) / microTera, 2);
  return [`powerWatts ${powerWatts} W for ${hashrate} TH/s is ${joules} J/TH: no machine is like that`];
}

export function readText<Column extends string>(
  reader: LineReader<Column>,
  column: Column,
  shape: RegExp,
  expected: string,
): string {
  const text = reader.text(column);
  if (!shape.test(text)) reader.wrong(column, expected);
  else if (hasUnsafeCharacter(text)) reader.wrong(column, 'a text without control characters and marks of direction');
  return text;
}

export function readAccount<Column extends string>(reader: LineReader<Column>, column: Column): string {
  const account = normaliseAccount(reader.text(column));
  if (account === null) reader.wrong(column, 'a phone number or an e-mail address');
  return account ?? '';
}

export function readMillionths<Column extends string>(
  reader: LineReader<Column>,
  column: Column,
  isAllowed: (value: bigint) => boolean,
  expected: string,
): string {
  return formatShortest(reader.decimal(column, 6, isAllowed, `${expected} with at most 6 decimals`), 6);
}

const timeShape =
  /^(20\d{2}-\d{2}-\d{2})(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d))?$/;

/** A time with its zone, or a date alone, which means its 00:00 UTC. */
export function readTime<Column extends string>(reader: LineReader<Column>, column: Column): Date {
  const text = reader.text(column);
  const day = timeShape.exec(text)?.[1];
  if (day !== undefined && isCalendarDate(day)) return new Date(text);
  reader.wrong(column, 'an ISO 8601 time with its zone, like 2026-03-01T00:00:00Z');
  return new Date(Number.NaN);
}

/** People write TH and TH/s for the same. */
export function perSecond(unit: string): string {
  return unit.endsWith('H') ? `${unit}/s` : unit;
}

export const poolFeeRate = {
  isAllowed: (value: bigint) => value >= 0n && value < 10n ** 6n,
  expected: 'a fraction below 1, like 0.04,',
};
export const hashrate = {
  isAllowed: (value: bigint) => value > 0n && value < 10n ** 15n,
  expected: 'a number above 0',
};
export const tariffPrice = {
  isAllowed: (value: bigint) => value >= 0n && value < 10n ** 9n,
  expected: 'a price in USDT per kWh',
};
export const hostingFee = {
  isAllowed: (microUsdt: bigint) => microUsdt >= 0n && microUsdt < 10n ** 12n,
  expected: 'an amount in USDT with at most 6 decimals',
};
/** Of one machine: more is a price in another unit. */
export const purchasePrice = {
  isAllowed: (microUsdt: bigint) => microUsdt > 0n && microUsdt <= 10_000_000_000_000n,
  expected: 'a price above 0 in USDT, at most 10000000, with at most 6 decimals',
};
export const machineNo = { shape: /^[^\p{Cc}\s]{1,64}$/u, expected: 'a number of 1 to 64 characters without blanks' };
export const siteName = { shape: /^[^\p{Cc}]{1,64}$/u, expected: 'a name of 1 to 64 characters' };
