import { divFloor } from '@lode/money';
import { addDays, businessDate, daysBetween } from '../../../platform/clock/clock.ts';
import { type DbTx, many, statement } from '../../../platform/db/database.ts';
import type { CustomerRange, TieOut } from '../close-kind.ts';

interface HostedMachine {
  machineNo: string;
  monthly: bigint;
  startTime: Date;
  endTime: Date | null;
  amount: bigint | null;
  accounted: bigint;
}

const hosted = statement<HostedMachine>(
  'day-close.tie-out-hosting',
  `select machine_no as "machineNo", hosting_fee_monthly as monthly, start_time as "startTime", end_time as "endTime",
     amount, coalesce(paid + owed, 0) as accounted
   from machine left join hosting_charge on machine_id = machine.id and month = $3
   where machine.customer_id between $1 and $2 and purchase_kind = 'THIRD' and hosting_fee_monthly > 0`,
);

/** Hosting of the month that ends with this mining day, recomputed machine by machine; nothing on other days. */
export async function tieOutHosting(
  dbTx: DbTx,
  { date, range }: { date: string; range: CustomerRange },
): Promise<Omit<TieOut, 'digest'>> {
  const nextMonth = addDays(date, 1);
  if (!nextMonth.endsWith('-01')) return { lines: [], differences: [] };
  const month = `${date.slice(0, 7)}-01`;
  const line = { name: 'hosting', coin: 'USDT' as const, expected: 0n, posted: 0n };
  const differences: string[] = [];
  for (const machine of await many(dbTx, hosted, [range.first, range.last, month])) {
    const fee = hostingFee(machine, month, nextMonth);
    line.expected += fee ?? 0n;
    line.posted += machine.accounted;
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
  const start = businessDate(startTime);
  const end = endTime === null ? nextMonth : addDays(businessDate(new Date(endTime.getTime() - 1)), 1);
  const first = start > month ? start : month;
  const afterLast = end < nextMonth ? end : nextMonth;
  const days = daysBetween(first, afterLast);
  return days <= 0 ? null : divFloor(monthly * BigInt(days), BigInt(daysBetween(month, nextMonth)));
}
