import { divFloor } from '@lode/money';
import { addDays, businessDate, daysBetween, miningDate } from '../../../platform/clock/clock.ts';
import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CustomerRange, TieOut } from '../close-kind.ts';
import { monthEndingWith } from './month.ts';

/** A version of terms of a hosted machine, with what its charges depend on beside it. */
interface HostedVersion {
  machineId: bigint;
  machineNo: string;
  customerId: bigint;
  monthly: bigint;
  effectiveFrom: string;
  effectiveTo: string;
  endTime: Date | null;
  /** End of the contract of the version that stands on the date. */
  standingEnd: Date | null;
  onSiteFrom: string | null;
  /** Start of the first status that is neither WAITING nor ENCAPSULATION. */
  firstOnSite: Date | null;
  /** The last business day that an earlier close charged. */
  chargedUpTo: string | null;
}

const versions = query(
  'day-close.hosted-versions',
  `select terms.machine_id as "machineId", machine_no as "machineNo", terms.customer_id as "customerId",
     terms.hosting_fee_monthly as monthly, effective_from as "effectiveFrom", effective_to::text as "effectiveTo",
     terms.end_time as "endTime", on_site_from as "onSiteFrom",
     (select standing.end_time from machine_terms standing where standing.machine_id = terms.machine_id
        and standing.effective_from <= $3 and standing.effective_to > $3) as "standingEnd",
     (select min(started_at) from machine_status_period log where log.machine_id = terms.machine_id
        and log.status not in ('WAITING', 'ENCAPSULATION')) as "firstOnSite",
     (select max(last_day) from hosting_charge earlier where earlier.machine_id = terms.machine_id and earlier.date < $3
        and adjustment_id is null) as "chargedUpTo"
   from machine_terms terms join machine on machine.id = machine_id
   where terms.customer_id between $1 and $2 and effective_from <= $3 and purchase_kind = 'THIRD' and terms.hosting_fee_monthly > 0`,
).as<HostedVersion>();

interface HostingCharge {
  machineId: bigint;
  customerId: bigint;
  firstDay: string;
  lastDay: string;
  amount: bigint;
}

const charged = query(
  'day-close.tie-out-hosting',
  `select machine_id as "machineId", customer_id as "customerId", first_day as "firstDay", last_day as "lastDay", amount
   from hosting_charge where customer_id between $1 and $2 and date = $3 and adjustment_id is null`,
).as<HostingCharge>();

/** Hosting that falls due with this mining day, recomputed version by version of the machines' terms. */
export async function tieOutHosting(
  db: Queryable,
  { date, range }: { date: string; range: CustomerRange },
): Promise<Omit<TieOut, 'digest'>> {
  const values = [range.first, range.last, date];
  const hosted = await many(db, versions, values);
  const expected = hosted.flatMap((version) => chargesOf(version, date));
  const posted = await many(db, charged, values);
  if (monthEndingWith(date) === null && expected.length === 0 && posted.length === 0) {
    return { lines: [], differences: [] };
  }
  const names = new Map(hosted.map(({ machineId, machineNo }) => [machineId, machineNo]));
  const found = new Map(posted.map((charge) => [keyOf(charge), charge]));
  const differences: string[] = [];
  for (const charge of expected) {
    const amount = found.get(keyOf(charge))?.amount ?? null;
    found.delete(keyOf(charge));
    if (amount !== charge.amount) differences.push(differenceOf(charge, names, String(charge.amount), amount));
  }
  for (const charge of found.values()) differences.push(differenceOf(charge, names, 'none', charge.amount));
  return {
    lines: [{ name: 'hosting charges', coin: 'USDT', expected: sumOf(expected), posted: sumOf(posted) }],
    differences,
  };
}

const sumOf = (charges: readonly HostingCharge[]) => charges.reduce((sum, { amount }) => sum + amount, 0n);

const keyOf = ({ machineId, customerId, firstDay, lastDay }: HostingCharge) =>
  [machineId, customerId, firstDay, lastDay].join(' ');

function differenceOf(
  { machineId, firstDay, lastDay }: HostingCharge,
  names: ReadonlyMap<bigint, string>,
  expected: string,
  amount: bigint | null,
): string {
  const machine = names.get(machineId) ?? `id ${machineId}`;
  return `hosting of machine ${machine} from ${firstDay} to ${lastDay}: expected ${expected}, charged ${amount ?? 'none'}`;
}

/** A month's days with its last mining day, a contract's last days with its own; none on other dates. */
function chargesOf(version: HostedVersion, date: string): HostingCharge[] {
  const next = addDays(date, 1);
  const month = `${date.slice(0, 7)}-01`;
  const isMonthOver = next.endsWith('-01');
  const isContractOver = version.standingEnd !== null && miningDate(lastInstantBefore(version.standingEnd)) === date;
  if (!isMonthOver && !isContractOver) return [];
  return (isMonthOver && isContractOver ? [month, next] : [month]).flatMap((each) => chargeIn(version, each));
}

function chargeIn(version: HostedVersion, month: string): HostingCharge[] {
  const { machineId, customerId, monthly, effectiveFrom, effectiveTo, endTime, onSiteFrom, firstOnSite } = version;
  const onSite = onSiteFrom ?? (firstOnSite && businessDate(firstOnSite));
  if (onSite === null) return [];
  const nextMonth = `${addDays(month, 31).slice(0, 7)}-01`;
  const afterCharged = version.chargedUpTo === null ? month : addDays(version.chargedUpTo, 1);
  const firstDay = latest(month, effectiveFrom, onSite, afterCharged);
  const afterLast = earliest(
    nextMonth,
    effectiveTo === 'infinity' ? nextMonth : effectiveTo,
    endTime === null ? nextMonth : addDays(businessDate(lastInstantBefore(endTime)), 1),
  );
  const days = daysBetween(firstDay, afterLast);
  if (days <= 0) return [];
  const amount = divFloor(monthly * BigInt(days), BigInt(daysBetween(month, nextMonth)));
  return [{ machineId, customerId, firstDay, lastDay: addDays(afterLast, -1), amount }];
}

const lastInstantBefore = (end: Date) => new Date(end.getTime() - 1);
const latest = (...dates: string[]) => dates.reduce((a, b) => (a > b ? a : b));
const earliest = (...dates: string[]) => dates.reduce((a, b) => (a < b ? a : b));
