import { valueInUsdt } from '@lode/money';
import { findDaysElsewhere } from '../../../platform/books/sealed-days.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import { inTurns, largestBy } from '../../../platform/staff/in-turns.ts';
import { dayElsewhere, priceMissing } from '../sentences.zh.ts';
import { dueAmounts, dueByCustomer } from './corrections.ts';
import { planRanges } from './credit.store.ts';
import { type OutageWindow, readDays, readDue } from './due.store.ts';
import type { OmittedTotal } from './omissions.store.ts';
import * as say from './sentences.zh.ts';
import { firstDayOf, lastDayOf } from './window-days.ts';

/** More days than this are two credits. */
const daysAtMost = 31;

export interface CreditPreview {
  machines: number;
  machineDays: number;
  /** That the days count less. */
  seconds: number;
  /** Micro-USDT given back or taken off. */
  electricity: bigint;
  /** Satoshis taken back, and micro-USDT that they were worth on their days. */
  output: bigint;
  outputValue: bigint;
  /** Machine days that were corrected by hand: they are left alone. */
  byHand: number;
  customers: { account: string; electricity: bigint; output: bigint }[];
  /** Those who have left, and what they would have received: they are left out. */
  left: OmittedTotal;
}

/** What a credit would change now, or why it would be refused. */
export async function previewCredit(
  db: Queryable,
  window: OutageWindow,
  { keepsOutput, now, machineDaysPerBatch = 5000 }: { keepsOutput: boolean; now: Date; machineDaysPerBatch?: number },
): Promise<CreditPreview | { refused: Sentence }> {
  const [first, last] = [firstDayOf(window), lastDayOf(window)];
  const time = reasonAgainstTime(window, now);
  if (time !== null) return { refused: time };
  const days = await readDays(db, first, last);
  if (days.length > daysAtMost) return { refused: say.longest(daysAtMost) };
  const open = days.find(({ isClosed }) => !isClosed);
  if (open) return { refused: say.dayOpen(open.date) };
  const month = await findDaysElsewhere(db, first, last);
  if (month !== null) return { refused: dayElsewhere(month, month) };
  const preview: CreditPreview = {
    machines: 0,
    machineDays: 0,
    seconds: 0,
    electricity: 0n,
    output: 0n,
    outputValue: 0n,
    byHand: 0,
    customers: [],
    left: { customers: 0, electricity: 0n, output: 0n },
  };
  const machines = new Set<bigint>();
  const byDate = new Map(days.map((day) => [day.date, day]));
  for (const range of await planRanges(db, window, { first, last, machineDays: machineDaysPerBatch })) {
    const rows = await readDue(db, { ...range, window, keepsOutput, days, creditId: null });
    const customers = new Map<string, CreditPreview['customers'][number]>();
    const due = rows.map((row) => ({ row, ...dueAmounts(row, byDate.get(row.date)?.network ?? null) }));
    for (const one of dueByCustomer(due.filter(({ row }) => row.hasLeft))) {
      preview.left.customers += 1;
      preview.left.electricity += one.electricity;
      preview.left.output += one.output;
    }
    for (const { row, electricity, output } of due) {
      if (row.hasLeft) continue;
      const day = byDate.get(row.date);
      if (row.isElectricityByHand || row.isOutputByHand) preview.byHand += 1;
      if (electricity === 0n && output === 0n) continue;
      if (output > 0n && day?.btcPrice === null) return { refused: priceMissing('BTC', row.date) };
      machines.add(row.machineId);
      preview.machineDays += 1;
      preview.seconds += row.secondsBefore - row.secondsAfter;
      preview.electricity += electricity;
      preview.output += output;
      preview.outputValue += valueInUsdt(output, 'BTC', day?.btcPrice ?? 0n);
      const customer = customers.get(row.account) ?? { account: row.account, electricity: 0n, output: 0n };
      customers.set(row.account, {
        account: row.account,
        electricity: customer.electricity + electricity,
        output: customer.output + output,
      });
    }
    preview.customers.push(...customers.values());
  }
  preview.machines = machines.size;
  if (preview.machineDays === 0) return { refused: say.nothingChanges(preview) };
  return preview;
}

function reasonAgainstTime({ from, to }: OutageWindow, now: Date): Sentence | null {
  if (to <= from) return say.notAfter(from, to);
  return to > now ? say.ahead(to) : null;
}
/** For the second person: what changes in money per coin and in USDT, then customer by customer, the largest of each coin first. */
export function describeCredit(preview: CreditPreview, customersAtMost: number): Sentence[] {
  const { electricity, output, outputValue, customers } = preview;
  const hidden = customers.length - customersAtMost;
  return [
    say.scope(preview),
    say.electricity(electricity),
    say.output(output, outputValue),
    say.inUsdt(customers.length, electricity - outputValue),
    ...inTurns(customers, [
      largestBy(customers, ({ electricity: given }) => given),
      largestBy(customers, ({ output: taken }) => taken),
    ])
      .slice(0, customersAtMost)
      .map((one) => say.ofCustomer(one.account, one.electricity, one.output)),
    ...(hidden > 0 ? [say.moreCustomers(hidden)] : []),
  ];
}
