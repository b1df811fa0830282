import type { Data } from '@lode/contract';
import { type Amount, divTowardsZero, formatShortest, parseAmount, parseDecimal } from '@lode/money';
import { groupDigits, shanghaiDate } from '@lode/ui';

type BillRecord = Data<'billPage'>['records'][number];
export type RecordType = BillRecord['type'];

/** What lists of movements need of one; the bill and the list of electricity both have it. */
export type ListedRecord = Pick<
  BillRecord,
  'id' | 'type' | 'coin' | 'amount' | 'time' | 'date' | 'machineId' | 'machineNo' | 'kwh'
>;

/** One line of the list: all machines' charges of a date, or a single record. */
export interface RecordGroup<Item extends ListedRecord> {
  key: string;
  type: RecordType;
  coin: Item['coin'];
  records: Item[];
  /** Null while the group may continue on the next page. */
  amount: Amount | null;
  /** Energy of all records in shortest form; null when any is missing. */
  kwh: string | null;
}

export interface RecordMonth<Item extends ListedRecord> {
  /** Shanghai month of posting, `2026-11`. */
  month: string;
  groups: RecordGroup<Item>[];
}

const kwhScale = 18;
const perMachineTypes: ReadonlySet<RecordType> = new Set([
  'ELE_CONSUME_USDT',
  'ELE_CONSUME_BTC',
  'ELE_CONSUME_ETH',
  'ELE_CONSUME_DOGE',
  'HOSTING_FEE',
  'MINING_OUTPUT',
]);

/**
 * Groups a list, newest first, by month, and a date's machine charges by kind. `hasMore`: further pages exist; a group that may go on there is
 * left out until it is whole, where others stand before it.
 */
export function recordMonths<Item extends ListedRecord>(
  records: readonly Item[],
  hasMore: boolean,
): RecordMonth<Item>[] {
  const groups = new Map<string, Item[]>();
  for (const record of records) {
    const key = groupKey(record);
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  const months = new Map<string, RecordGroup<Item>[]>();
  // Records posted at the same time as the last one may continue on the next page.
  const openMoment = hasMore ? records.at(-1)?.time : undefined;
  for (const [key, group] of groups) {
    const [first] = group;
    if (!first) continue;
    const isOpen = perMachineTypes.has(first.type) && group.some(({ time }) => time === openMoment);
    if (isOpen && months.size > 0) continue;
    const month = shanghaiDate(first.time).slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), groupOf(key, first, group, isOpen)]);
  }
  return [...months].map(([month, ofMonth]) => ({ month, groups: ofMonth }));
}

function groupKey({ id, type, coin, date, time, machineNo }: ListedRecord): string {
  return perMachineTypes.has(type) && machineNo !== null ? [shanghaiDate(time), date, type, coin].join(' ') : id;
}

function groupOf<Item extends ListedRecord>(
  key: string,
  { type, coin }: Item,
  records: Item[],
  isOpen: boolean,
): RecordGroup<Item> {
  const amount = records.reduce((sum, record) => sum + parseAmount(record.amount, coin), 0n);
  return { key, type, coin, records, amount: isOpen ? null : amount, kwh: isOpen ? null : kwhOf(records) };
}

function kwhOf(records: readonly ListedRecord[]): string | null {
  let sum = 0n;
  for (const { kwh } of records) {
    if (kwh === null) return null;
    sum += parseDecimal(kwh, kwhScale);
  }
  return shownKwh(sum);
}

/** Rounded to two decimals. */
function shownKwh(kwh: bigint): string {
  return groupDigits(formatShortest(divTowardsZero(kwh, 10n ** BigInt(kwhScale - 2)), 2));
}
