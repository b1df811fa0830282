import { divFloor } from '@lode/money';
import { addDays, businessDate, daysBetween } from '../../../platform/clock/clock.ts';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CustomerRange, TieOut } from '../close-kind.ts';
import { monthEndingWith } from './month.ts';

interface HostedMachine {
  machineNo: string;
  /** The three are null of a machine that is charged and not hosted. */
  monthly: bigint | null;
  startTime: Date | null;
  endTime: Date | null;
  amount: bigint | null;
}

const hosted = query(
  'day-close.tie-out-hosting',
  `with hosted as (
     select id as machine_id, customer_id, machine_no, hosting_fee_monthly, start_time, end_time
     from machine where customer_id between $1 and $2 and purchase_kind = 'THIRD' and hosting_fee_monthly > 0
   ), charged as (
     select machine_id, customer_id, amount from hosting_charge where customer_id between $1 and $2 and month = $3
   )
   select coalesce(machine_no, 'id ' || machine_id) as "machineNo", hosting_fee_monthly as monthly, start_time as "startTime",
     end_time as "endTime", amount
   from hosted full join charged using (machine_id, customer_id)`,
).as<HostedMachine>();

/** Hosting of the month that ends with this mining day, recomputed machine by machine; nothing on other days. */
export async function tieOutHosting(
  db: Queryable,
  { date, range }: { date: string; range: CustomerRange },
): Promise<Omit<TieOut, 'digest'>> {
  const month = monthEndingWith(date);
  if (month === null) return { lines: [], differences: [] };
  const nextMonth = addDays(date, 1);
  const line = { name: 'hosting charges', coin: 'USDT' as const, expected: 0n, posted: 0n };
  const differences: string[] = [];
  for (const machine of await many(db, hosted, [range.first, range.last, month])) {
    const fee = hostingFee(machine, month, nextMonth);
    line.expected += fee ?? 0n;
    line.posted += machine.amount ?? 0n;
    if (fee !== machine.amount) {
      differences.push(
        `hosting of machine ${machine.machineNo} in ${month.slice(0, 7)}: expected ${fee ?? 'none'}, charged ${machine.amount ?? 'none'}`,
      );
    }
  }
  return { lines: [line], differences };
}

/** Business days under contract over days of the month; null when it was not hosted in it. */
function hostingFee({ monthly, startTime, endTime }: HostedMachine, month: string, nextMonth: string): bigint | null {
  if (monthly === null || startTime === null) return null;
  const start = businessDate(startTime);
  const end = endTime === null ? nextMonth : addDays(businessDate(new Date(endTime.getTime() - 1)), 1);
  const first = start > month ? start : month;
  const afterLast = end < nextMonth ? end : nextMonth;
  const days = daysBetween(first, afterLast);
  return days <= 0 ? null : divFloor(monthly * BigInt(days), BigInt(daysBetween(month, nextMonth)));
}
