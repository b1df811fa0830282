import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CoinUpInputs } from './inputs.ts';
import type { CustomerRange } from './range.ts';

interface DayInSums {
  coin: string;
  rate: number | null;
  expectedRate: number;
  amount: bigint | null;
  batches: bigint;
}

/** What was decided about a day, beside its batches and the rates ($2, $3) that it was computed with. */
const wrongDays = query(
  'coin-up.tie-out-day',
  `with batch as (
     select coin, sum_units(amount) as amount from coin_up_interest_batch where date = $1 group by coin
   )
   select rate.coin, day.rate_ppm as rate, rate.ppm as "expectedRate", day.amount, coalesce(batch.amount, 0) as batches
   from unnest($2::text[], $3::int[]) rate (coin, ppm)
   left join coin_up_interest_day day on day.coin = rate.coin and day.date = $1
   left join batch on batch.coin = rate.coin
   where (day.rate_ppm, day.amount) is distinct from (rate.ppm, coalesce(batch.amount, 0))`,
).as<DayInSums>();

export async function tieOutDay(
  db: Queryable,
  { date, inputs: { ratesPpm } }: { date: string; inputs: CoinUpInputs },
): Promise<string[]> {
  const found = await many(db, wrongDays, [date, Object.keys(ratesPpm), Object.values(ratesPpm)]);
  return found.map(
    ({ coin, rate, expectedRate, amount, batches }) =>
      `the day ${date} in ${coin}: its batches are ${batches} at ${expectedRate} ppm, it says ${amount ?? 'nothing'} at ${rate ?? 'no'} ppm`,
  );
}

interface WrongPrincipal {
  account: bigint;
  principal: bigint;
  waiting: bigint;
  posted: bigint;
  held: bigint;
}

/**
 * Positions of the range beside their accounts. Customers go on meanwhile: they change both in one transaction, and this
 * is one statement, so it sees both before or both after.
 */
const wrongPrincipals = query(
  'coin-up.tie-out-principal',
  `with position as (
     select ledger.account_id(customer_id, 'COIN_UP_ACCOUNT', coin) as account,
       earning + in_transit_in + in_transit_out as principal, in_transit_out as waiting
     from coin_up_position where customer_id between $1 and $2
   ), kept as (
     select account_id as account, posted, held from ledger.customer_balance
     where customer between $1 and $2 and account = 'COIN_UP_ACCOUNT'
   )
   select account, coalesce(principal, 0) as principal, coalesce(waiting, 0) as waiting,
     coalesce(posted, 0) as posted, coalesce(held, 0) as held
   from position full join kept using (account)
   where (coalesce(principal, 0), coalesce(waiting, 0)) <> (coalesce(posted, 0), coalesce(held, 0))
   order by account limit 20`,
).as<WrongPrincipal>();

export async function tieOutPrincipal(db: Queryable, { first, last }: CustomerRange): Promise<string[]> {
  return (await many(db, wrongPrincipals, [first, last])).map(
    ({ account, principal, waiting, posted, held }) =>
      `principal in account ${account}: the position has ${principal}, of it on its way out ${waiting}; the ledger ${posted}, of it held ${held}`,
  );
}
