import { normaliseAccount } from '@lode/contract';
import { formatShortest, parseDecimal } from '@lode/money';
import { isCalendarDate } from '../../platform/clock/clock.ts';
import type { LineError, RawLine } from '../../platform/imports.ts';
import { LineReader } from '../../platform/line-reader.ts';

/** Columns of a machine file, in the order of its header. The last one may be missing. */
export const machineColumns = {
  required: [
    'machineNo',
    'account',
    'model',
    'coin',
    'hashrate',
    'hashrateUnit',
    'powerWatts',
    'purchaseKind',
    'site',
    'electricityPrice',
    'poolFeeRate',
    'startTime',
    'endTime',
  ],
  optional: ['hostingFeeMonthly'],
} as const;

export type MachineColumn = (typeof machineColumns.required)[number] | (typeof machineColumns.optional)[number];

/** One line of the file, understood. Decimals are in their shortest form, so that equal values are equal texts. */
export interface MachineLine {
  line: number;
  machineNo: string;
  account: string;
  model: string;
  coin: 'BTC' | 'ETH' | 'DOGE';
  hashrate: string;
  hashrateUnit: string;
  powerWatts: number;
  purchaseKind: 'SUBSCRIBE' | 'THIRD';
  site: string;
  electricityPrice: string;
  /** Null when the file leaves it to the model. */
  poolFeeRate: string | null;
  startTime: Date;
  endTime: Date | null;
  /** Micro-USDT. */
  hostingFeeMonthly: bigint | null;
}

export type RawMachineLine = RawLine<MachineColumn>;

/** Understands every line by itself and against the others; what is wrong is all named at once. */
export function readMachineLines(rawLines: readonly RawMachineLine[]): { lines: MachineLine[]; errors: LineError[] } {
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
    const error = (reason: string) => errors.push({ line: line.line, reason });
    const sameNumber = firstOf(numbers, line.machineNo, line);
    if (sameNumber !== line) error(`machineNo ${line.machineNo} stands on line ${sameNumber.line} already`);
    const sameModel = firstOf(models, line.model, line);
    if (sameModel.powerWatts !== line.powerWatts)
      error(`model ${line.model} has ${sameModel.powerWatts} W on line ${sameModel.line}, here ${line.powerWatts}`);
    if (sameModel.coin !== line.coin)
      error(`model ${line.model} mines ${sameModel.coin} on line ${sameModel.line}, here ${line.coin}`);
    const sameSite = firstOf(sites, line.site, line);
    if (sameSite.electricityPrice !== line.electricityPrice)
      error(
        `site ${line.site} has price ${sameSite.electricityPrice} on line ${sameSite.line}, here ${line.electricityPrice}`,
      );
  }
  return errors;
}

/** The line as far as it could be read; it counts only when no reason against it was found. */
function readMachineLine(raw: RawMachineLine): { line: MachineLine; reasons: readonly string[] } {
  const reader = new LineReader(raw);
  const coin = reader.choice('coin', ['BTC', 'ETH', 'DOGE']);
  const purchaseKind = reader.choice('purchaseKind', ['SUBSCRIBE', 'THIRD']);
  const startTime = readTime(reader, 'startTime');
  const line: MachineLine = {
    line: raw.line,
    machineNo: readText(reader, 'machineNo', /^[^\p{Cc}\s]{1,64}$/u, 'a number of 1 to 64 characters without blanks'),
    account: readAccount(reader),
    model: readText(reader, 'model', /^[^\p{Cc}]{1,64}$/u, 'a name of 1 to 64 characters'),
    coin,
    hashrate: readMillionths(reader, 'hashrate', (value) => value > 0n && value < 10n ** 15n, 'a number above 0'),
    hashrateUnit: perSecond(
      coin === 'BTC'
        ? // The formula of BTC outputs counts in TH/s; other coins carry their own unit.
          reader.choice('hashrateUnit', ['TH/s', 'TH'])
        : readText(reader, 'hashrateUnit', /^[KMGTP]?H(\/s)?$/, 'a rate like MH/s or GH/s'),
    ),
    powerWatts: reader.whole('powerWatts', 1, 1_000_000),
    purchaseKind,
    site: readText(reader, 'site', /^[^\p{Cc}]{1,64}$/u, 'a name of 1 to 64 characters'),
    electricityPrice: readMillionths(
      reader,
      'electricityPrice',
      (value) => value >= 0n && value < 10n ** 9n,
      'a price in USDT per kWh',
    ),
    poolFeeRate:
      reader.text('poolFeeRate') === ''
        ? null
        : readMillionths(
            reader,
            'poolFeeRate',
            (value) => value >= 0n && value < 10n ** 6n,
            'a fraction below 1, like 0.04,',
          ),
    startTime,
    endTime: readEndTime(reader, startTime),
    hostingFeeMonthly: readHostingFee(reader, purchaseKind),
  };
  if (reader.reasons.length === 0 && coin === 'BTC') reader.reasons.push(...reasonsAgainstPower(line));
  return { line, reasons: reader.reasons };
}

