import type { Data } from '@lode/contract';
import { type Coin, formatAmount } from '@lode/money';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

interface HostingFeeRow {
  id: bigint;
  machineId: bigint;
  machineNo: string;
  /** First day of the month. */
  month: string;
  /** The first of its business days. */
  firstDay: string;
  days: number;
  /** Of the terms that it was charged by; null of a correction. */
  monthlyFee: bigint | null;
  amount: bigint;
  owed: bigint;
  /** Given back of the customer's whole month, on its first fee. */
  refunds: { coin: Coin; amount: string }[];
  time: Date;
}

const hostingFees = query(
  'wallet.hosting-fees',
  `select charge.id, charge.machine_id as "machineId", machine_no as "machineNo", month, first_day as "firstDay", days,
     monthly_fee as "monthlyFee", amount, owed, coalesce(paid_at, charged_at) as time,
     coalesce((
       select jsonb_agg(jsonb_build_object('coin', coin, 'amount', refund.amount::text) order by coin)
       from (
         select adjusted_coin as coin, sum(adjusted_amount) as amount from charge_adjustment given
         where given.machine_id = charge.machine_id and about_date = charge.month and given.customer_id = $1
           and adjusted = 'hosting' and adjusted_amount > 0
         group by adjusted_coin
       ) refund
       where charge.id = (
         select min(id) from hosting_charge same where (same.machine_id, same.month, same.customer_id) = (charge.machine_id, charge.month, $1)
       )
     ), '[]') as refunds
   from hosting_charge charge join machine on machine.id = charge.machine_id
   where charge.customer_id = $1
     and charge.machine_id between $2 and $3 and month between $4 and $5
     and charge.id between $8 and $9 and (first_day, charge.id) < ($6, $7)
   order by first_day desc, charge.id desc limit $10 offset $11`,
).as<HostingFeeRow>();

/** A machine's fees, or one fee by its own id. */
export interface HostingFeeFilter {
  machineId?: bigint;
  month?: string;
  id?: bigint;
}

const everyId = { first: 0n, last: 2n ** 63n - 1n };

export function readHostingFees(
  db: Queryable,
  customerId: bigint,
  { machineId, month, id }: HostingFeeFilter,
  { after, limit, offset }: { after: readonly [firstDay: string, id: string] | null; limit: number; offset: number },
): Promise<HostingFeeRow[]> {
  return many(db, hostingFees, [
    customerId,
    machineId ?? everyId.first,
    machineId ?? everyId.last,
    month ?? '-infinity',
    month ?? 'infinity',
    ...(after ?? ['infinity', everyId.last]),
    id ?? everyId.first,
    id ?? everyId.last,
    limit,
    offset,
  ]);
}

export function hostingFeeAnswer(row: HostingFeeRow): Data<'hostingFeeList'>['records'][number] {
  const month = row.month.slice(0, 7);
  return {
    id: `${row.machineId}-${month}-${row.id}`,
    machineNo: row.machineNo,
    month,
    days: row.days,
    monthlyFee: row.monthlyFee === null ? null : formatAmount(row.monthlyFee, 'USDT'),
    amount: formatAmount(row.amount, 'USDT'),
    refunds: row.refunds.map(({ coin, amount }) => ({ coin, amount: formatAmount(BigInt(amount), coin) })),
    coin: 'USDT',
    status: row.owed > 0n ? 'OWED' : 'PAID',
    time: row.time.toISOString(),
  };
}

/** `7` means the fees of machine 7, `7-2026-03` those of that month, `7-2026-03-12` one of them; null for what is none. */
export function parseHostingFeeId(text: string): HostingFeeFilter | null {
  const match = /^([1-9]\d{0,17})(?:-(\d{4}-(?:0[1-9]|1[0-2]))(?:-([1-9]\d{0,17}))?)?$/.exec(text);
  if (!match) return null;
  const [, machineId = '', month, id] = match;
  return { machineId: BigInt(machineId), month: month && `${month}-01`, id: id === undefined ? undefined : BigInt(id) };
}
