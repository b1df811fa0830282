-- Electricity of a machine and day with its corrections, in micro-USDT: what fee figures show, as `corrected_output` is for outputs.

create view corrected_charge as
  select machine_id, date, customer_id, amount from electricity_charge
  union all
  -- A refund in a coin that outputs had paid in is worth what that day's price makes it.
  select machine_id, about_date, customer_id,
    -(case when adjusted_coin = 'USDT' then adjusted_amount else ceil(adjusted_amount * price.usdt::numeric / 100000000)::bigint end)
  from charge_adjustment left join reference_price price on price.coin = adjusted_coin and price.date = about_date
  where adjusted = 'electricity';

grant select on corrected_charge to lode_app;

create index charge_adjustment_electricity on charge_adjustment (customer_id, about_date) where adjusted = 'electricity';