/**
 * From 9,000 J/TH (2013) down to 10 (2025) is all that was ever sold. A slip between G, T and P or W and kW is a factor of
 * a thousand, and falls outside of these bounds for any machine that is worth its electricity.
 */
function reasonsAgainstPower({ hashrate, powerWatts }: MachineLine): string[] {
  const microTera = parseDecimal(hashrate, 6);
  const microWatts = BigInt(powerWatts) * 10n ** 6n;
  const isLikeAMachine = microWatts * 10n >= microTera && microWatts < microTera * 10_000n;
  if (isLikeAMachine) return [];
  const joules = formatShortest((microWatts * 100n) / microTera, 2);
  return [`powerWatts ${powerWatts} W for ${hashrate} TH/s is ${joules} J/TH: no machine is like that`];
}

type Reader = LineReader<MachineColumn>;

function readText(reader: Reader, column: MachineColumn, shape: RegExp, expected: string): string {
  const text = reader.text(column);
  if (!shape.test(text)) reader.wrong(column, expected);
  return text;
}

function readAccount(reader: Reader): string {
  const account = normaliseAccount(reader.text('account'));
  if (account === null) reader.wrong('account', 'a phone number or an e-mail address');
  return account ?? '';
}

function readMillionths(
  reader: Reader,
  column: MachineColumn,
  isAllowed: (value: bigint) => boolean,
  expected: string,
): string {
  return formatShortest(reader.decimal(column, 6, isAllowed, `${expected} with at most 6 decimals`), 6);
}

function readHostingFee(reader: Reader, purchaseKind: 'SUBSCRIBE' | 'THIRD'): bigint | null {
  if (reader.text('hostingFeeMonthly') === '') return null;
  if (purchaseKind !== 'THIRD') reader.reasons.push('hostingFeeMonthly is for THIRD machines only');
  const isAllowed = (microUsdt: bigint) => microUsdt >= 0n && microUsdt < 10n ** 12n;
  return reader.decimal('hostingFeeMonthly', 6, isAllowed, 'an amount in USDT with at most 6 decimals');
}

function readEndTime(reader: Reader, startTime: Date): Date | null {
  if (reader.text('endTime') === '') return null;
  const endTime = readTime(reader, 'endTime');
  if (endTime <= startTime) reader.wrong('endTime', 'later than startTime');
  return endTime;
}

const timeShape =
  /^(20\d{2}-\d{2}-\d{2})(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d))?$/;

/** A time with its zone, or a date alone, which means its 00:00 UTC. */
function readTime(reader: Reader, column: 'startTime' | 'endTime'): Date {
  const text = reader.text(column);
  const day = timeShape.exec(text)?.[1];
  if (day !== undefined && isCalendarDate(day)) return new Date(text);
  reader.wrong(column, 'an ISO 8601 time with its zone, like 2026-03-01T00:00:00Z');
  return new Date(Number.NaN);
}

/** People write TH and TH/s for the same. */
function perSecond(unit: string): string {
  return unit.endsWith('H') ? `${unit}/s` : unit;
}
