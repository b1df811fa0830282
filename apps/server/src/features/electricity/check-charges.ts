import type { BookCheck, Difference } from '@lode/ledger';
import { limitedByCoin } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/**
 * What stands outside the books, held against them: Σ charges = Σ posted + Σ remaining, customer by customer and coin by
 * coin, so that a difference names whose it is. Every row's own amount = paid + owed is the table's constraint.
 */
const differences = query(
  'electricity.check-charges',
  limitedByCoin(`
  with paid as (
    select customer_id, 'ELE_CONSUME_USDT' as type, 'USDT' as coin, paid_prepaid as amount from electricity_charge
    union all
    select customer_id, 'ELE_CONSUME_BTC', 'BTC', paid_btc from electricity_charge where paid_btc > 0
    union all
    select customer_id, 'ELE_CONSUME_ETH', 'ETH', paid_eth from electricity_charge where paid_eth > 0
    union all
    select customer_id, 'ELE_CONSUME_DOGE', 'DOGE', paid_doge from electricity_charge where paid_doge > 0
    union all
    select customer_id, 'ADJUST_ELE', 'USDT', paid_prepaid from charge_adjustment
    union all
    select customer_id, 'ADJUST_ELE', paid.coin, paid.amount from charge_adjustment
    cross join lateral (values ('BTC', paid_btc), ('ETH', paid_eth), ('DOGE', paid_doge)) paid (coin, amount)
    union all
    select customer_id, case adjusted when 'output' then 'ADJUST_OUTPUT' when 'hosting' then 'HOSTING_FEE' else 'ADJUST_ELE' end, adjusted_coin, -moved
    from charge_adjustment
    union all
    select customer_id, 'HOSTING_FEE', paid.coin, paid.amount from hosting_charge
    cross join lateral (
      values ('USDT', paid_prepaid), ('BTC', paid_btc), ('ETH', paid_eth), ('DOGE', paid_doge)
    ) paid (coin, amount)
    union all
    select customer_id, 'MINING_OUTPUT', coin, -net from machine_output
  ),
  posted as (
    select customer, type::text, ledger.coin_of(debit) as coin, case when debit > 0 then amount else -amount end as amount
    from ledger.posting
    where type in ('ELE_CONSUME_USDT', 'ELE_CONSUME_BTC', 'ELE_CONSUME_ETH', 'ELE_CONSUME_DOGE', 'ADJUST_ELE', 'ADJUST_OUTPUT',
      'HOSTING_FEE', 'MINING_OUTPUT')
  ),
  kept as (select customer_id, type, coin, sum_units(amount) as amount from paid group by customer_id, type, coin),
  booked as (select customer as customer_id, type, coin, sum_units(amount) as amount from posted group by customer, type, coin)
  select 'what charges and outputs say is posted' as check,
    concat_ws(' ', 'customer', customer_id, type, coin) as subject,
    coalesce(kept.amount, 0)::text as expected, coalesce(booked.amount, 0)::text as found, coin
  from kept full join booked using (customer_id, type, coin)
  where coalesce(kept.amount, 0) <> coalesce(booked.amount, 0)
  union all
  select 'no electricity is owed while prepaid money is left', 'customer ' || customer_id, '0', (posted - held)::text, null
  from (select distinct customer_id from owed_electricity) owing
  join ledger.balance on account = ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT')
  where posted > held
  union all
  select 'promotional credit is part of the prepaid balance', 'customer ' || customer_id, '<= ' || coalesce(posted, 0), promo_remaining::text, null
  from electricity_account
  left join ledger.balance on account = ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT')
  where promo_remaining > coalesce(posted, 0)`),
).as<Difference>();

/** Charges, outputs and hosting against the postings. */
export const checkCharges: BookCheck = (db) => many(db, differences);
