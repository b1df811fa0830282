import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { type PoolCoin, poolCoins } from './pool-payments.store.ts';

/** What pools owe by the closed days, beside the ledger. */
export interface PoolStanding {
  coin: PoolCoin;
  /** Of closed days that no payment is for, as their tie-outs computed them. */
  outputs: bigint;
  /** Of outputs, that no payment has counted. */
  corrections: bigint;
  days: number;
  firstDay: string | null;
  /** Its outputs are being posted. */
  openDay: string | null;
}

/** Days by the sums of their tie-outs, a line a batch: machines are not counted again. */
const standing = query(
  'suspense.pool-standing',
  `with mined as (
     select o.coin, o.date, sum_units((line->>'expected')::bigint) as outputs
     from (
       select coin.coin, d.date from unnest($1::text[]) coin (coin) join day_close d on d.kind = 'mining' and d.closed_at is not null
       where not exists (select from pool_payment_day p where p.coin = coin.coin and p.date = d.date and not p.undone)
     ) o
     join day_close_batch b on b.kind = 'mining' and b.date = o.date and b.stage = 'tie-out'
     cross join jsonb_array_elements(b.result->'lines') line
     where line->>'name' = 'outputs' and line->>'coin' = o.coin
     group by o.coin, o.date
   )
   select coin.coin as "coin", coalesce(sum_units(outputs), 0) as outputs, count(*) filter (where outputs <> 0)::int as days,
     min(date) filter (where outputs <> 0)::text as "firstDay",
     (select coalesce(sum_units(moved), 0) from charge_adjustment where adjusted = 'output' and adjusted_coin = coin.coin)
       - (select coalesce(sum_units(c.amount), 0) from pool_payment_correction c join pool_payment p on p.id = c.payment_id
          where not c.undone and p.coin = coin.coin) as corrections,
     (select min(d.date) from day_close d where d.kind = 'mining' and d.closed_at is null)::text as "openDay"
   from unnest($1::text[]) coin (coin) left join mined on mined.coin = coin.coin
   group by coin.coin order by coin.coin`,
).as<PoolStanding>();

export const readPoolStanding = (db: Queryable): Promise<PoolStanding[]> => many(db, standing, [poolCoins]);
