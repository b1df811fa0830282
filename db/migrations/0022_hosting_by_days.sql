-- Hosting is charged for the business days of a version of terms: a month has a row for each owner or contract. It is paid from
-- prepaid money, then from outputs, and corrected like electricity.

drop trigger hosting_charge_is_only_paid on hosting_charge;
drop index hosting_charge_customer;
drop index hosting_charge_owed;
alter table hosting_charge drop constraint hosting_charge_pkey, drop constraint hosting_charge_check, drop constraint hosting_charge_days_check;
alter table hosting_charge rename column paid to paid_prepaid;
alter table hosting_charge
  add column id bigint generated always as identity primary key,
  add column date date,                          -- the mining day whose close charged it; a correction's is the month's last
  add column first_day date,                     -- business days, both included
  add column last_day date,
  add column monthly_fee bigint,                 -- of the version of terms; null of a correction
  add column adjustment_id bigint unique references charge_adjustment (id),    -- the correction that it comes from
  add column paid_btc bigint not null default 0 check (paid_btc >= 0),
  add column paid_eth bigint not null default 0 check (paid_eth >= 0),
  add column paid_doge bigint not null default 0 check (paid_doge >= 0),
  add column paid_output_usdt bigint not null default 0 check (paid_output_usdt >= 0),
  add column waived bigint not null default 0 check (waived >= 0);
-- A month was charged up to its end or to that of the contract, from its first day or from the one on which the machine came.
update hosting_charge charge set
  date = (month + interval '1 month')::date - 1,
  first_day = case when (start_time at time zone 'Asia/Shanghai')::date > month
    then (start_time at time zone 'Asia/Shanghai')::date else month end,
  last_day = case when (start_time at time zone 'Asia/Shanghai')::date > month
    then (start_time at time zone 'Asia/Shanghai')::date else month end + days - 1,
  monthly_fee = hosting_fee_monthly
  from machine where machine.id = charge.machine_id;
alter table hosting_charge alter column date set not null, alter column first_day set not null, alter column last_day set not null;
alter table hosting_charge
  add constraint hosting_charge_days check (case when adjustment_id is null
    then days = last_day - first_day + 1 and days >= 1 else days = 0 end),
  add constraint hosting_charge_in_month check (first_day >= month and last_day < month + interval '1 month'),
  add constraint hosting_charge_adds_up check (amount = paid_prepaid + paid_output_usdt + waived + owed);
create unique index hosting_charge_day on hosting_charge (machine_id, first_day) where adjustment_id is null;
create index hosting_charge_customer on hosting_charge (customer_id, first_day desc, id desc);
create index hosting_charge_owed on hosting_charge (customer_id) where owed > 0;
create index hosting_charge_date on hosting_charge (date, customer_id);

create function keep_hosted_days_apart() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from hosting_charge other where other.machine_id = new.machine_id and other.adjustment_id is null
      and other.id <> new.id and other.first_day <= new.last_day and other.last_day >= new.first_day) then
    raise exception 'hosting of machine % from % to % is charged already', new.machine_id, new.first_day, new.last_day
      using errcode = 'unique_violation';
  end if;
  return null;
end $$;
create trigger hosting_charge_days_once after insert on hosting_charge
  for each row when (new.adjustment_id is null) execute function keep_hosted_days_apart();
create trigger hosting_charge_is_only_paid before update on hosting_charge
  for each row when (new.owed > old.owed or new.paid_prepaid < old.paid_prepaid or new.paid_output_usdt < old.paid_output_usdt
    or new.paid_btc < old.paid_btc or new.paid_eth < old.paid_eth or new.paid_doge < old.paid_doge or new.waived < old.waived)
  execute function refuse_rewriting('a charge can only be paid');
grant update (paid_prepaid, paid_btc, paid_eth, paid_doge, paid_output_usdt, waived, owed, paid_at) on hosting_charge to lode_app;

-- A correction of hosting is about a month: `about_date` is its first day. What it charges is a hosting_charge of its own.
alter table charge_adjustment drop constraint charge_adjustment_adjusted_check;
alter table charge_adjustment add constraint charge_adjustment_adjusted_check
  check (adjusted in ('output', 'electricity', 'hosting') and (adjusted <> 'hosting' or amount = 0));
alter table charge_adjustment drop constraint charge_adjustment_check1;
alter table charge_adjustment add constraint charge_adjustment_coin check (adjusted <> 'output' or adjusted_coin <> 'USDT');

-- What a customer owes the operator for machines: withdrawals and subscriptions wait for it. Only electricity stops a machine.
create view owed_fees as
  select customer_id, machine_id, date, owed from electricity_charge where owed > 0
  union all
  select customer_id, machine_id, date, owed from charge_adjustment where owed > 0
  union all
  select customer_id, machine_id, date, owed from hosting_charge where owed > 0;
grant select on owed_fees to lode_app;
