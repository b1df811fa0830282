import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { SavingsCoin } from '../savings-coin.ts';

const holders = query(
  'coin-up.holders',
  `select coin, count(*)::int as customers from coin_up_position where earning > 0 or in_transit_in > 0 or in_transit_out > 0 group by coin`,
).as<{ coin: SavingsCoin; customers: number }>();

/** Customers who save, by coin; a coin that none of them saves is absent. */
export async function countHolders(db: Queryable): Promise<ReadonlyMap<SavingsCoin, number>> {
  return new Map((await many(db, holders)).map(({ coin, customers }) => [coin, customers]));
}

export interface InterestDay {
  date: string;
  coin: SavingsCoin;
  ratePpm: number;
  amount: bigint;
  wasOwed: boolean;
  fundedAt: Date | null;
  paidAt: Date | null;
}

const interestDays = query(
  'coin-up.staff-interest-days',
  `select date, coin, rate_ppm as "ratePpm", amount, was_owed as "wasOwed", funded_at as "fundedAt", paid_at as "paidAt"
   from coin_up_interest_day where $1::date is null or (date, coin) < ($1, $2::text) order by date desc, coin desc limit $3`,
).as<InterestDay>();

/** Closed days of interest, the newest first. */
export function readInterestDays(
  db: Queryable,
  { after, limit }: { after: readonly [date: string, coin: string] | null; limit: number },
): Promise<InterestDay[]> {
  return many(db, interestDays, [...(after ?? [null, null]), limit]);
}

export interface SaverRow {
  customerId: bigint;
  account: string;
  nickname: string;
  coin: SavingsCoin;
  earning: bigint;
  inTransitIn: bigint;
  inTransitOut: bigint;
}

const savers = query(
  'coin-up.staff-positions',
  `select customer_id as "customerId", account, nickname, coin, earning, in_transit_in as "inTransitIn", in_transit_out as "inTransitOut"
   from coin_up_position join customer on customer.id = customer_id
   where ($1::text is null or coin = $1) and ($2::bigint is null or (customer_id, coin) > ($2, $3::text))
     and (earning > 0 or in_transit_in > 0 or in_transit_out > 0)
   order by customer_id, coin limit $4`,
).as<SaverRow>();

/** Positions with principal, by customer and coin. */
export function readSavers(
  db: Queryable,
  coin: SavingsCoin | null,
  { after, limit }: { after: readonly [customerId: string, coin: string] | null; limit: number },
): Promise<SaverRow[]> {
  return many(db, savers, [coin, ...(after ?? [null, null]), limit]);
}
