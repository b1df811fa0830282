import { formatAmount, valueInUsdt } from '@lode/money';
import type { Queryable } from '../../../platform/db/database.ts';
import { dueAmounts, dueByCustomer } from './corrections.ts';
import { planRanges } from './credit.store.ts';
import { type OutageWindow, readDays, readDue } from './due.store.ts';
import type { OmittedTotal } from './omissions.store.ts';
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
): Promise<CreditPreview | { refused: string }> {
  const [first, last] = [firstDayOf(window), lastDayOf(window)];
  const time = reasonAgainstTime(window, now);
  if (time !== null) return { refused: time };
  const days = await readDays(db, first, last);
  if (days.length > daysAtMost) return { refused: `an outage is credited for ${daysAtMost} days at once at most` };
  const open = days.find(({ isClosed }) => !isClosed);
  if (open) return { refused: `${open.date} is not closed: outage:record dates the status back in open days` };
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
      if (output > 0n && day?.btcPrice === null)
        return { refused: `the price of BTC of ${row.date} is missing: import it first` };
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
  if (preview.machineDays === 0)
    return {
      refused: `nothing changes: none of the machines was counted as running then${byHandInWords(preview)}${leftInWords(preview.left)}`,
    };
  return preview;
}

function reasonAgainstTime({ from, to }: OutageWindow, now: Date): string | null {
  if (to <= from) return `--to ${to.toISOString()} is not after --from ${from.toISOString()}`;
  if (to > now) return `--to ${to.toISOString()} lies ahead`;
  return null;
}

const byHandInWords = ({ byHand }: CreditPreview) =>
  byHand === 0 ? '' : `; ${byHand} machine days were corrected by hand and are left alone`;

const usdt = (amount: bigint) => `${formatAmount(amount, 'USDT')} USDT`;
const btc = (amount: bigint) => `${formatAmount(amount, 'BTC')} BTC`;

/** For the preview and the result: how many are left out, and what they would have received. */
export const leftInWords = ({ customers, electricity, output }: OmittedTotal) =>
  customers === 0
    ? ''
    : `; ${customers} customers have left and are left out: ${usdt(electricity)} are not given back, ${btc(output)} not taken back`;

/** For the second person: what changes in money per coin and in USDT, then customer by customer. */
export function describeCredit(preview: CreditPreview, customersAtMost: number): string[] {
  const { machines, machineDays, seconds, electricity, output, outputValue, customers, left } = preview;
  const hidden = customers.length - customersAtMost;
  const net = electricity - outputValue;
  return [
    `${machines} machines, ${machineDays} machine days, ${seconds} s that were counted as running${byHandInWords(preview)}${leftInWords(left)}`,
    `electricity: ${usdt(electricity)} is given back or taken off what is owed`,
    `output: ${output === 0n ? 'stays' : `${btc(output)} (${usdt(outputValue)} on its days) is taken back`}`,
    `in USDT for ${customers.length} customers: ${net >= 0n ? '+' : '-'}${usdt(net >= 0n ? net : -net)}`,
    ...customers
      .slice(0, customersAtMost)
      .map((one) => `${one.account}: +${usdt(one.electricity)}${one.output === 0n ? '' : `, -${btc(one.output)}`}`),
    ...(hidden > 0 ? [`and ${hidden} more customers`] : []),
  ];
}
