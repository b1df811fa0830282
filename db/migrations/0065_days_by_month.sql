-- Outputs, charges and interest lie in a table for each month, and their indexes begin with the date: what a night writes touches the
-- pages of that night alone, however many years lie before it, and a month can be taken out whole. Migrating copies these tables once.

-- Where a table's rows of a month lie. No role has a right on it: rows are read and written through the table of all months, whose guards
-- hold there. Who owns the tables is refused as well. A month whose first rows came before it was made stays in the rest of the table.
create function make_month(parent text, month date) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  part constant text := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
  until constant date := month + interval '1 month';
  is_late boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('month of ' || parent, 0));
  execute format('select exists (select from %I where date >= $1 and date < $2)', parent || '_rest') into is_late using month, until;
  if is_late or to_regclass(format('public.%I', part)) is not null then return; end if;
  perform make_partition(parent::regclass, to_char(month, 'YYYY_MM'), month::text, until::text);
  perform keep_hands_off(part, parent);
end $$;

create function keep_hands_off(part text, parent text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('alter table public.%I enable row level security', part);
  execute format('create trigger written_through_its_table before insert or update or delete or truncate on public.%I for each statement execute function refuse_rewriting(%L)',
    part, 'rows are written through ' || parent);
end $$;

-- The tables that a close of a kind writes, in the month of a day and in the next, so that a month is there before its first day: where
-- transactions are in the way it is tried again by the next close, and no transaction waits behind it for long.
create function keep_months(of_kind text, day date) returns void language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  parent text;
  month date;
begin
  foreach parent in array case of_kind when 'mining' then array['machine_output', 'electricity_charge'] else array['coin_up_interest'] end loop
    foreach month in array array[date_trunc('month', day), date_trunc('month', day) + interval '1 month']::date[] loop
      if to_regclass(format('public.%I', parent || to_char(month, '_YYYY_MM'))) is null then
        perform make_month(parent, month);
      end if;
    end loop;
  end loop;
exception when lock_not_available then
  return;
end $$;

revoke execute on function make_month(text, date), keep_hands_off(text, text), keep_months(text, date) from public;
grant execute on function keep_months(text, date) to lode_worker;

drop view corrected_output;
drop view corrected_charge;
drop view owed_electricity;
drop view owed_fees;

-- Rows of machine_output: one machine, day and coin.
alter table machine_output rename to machine_output_before;
alter table machine_output_before rename constraint machine_output_pkey to machine_output_before_pkey;
drop index machine_output_customer;
create table machine_output (like machine_output_before including defaults including constraints, primary key (date, machine_id, coin))
  partition by range (date);
create index machine_output_customer on machine_output (date, customer_id, machine_id, coin);

alter table electricity_charge rename to electricity_charge_before;
alter table electricity_charge_before rename constraint electricity_charge_pkey to electricity_charge_before_pkey;
drop index electricity_charge_customer;
drop index electricity_charge_owed;
create table electricity_charge (like electricity_charge_before including defaults including constraints, primary key (date, machine_id))
  partition by range (date);
create index electricity_charge_customer on electricity_charge (date, customer_id);
create index electricity_charge_owed on electricity_charge (customer_id, date, machine_no) where owed > 0;

alter table coin_up_interest rename to coin_up_interest_before;
alter table coin_up_interest_before rename constraint coin_up_interest_pkey to coin_up_interest_before_pkey;
drop index coin_up_interest_customer;
create table coin_up_interest (like coin_up_interest_before including defaults including constraints, primary key (date, customer_id, coin))
  partition by range (date);

-- What there is moves into its months. The rest of each table has no right granted either.
do $$
declare
  parent text;
  month date;
begin
  foreach parent in array array['machine_output', 'electricity_charge', 'coin_up_interest'] loop
    execute format('create table %I partition of %I default', parent || '_rest', parent);
    perform keep_hands_off(parent || '_rest', parent);
    for month in execute format($sql$
      select generate_series(date_trunc('month', min(date)), max(date), '1 month')::date from %I$sql$, parent || '_before')
    loop
      perform make_month(parent, month);
    end loop;
    execute format('insert into %I select * from %I order by date, customer_id', parent, parent || '_before');
    execute format('drop table %I', parent || '_before');
  end loop;
end $$;

create trigger machine_output_adds_up after insert on machine_output referencing new table as fresh
  for each statement execute function add_to_output_total();
create trigger machine_output_stands before update or delete or truncate on machine_output
  for each statement execute function refuse_rewriting('an output is corrected by charge:adjust');

create trigger electricity_charge_is_only_paid before update on electricity_charge
  for each row when (new.owed > old.owed or new.paid_prepaid < old.paid_prepaid or new.paid_promotion < old.paid_promotion
    or new.paid_output_usdt < old.paid_output_usdt or new.paid_btc < old.paid_btc or new.paid_eth < old.paid_eth
    or new.paid_doge < old.paid_doge or new.waived < old.waived)
  execute function refuse_rewriting('a charge can only be paid');
create trigger electricity_charge_is_paid_for after update on electricity_charge
  for each row when (is_public_login(current_user)) execute function keep_payment_of_charge('electricity', 'date');
create trigger electricity_charge_insert_matches after insert on electricity_charge referencing new table as written
  for each statement execute function match_charges('electricity');
create trigger electricity_charge_insert_is_worth_it after insert on electricity_charge referencing new table as written
  for each statement execute function check_coins_of_charges('date');
create trigger electricity_charge_update_matches after update on electricity_charge referencing new table as written old table as replaced
  for each statement execute function match_charges('electricity');
create trigger electricity_charge_update_is_worth_it after update on electricity_charge referencing new table as written
  for each statement execute function check_coins_of_charges('date');
create trigger no_closed_customer after insert on electricity_charge referencing new table as fresh
  for each statement execute function refuse_charge_of_closed_customer();

create trigger coin_up_interest_stands before update or delete or truncate on coin_up_interest
  for each statement execute function refuse_rewriting('what was earned on a day is sealed');

alter table machine_output enable row level security;
create policy all_is_read on machine_output for select using (true);
create policy day_is_open on machine_output for insert with check (date > (select last_closed_day('mining')));
alter table electricity_charge enable row level security;
create policy all_is_read on electricity_charge for select using (true);
create policy day_is_open on electricity_charge for insert with check (date > (select last_closed_day('mining')));
create policy is_paid_later on electricity_charge for update using (true) with check (true);
alter table coin_up_interest enable row level security;
create policy all_is_read on coin_up_interest for select using (true);
create policy day_is_open on coin_up_interest for insert with check (date > (select last_closed_day('coin-up')));

create view corrected_output as
  select machine_id, date, coin, customer_id, net from machine_output
  union all
  select machine_id, about_date, adjusted_coin, customer_id, adjusted_amount from charge_adjustment where adjusted = 'output';
create view corrected_charge as
  select machine_id, date, customer_id, amount from electricity_charge
  union all
  -- A refund in a coin that outputs had paid in is worth what that day's price makes it.
  select machine_id, about_date, customer_id,
    -(case when adjusted_coin = 'USDT' then adjusted_amount else ceil(adjusted_amount * price.usdt::numeric / 100000000)::bigint end)
  from charge_adjustment left join reference_price price on price.coin = adjusted_coin and price.date = about_date
  where adjusted = 'electricity';
create view owed_electricity as
  select customer_id, date, machine_no, machine_id, null::bigint as adjustment_id, coin, owed, date as price_date, charged_at
  from electricity_charge where owed > 0
  union all
  select customer_id, date, machine_no, machine_id, id, coin, owed, about_date, adjusted_at
  from charge_adjustment where owed > 0;
create view owed_fees as
  select customer_id, machine_id, date, owed from electricity_charge where owed > 0
  union all
  select customer_id, machine_id, date, owed from charge_adjustment where owed > 0
  union all
  select customer_id, machine_id, date, owed from hosting_charge where owed > 0;

grant select on machine_output, electricity_charge, coin_up_interest, corrected_output, corrected_charge, owed_electricity, owed_fees
  to lode_public, lode_worker, lode_staff;
grant insert on machine_output, electricity_charge, coin_up_interest to lode_worker;
grant update (paid_prepaid, paid_promotion, paid_btc, paid_eth, paid_doge, paid_output_usdt, owed) on electricity_charge
  to lode_public, lode_worker, lode_staff;
grant update (waived) on electricity_charge to lode_worker, lode_staff;

-- What a customer who leaves has in interest is looked up by the days that are not paid, not in all of them.
do $$
declare
  definition constant text := pg_get_functiondef('customer_outstanding(bigint)'::regprocedure);
  by_customer constant text := 'from coin_up_interest interest left join coin_up_interest_day day using (coin, date)
    where customer_id = of_customer and day.paid_at is null';
begin
  if strpos(definition, by_customer) = 0 then raise exception 'customer_outstanding is not as this file knows it'; end if;
  execute replace(definition, by_customer, 'from (
      select coin, date from coin_up_interest_day where paid_at is null
      union
      select coin, date from coin_up_interest where customer_id = of_customer and date > last_closed_day(''coin-up'')
    ) unpaid
    join coin_up_interest interest using (coin, date)
    where customer_id = of_customer and not exists (
      select from coin_up_interest_day day where day.coin = interest.coin and day.date = interest.date and day.paid_at is not null)');
end $$;
