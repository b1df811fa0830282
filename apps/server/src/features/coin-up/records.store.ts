import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { Direction } from './coin-up-dates.ts';
import type { SavingsCoin } from './savings-coin.ts';

/** One row of the customer's list: an order, or the paid interest of a day. */
export interface RecordRow {
  /** Orders and interest share days: 0 is an order, 1 interest, which comes after the day's orders. */
  rank: 0 | 1;
  /** An order's id; of interest the coin's place among the day's. */
  number: bigint;
  coin: SavingsCoin;
  direction: Direction;
  state: 'INTRANSIT' | 'INCOME' | 'SUCCESS';
  account: 'COIN_UP_ACCOUNT' | 'INCOME_ACCOUNT';
  amount: bigint;
  time: Date;
  date: string;
  /** Null for interest, which arrived when it was paid. */
  arrivalDate: string | null;
  ratePpm: number | null;
}

const orderRow = `0 as rank, id as number, coin, direction, state, account, amount, requested_at as time, date, arrival_date,
  null::int as rate_ppm`;
const interestRow = `1 as rank, case interest.coin when 'BTC' then 1 else 2 end as number, interest.coin, 'INCOMES' as direction,
  'INCOME' as state, 'INCOME_ACCOUNT' as account, interest.amount, paid_at as time, interest.date, null::date as arrival_date, rate_ppm`;
const shown = `rank, number::bigint as number, coin, direction, state, account, amount, time, date,
  arrival_date as "arrivalDate", rate_ppm as "ratePpm"`;

/** Each part walks its index from the cursor on, so that a page costs the same however deep it lies. */
const page = query(
  'coin-up.records',
  `select ${shown}
   from (
     (select ${orderRow} from coin_up_order
      where customer_id = $1 and coin = any($2) and direction = any($3) and date between $4 and $5
        and (date, id) < ($6, case $7::int when 0 then $8::bigint when 1 then 9223372036854775807 end)
      order by date desc, id desc limit $9::int + $10::int)
     union all
     (select part.*
      from unnest($2::text[]) wanted (coin)
      cross join lateral (
        select ${interestRow}
        from coin_up_interest_day day
        cross join lateral (
          select * from coin_up_interest kept
          where kept.customer_id = $1 and kept.coin = wanted.coin and kept.date = day.date and kept.amount > 0 offset 0
        ) interest
        where day.coin = wanted.coin and 'INCOMES' = any($3)
          and day.date between greatest($4::date, (select min(arrival_date) from coin_up_order where customer_id = $1)) and least($5::date, $6::date)
          and (day.date, 1, case wanted.coin when 'BTC' then 1 else 2 end) < ($6, $7, $8) and paid_at is not null
        order by day.date desc limit $9::int + $10::int
      ) part)
   ) record
   order by date desc, rank desc, number desc limit $9 offset $10`,
).as<RecordRow>();

export interface RecordFilter {
  coins: readonly SavingsCoin[];
  directions: readonly Direction[];
  from?: string;
  to?: string;
}

export interface RecordPlace {
  after: readonly [date: string, rank: string, number: string] | null;
  limit: number;
  offset: number;
}

/** Whether a cursor's rank is one that rows have. */
export const isRank = (text: string) => text === '0' || text === '1';

const beyondAll = ['infinity', '2', '0'] as const;

/** Newest first. Interest that is owed is no record yet. */
export function readRecords(
  db: Queryable,
  customerId: bigint,
  { coins, directions, from = '-infinity', to = 'infinity' }: RecordFilter,
  { after, limit, offset }: RecordPlace,
): Promise<RecordRow[]> {
  const place = after ?? beyondAll;
  return many(db, page, [customerId, coins, directions, from, to, ...place, limit, offset]);
}

const oneOrder = query(
  'coin-up.order',
  `select ${shown} from (select ${orderRow} from coin_up_order where customer_id = $1 and id = $2) record`,
).as<RecordRow>();
const oneInterest = query(
  'coin-up.interest-record',
  `select ${shown} from (
     select ${interestRow}
     from coin_up_interest interest join coin_up_interest_day day using (coin, date)
     where customer_id = $1 and interest.coin = $2 and interest.date = $3 and interest.amount > 0 and paid_at is not null
   ) record`,
).as<RecordRow>();

/** What a record's id says: `17`, or `interest-BTC-2020-03-01`. */
export type RecordId = { order: bigint } | { coin: SavingsCoin; date: string };

/** The one record, or nothing when it is another customer's. */
export function readRecord(db: Queryable, customerId: bigint, id: RecordId): Promise<RecordRow[]> {
  return 'order' in id
    ? many(db, oneOrder, [customerId, id.order])
    : many(db, oneInterest, [customerId, id.coin, id.date]);
}
