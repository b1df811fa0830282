import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { type PoolCoin, poolCoins } from '../pool-payments.store.ts';

export interface UnpaidDayRow {
  date: string;
  /** A line in words for each figure, as the day was sealed. */
  tieOut: string[];
  /** Coins that a payment is there for. */
  paid: PoolCoin[];
}

const unpaid = query(
  'suspense.staff-unpaid-days',
  `select d.date::text as date, d.tie_out as "tieOut",
     array(select p.coin from pool_payment_day p where p.date = d.date and not p.undone) as paid
   from day_close d where d.kind = 'mining' and d.closed_at is not null
     and exists (select from unnest($2::text[]) mined join jsonb_array_elements_text(d.tie_out) line on line ~ ('^outputs ' || mined || ': .*posted [0-9.]*[1-9]')
       where not exists (select from pool_payment_day p where p.date = d.date and p.coin = mined and not p.undone))
   order by d.date desc limit $1`,
).as<UnpaidDayRow>();

/** Closed days with a coin that was mined and is not paid for, the newest first. */
export const readUnpaidDays = (db: Queryable, limit: number): Promise<UnpaidDayRow[]> =>
  many(db, unpaid, [limit, poolCoins]);

export interface ArrivalRow {
  id: bigint;
  coin: 'BTC' | 'ETH';
  amount: bigint;
  isAtPoolAddress: boolean;
  txid: string;
  since: Date;
}

const arrivals = query(
  'suspense.staff-arrivals',
  `select a.id, a.coin, o.amount, coalesce(h.purpose = 'POOL', false) as "isAtPoolAddress", a.txid, o.since
   from suspense_open o join house_arrival a on a.id = o.arrival_id
   left join house_address h on h.network = a.network and h.key = a.address_key
   where o.amount > 0 and a.coin in ('BTC', 'ETH') order by "isAtPoolAddress" desc, o.since, a.id limit 50`,
).as<ArrivalRow>();

/** What may be a pool's payment, those at the pool's own address first. */
export const readArrivals = (db: Queryable): Promise<ArrivalRow[]> => many(db, arrivals);

export interface ReportDayRow {
  date: string;
  isClosed: boolean;
  missing: number | null;
  firstMissing: string[];
}

const reportDays = query(
  'suspense.staff-report-days',
  `select day::date::text as date, d.closed_at is not null as "isClosed",
     (select sum((b.result ->> 'withoutReport')::int)::int from day_close_batch b
      where b.kind = 'mining' and b.date = day::date and b.stage = 'post' and d.closed_at is not null) as missing,
     array(select named.machine from day_close_batch b cross join jsonb_array_elements_text(b.result -> 'firstWithoutReport') with ordinality named (machine, n)
       where b.kind = 'mining' and b.date = day::date and b.stage = 'post' and d.closed_at is not null order by b.batch, named.n limit 5) as "firstMissing"
   from generate_series($1::date, $2::date, interval '1 day') day
   left join day_close d on d.kind = 'mining' and d.date = day::date
   order by day desc`,
).as<ReportDayRow>();

/** Each mining day of the range, the newest first. */
export const readReportDays = (db: Queryable, from: string, to: string): Promise<ReportDayRow[]> =>
  many(db, reportDays, [from, to]);

export interface ComeRow {
  date: string;
  coin: 'ETH' | 'DOGE';
  machines: number;
  net: bigint;
  at: Date;
}

const come = query(
  'suspense.staff-reports-come',
  `select date::text as date, coin, count(*)::int as machines, sum_units(gross - pool_fee) as net, max(created_at) as at
   from pool_report where date = any($1::date[]) group by date, coin order by date, coin`,
).as<ComeRow>();

/** What pools have reported of these days. */
export const readReportsCome = (db: Queryable, dates: readonly string[]): Promise<ComeRow[]> => many(db, come, [dates]);

export interface ListedPayment {
  id: bigint;
  coin: PoolCoin;
  from: string;
  to: string;
  expected: bigint;
  corrections: bigint;
  paid: bigint;
  reason: string | null;
  arrivalId: bigint | null;
  txid: string | null;
  isUndone: boolean;
  paidAt: Date;
}

const payments = query(
  'suspense.staff-pool-payments',
  `select p.id, p.coin, p.from_date::text as from, p.to_date::text as to, p.expected,
     (select coalesce(sum_units(c.amount), 0) from pool_payment_correction c where c.payment_id = p.id) as corrections,
     p.paid, p.variance_reason as reason, p.arrival_id as "arrivalId", a.txid, p.undone_transfer_id is not null as "isUndone",
     p.paid_at as "paidAt"
   from pool_payment p left join house_arrival a on a.id = p.arrival_id
   where ($1::text is null or p.coin = $1) and (not $2 or p.paid <> p.expected) and ($3::bigint is null or p.id < $3)
   order by p.id desc limit $4`,
).as<ListedPayment>();

/** The newest first. */
export function readPayments(
  db: Queryable,
  { coin, isDiffering }: { coin: PoolCoin | null; isDiffering: boolean },
  { after, limit }: { after: string | null; limit: number },
): Promise<ListedPayment[]> {
  return many(db, payments, [coin, isDiffering, after, limit]);
}
