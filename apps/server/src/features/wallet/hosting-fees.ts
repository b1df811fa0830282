import type { Data } from '@lode/contract';
import { formatAmount } from '@lode/money';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

interface HostingFeeRow {
  machineId: bigint;
  machineNo: string;
  /** First day of the month. */
  month: string;
  days: number;
  /** Of the machine as it is now; null when it has none any more. */
  monthlyFee: bigint | null;
  amount: bigint;
  owed: bigint;
  time: Date;
}

const hostingFees = query(
  'wallet.hosting-fees',
  `select charge.machine_id as "machineId", machine_no as "machineNo", month, days,
     hosting_fee_monthly as "monthlyFee", amount, owed, coalesce(paid_at, charged_at) as time
   from hosting_charge charge join machine on machine.id = charge.machine_id
   where charge.customer_id = $1
     and charge.machine_id between $2 and $3 and month between $4 and $5
     and (month, charge.machine_id) < ($6, $7)
   order by month desc, charge.machine_id desc limit $8 offset $9`,
).as<HostingFeeRow>();

/** A machine's fees, or one fee by its own id. */
export interface HostingFeeFilter {
  machineId?: bigint;
  month?: string;
}

const everyMachine = { first: 0n, last: 2n ** 63n - 1n };

export function readHostingFees(
  db: Queryable,
  customerId: bigint,
  { machineId, month }: HostingFeeFilter,
  {
    after,
    limit,
    offset,
  }: { after: readonly [month: string, machineId: string] | null; limit: number; offset: number },
): Promise<HostingFeeRow[]> {
  return many(db, hostingFees, [
    customerId,
    machineId ?? everyMachine.first,
    machineId ?? everyMachine.last,
    month ?? '-infinity',
    month ?? 'infinity',
    ...(after ?? ['infinity', everyMachine.last]),
    limit,
    offset,
  ]);
}

export function hostingFeeAnswer(row: HostingFeeRow): Data<'hostingFeeList'>['records'][number] {
  const month = row.month.slice(0, 7);
  return {
    id: `${row.machineId}-${month}`,
    machineNo: row.machineNo,
    month,
    days: row.days,
    monthlyFee: row.monthlyFee === null ? null : formatAmount(row.monthlyFee, 'USDT'),
    amount: formatAmount(row.amount, 'USDT'),
    coin: 'USDT',
    status: row.owed > 0n ? 'OWED' : 'PAID',
    time: row.time.toISOString(),
  };
}

/** `7` means the fees of machine 7, `7-2026-03` its fee of that month; null for what is neither. */
export function parseHostingFeeId(id: string): HostingFeeFilter | null {
  const match = /^([1-9]\d{0,17})(?:-(\d{4}-(?:0[1-9]|1[0-2])))?$/.exec(id);
  if (!match) return null;
  const [, machineId = '', month] = match;
  return { machineId: BigInt(machineId), month: month && `${month}-01` };
}
