import type { Coin } from '@lode/money';
import { execute, many, maybeOne, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** Coins that machines mine. */
export const poolCoins = ['BTC', 'ETH', 'DOGE'] as const satisfies readonly Coin[];
export type PoolCoin = (typeof poolCoins)[number];

const lastClosed = query('suspense.last-closed-day', `select last_closed_day('mining')::text as date`).as<{
  date: string;
}>();

/** A date before all dates when no mining day is closed. */
export async function lastClosedMiningDay(db: Queryable): Promise<string> {
  const { date } = await one(db, lastClosed);
  return date === '-infinity' ? '0000-00-00' : date;
}

const days = query(
  'suspense.outputs-by-day',
  `select day::date::text as date, coalesce(sum_units(net), 0) as expected
   from generate_series($2::date, $3::date, interval '1 day') day
   left join (
     select date, net from machine_output where coin = $1 and date between $2 and $3
     union all
     select date, net from carried_output_day where coin = $1 and date between $2 and $3
   ) o on o.date = day::date
   group by day order by day`,
).as<{ date: string; expected: bigint }>();

/** Each day of the period with what the machines mined on it. */
export function readOutputs(
  db: Queryable,
  { coin, from, to }: { coin: PoolCoin; from: string; to: string },
): Promise<{ date: string; expected: bigint }[]> {
  return many(db, days, [coin, from, to]);
}

const overlap = query(
  'suspense.paid-day',
  `select payment_id as id, date::text as date from pool_payment_day where coin = $1 and date between $2 and $3 and not undone order by date limit 1`,
).as<{ id: bigint; date: string }>();

/** The first day of the period that is paid already. */
export function findPaidDay(
  db: Queryable,
  { coin, from, to }: { coin: PoolCoin; from: string; to: string },
): Promise<{ id: bigint; date: string } | null> {
  return maybeOne(db, overlap, [coin, from, to]);
}

const undone = query(
  'suspense.times-undone',
  `select count(*)::int as times from pool_payment
   where coin = $1 and from_date = $2 and to_date = $3 and undone_transfer_id is not null`,
).as<{ times: number }>();

/** How often a payment of exactly this period was undone. */
export async function countUndone(
  db: Queryable,
  { coin, from, to }: { coin: PoolCoin; from: string; to: string },
): Promise<number> {
  return (await one(db, undone, [coin, from, to])).times;
}

/** A correction of outputs that a payment counts. */
export interface CountedCorrection {
  transferId: bigint;
  line: number;
  amount: bigint;
}

export interface NewPoolPayment {
  coin: PoolCoin;
  from: string;
  to: string;
  arrivalId: bigint | null;
  paid: bigint;
  expected: bigint;
  varianceReason: string | null;
  transferId: bigint;
  at: Date;
}

const insert = query(
  'suspense.insert-pool-payment',
  `insert into pool_payment (coin, from_date, to_date, arrival_id, paid, expected, variance_reason, transfer_id, paid_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
).as<{ id: bigint }>();
const insertDays = query(
  'suspense.insert-pool-payment-days',
  `insert into pool_payment_day (coin, date, payment_id, expected)
   select $1, d.date, $2, d.expected from unnest($3::date[], $4::bigint[]) d (date, expected)`,
);
const insertCorrections = query(
  'suspense.insert-pool-payment-corrections',
  `insert into pool_payment_correction (transfer_id, line, payment_id, amount)
   select c.transfer_id, c.line, $1, c.amount from unnest($2::bigint[], $3::int[], $4::bigint[]) c (transfer_id, line, amount)`,
);

export async function writePoolPayment(
  db: Queryable,
  payment: NewPoolPayment,
  counted: { days: readonly { date: string; expected: bigint }[]; corrections: readonly CountedCorrection[] },
): Promise<bigint> {
  const { coin, from, to, arrivalId, paid, expected, varianceReason, transferId, at } = payment;
  const { id } = await one(db, insert, [coin, from, to, arrivalId, paid, expected, varianceReason, transferId, at]);
  await execute(db, insertDays, [
    coin,
    id,
    counted.days.map(({ date }) => date),
    counted.days.map((day) => day.expected),
  ]);
  await execute(db, insertCorrections, [
    id,
    counted.corrections.map((one) => one.transferId),
    counted.corrections.map(({ line }) => line),
    counted.corrections.map(({ amount }) => amount),
  ]);
  return id;
}

export interface OutputsOfDay {
  coin: PoolCoin;
  date: string;
  outputs: bigint;
}

const unpaid = query(
  'suspense.unpaid-days',
  `select o.coin, o.date::text as date, sum_units(o.net) as outputs
   from (select coin, date, net from machine_output union all select coin, date, net from carried_output_day) o
   where o.date <= last_closed_day('mining')
     and not exists (select from pool_payment_day d where d.coin = o.coin and d.date = o.date and not undone)
   group by o.coin, o.date order by o.coin, o.date`,
).as<OutputsOfDay>();

/** Outputs of closed days that no pool payment is for, oldest first. */
export const readUnpaidOutputs = (db: Queryable): Promise<OutputsOfDay[]> => many(db, unpaid, []);

export interface PoolPaymentRow {
  id: bigint;
  coin: PoolCoin;
  from: string;
  to: string;
  arrivalId: bigint | null;
  paid: bigint;
  expected: bigint;
  /** Of `expected`. */
  corrections: bigint;
  varianceReason: string | null;
  /** Two people took it back. */
  isUndone: boolean;
}

const payments = query(
  'suspense.pool-payments',
  `select id, coin, from_date::text as from, to_date::text as to, arrival_id as "arrivalId", paid, expected,
     (select coalesce(sum_units(amount), 0) from pool_payment_correction where payment_id = pool_payment.id) as corrections,
     variance_reason as "varianceReason", undone_transfer_id is not null as "isUndone"
   from pool_payment order by id desc limit $1`,
).as<PoolPaymentRow>();

/** The newest first. */
export const readPoolPayments = (db: Queryable, limit: number): Promise<PoolPaymentRow[]> =>
  many(db, payments, [limit]);
