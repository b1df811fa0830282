-- A charge stops its machine only when its owner has known of it for a day: the charge keeps when it was posted.

alter table electricity_charge add column charged_at timestamptz;      -- null: posted before this was kept

create or replace view owed_electricity as
  select customer_id, date, machine_no, machine_id, null::bigint as adjustment_id, coin, owed, date as price_date, charged_at
  from electricity_charge where owed > 0
  union all
  select customer_id, date, machine_no, machine_id, id, coin, owed, about_date, adjusted_at
  from charge_adjustment where owed > 0;
