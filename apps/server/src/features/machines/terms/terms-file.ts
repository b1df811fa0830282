import { isCalendarDate } from '../../../platform/clock/clock.ts';
import type { CsvColumns } from '../../../platform/csv.ts';
import { type LineError, type RawLine, readFacts } from '../../../platform/imports.ts';
import { LineReader } from '../../../platform/line-reader.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import * as cells from '../machine-cells.ts';
import { readAccount, readMillionths, readText, readTime } from '../machine-cells.ts';
import * as words from '../machine-cells.zh.ts';

/** Columns of a file of terms; an empty cell leaves the term as it is. */
export const termsColumns = {
  required: ['machineNo', 'from'],
  optional: [
    'owner',
    'site',
    'tariff',
    'hashrate',
    'powerWatts',
    'poolFeeRate',
    'hostingFeeMonthly',
    'endTime',
    'onSiteFrom',
  ],
} as const satisfies CsvColumns<string>;

export type TermsColumn = (typeof termsColumns.required)[number] | (typeof termsColumns.optional)[number];
export type RawTermsLine = RawLine<TermsColumn>;

/** The terms that a change sets, by what a file calls them. */
export interface TermsPatch {
  /** Account of the new owner. */
  owner?: string;
  site?: string;
  /** Name of the tariff; '' is a site's only one. */
  tariff?: string;
  hashrate?: string;
  powerWatts?: number;
  poolFeeRate?: string;
  hostingFeeMonthly?: bigint;
  /** Null: the contract has no end. */
  endTime?: Date | null;
  /** First day of hosting; null: the machine's first day in a status other than WAITING or ENCAPSULATION. */
  onSiteFrom?: string | null;
}

/** From a mining day on, a machine has other terms. */
export interface TermsChange {
  line: number;
  machineNo: string;
  from: string;
  /** Null takes back the version that begins on that day. */
  patch: TermsPatch | null;
}

/** How a file calls the tariff without a name. */
export const defaultTariff = 'default';
/** How a file calls a contract without an end, and a machine without a date of its own on site. */
export const noEnd = 'none';

/** Understands every line by itself; what is wrong is all named at once. */
export function readTermsLines(rawLines: readonly RawTermsLine[]): {
  changes: TermsChange[];
  errors: LineError[];
} {
  const { facts, errors } = readFacts(rawLines, (raw) => {
    const { change, reasons } = readTermsLine(raw);
    const { machineNo, from } = change;
    return {
      fact: change,
      key: `machineNo ${machineNo} from ${from}`,
      keyName: words.termsOf(machineNo, from),
      reasons,
    };
  });
  return { changes: facts, errors };
}

function readTermsLine(raw: RawTermsLine): { change: Omit<TermsChange, 'line'>; reasons: readonly Sentence[] } {
  const reader = new LineReader(raw);
  const machineNo = readText(reader, 'machineNo', cells.machineNo.shape, cells.machineNo.expected);
  const from = reader.text('from');
  if (!isCalendarDate(from)) reader.wrong('from', words.day);
  const patch = readPatch(reader);
  if (reader.reasons.length === 0 && Object.keys(patch).length === 0) reader.reasons.push(words.noTerm);
  return { change: { machineNo, from, patch }, reasons: reader.reasons };
}

function readPatch(reader: LineReader<TermsColumn>): TermsPatch {
  const has = (column: TermsColumn) => reader.text(column) !== '';
  const tariff = () => readText(reader, 'tariff', cells.siteName.shape, cells.siteName.expected);
  return {
    ...(has('owner') && { owner: readAccount(reader, 'owner') }),
    ...(has('site') && { site: readText(reader, 'site', cells.siteName.shape, cells.siteName.expected) }),
    ...(has('tariff') && { tariff: reader.text('tariff') === defaultTariff ? '' : tariff() }),
    ...(has('hashrate') && {
      hashrate: readMillionths(reader, 'hashrate', cells.hashrate.isAllowed, cells.hashrate.expected),
    }),
    ...(has('powerWatts') && { powerWatts: reader.whole('powerWatts', 1, 1_000_000) }),
    ...(has('poolFeeRate') && {
      poolFeeRate: readMillionths(reader, 'poolFeeRate', cells.poolFeeRate.isAllowed, cells.poolFeeRate.expected),
    }),
    ...(has('hostingFeeMonthly') && {
      hostingFeeMonthly: reader.decimal('hostingFeeMonthly', 6, cells.hostingFee.isAllowed, cells.hostingFee.expected),
    }),
    ...(has('endTime') && { endTime: reader.text('endTime') === noEnd ? null : readTime(reader, 'endTime') }),
    ...(has('onSiteFrom') && { onSiteFrom: readOnSiteFrom(reader) }),
  };
}

function readOnSiteFrom(reader: LineReader<TermsColumn>): string | null {
  const value = reader.text('onSiteFrom');
  if (value === noEnd) return null;
  if (!isCalendarDate(value)) reader.wrong('onSiteFrom', words.dayOr(noEnd));
  return value;
}
