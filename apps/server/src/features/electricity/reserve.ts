import { endOfHour } from '../../platform/clock/clock.ts';
import { askOnce } from '../../platform/db/ask-once.ts';
import { inOrder as askedRows } from '../../platform/db/asked-rows.ts';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { AskedWallet, Spendable } from '../../platform/spendable.ts';
import { feeOfWork, numberOfCoin } from './collection-query.ts';

const inOrder = 'date, machine_no collate "C", machine_id';

interface ReserveRow {
  place: number;
  owes: boolean;
  promotion: bigint;
  prepaid: bigint;
  output: bigint;
  usedPrepaid: bigint;
  usedOutput: bigint;
}

/**
 * Of one customer; `until` is the end of the time in which running machines count. What each machine used on each date that is not charged yet, from the
 * terms, the tariff and the status log of that date as the close reads them; ELE holds it first, OUTPUT the rest, at the latest
 * prices and in the order of coins in which it would pay. A date without a tariff and a coin without a price hold nothing.
 * Before the first close any date may be the first to be charged: all since the machines have terms counts.
 */
const reserveOf = (customer: string, until: string) => `
   with open_date as materialized (
     select day::date as date, day at time zone 'UTC' as starts
     from generate_series(
       coalesce(nullif(last_closed_day('mining'), '-infinity') + 1, (select min(effective_from) from machine_terms where customer_id = ${customer}))::timestamp,
       (${until} at time zone 'UTC') - interval '1 microsecond', interval '1 day') day
   ), ran as (
     select terms.machine_id, date, power_watts, site_id, tariff_name,
       floor(extract(epoch from sum(greatest(
         interval '0', least(ended_at, end_time, starts + interval '1 day', ${until}) - greatest(started_at, starts)))))::int as seconds
     from machine_terms terms
     join open_date on date >= effective_from and date < effective_to
     cross join lateral (
       select started_at, ended_at from machine_status_period
       where machine_id = terms.machine_id and status = 'RUNNING'
         and started_at < starts + interval '1 day' and (ended_at is null or ended_at > starts)
       offset 0
     ) period
     where customer_id = ${customer}
     group by terms.machine_id, date, power_watts, site_id, tariff_name
   ), used as (
     select date, machine_no, machine_id, machine.coin, ${feeOfWork} as amount
     from ran
     join machine on machine.id = machine_id
     cross join lateral (
       select (price * 1000000)::bigint as micro_tariff from tariff
       where site_id = ran.site_id and name = ran.tariff_name and effective_from <= date order by effective_from desc limit 1
     ) tariff
     cross join lateral (select ran.power_watts::bigint * seconds as watt_seconds) work
     where not exists (select from electricity_charge charge where charge.machine_id = ran.machine_id and charge.date = ran.date)
   ), price as (
     select array(
       select (select usdt from reference_price where coin = name and date <= (select max(date) from open_date) order by date desc limit 1)
       from unnest(array['BTC', 'ETH', 'DOGE']) with ordinality as coins (name, n) order by n) as usdt
   ), due as (
     select coalesce(sum_units(amount), 0) as total, array_agg(amount order by ${inOrder}) as amounts,
       array_agg(${numberOfCoin} order by ${inOrder}) as mined, array_agg(usdt order by ${inOrder}) as prices
     from used cross join price where amount > 0
   ), money as (
     select coalesce(max(available) filter (where account_id = ledger.account_id(${customer}, 'ELE_ACCOUNT', 'USDT')), 0) as prepaid,
       coalesce(max(available) filter (where account_id = ledger.account_id(${customer}, 'OUTPUT_ACCOUNT', 'BTC')), 0) as btc,
       coalesce(max(available) filter (where account_id = ledger.account_id(${customer}, 'OUTPUT_ACCOUNT', 'ETH')), 0) as eth,
       coalesce(max(available) filter (where account_id = ledger.account_id(${customer}, 'OUTPUT_ACCOUNT', 'DOGE')), 0) as doge
     from ledger.customer_balance where customer = ${customer}
   )
   select exists (select from owed_fees where customer_id = ${customer}) as owes,
     coalesce((select promo_remaining from electricity_account where customer_id = ${customer}), 0) as promotion,
     prepaid, money.btc as output, least(total, prepaid) as "usedPrepaid", coalesce(rest.btc, 0) as "usedOutput"
   from due cross join money
   cross join lateral (
     select sum_units(from_btc) as btc from pay_charges(false, prepaid, array[money.btc, eth, doge], amounts, mined, prices) where total > prepaid
   ) rest`;

/** In a subselect the planner cannot count the array: it would plan each statement anew for a few customers. */
const reserves = query(
  'electricity.reserves',
  `select asked.place::int as place, reserve.*
   from unnest((select $1::bigint[]), (select $2::timestamptz[])) with ordinality asked (customer, until, place)
   cross join lateral (${reserveOf('asked.customer', 'asked.until')}) reserve`,
).as<ReserveRow>();

/** In the order of the wallets. Counts to the end of the running hour. Who decides by it has the accounts locked. */
export async function readSpendables(db: Queryable, wallets: readonly AskedWallet[]): Promise<Spendable[]> {
  const asked = wallets.map(({ customerId, now }) => ({ customerId, until: endOfHour(now) }));
  const found = await askOnce(
    asked,
    ({ customerId, until }) => `${customerId} ${until.getTime()}`,
    async (distinct) => {
      const customers = distinct.map(({ customerId }) => customerId);
      const rows = await many(db, reserves, [customers, distinct.map(({ until }) => until)]);
      return askedRows(distinct.length, rows);
    },
  );
  return wallets.map(({ coin }, i) => spendableOf(found[i] as ReserveRow, coin));
}

function spendableOf(row: ReserveRow, coin: 'BTC' | 'USDT'): Spendable {
  const { owes, promotion } = row;
  if (coin === 'BTC')
    return { balance: row.output, reserved: row.usedOutput, available: row.output - row.usedOutput, owes };
  const own = atLeastZero(row.prepaid - promotion);
  const reserved = atLeastZero(row.usedPrepaid - promotion);
  return { balance: row.prepaid, reserved, available: own - reserved, owes };
}

const atLeastZero = (amount: bigint) => (amount > 0n ? amount : 0n);
