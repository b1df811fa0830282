-- Each charge keeps how much promotional credit paid it, each refund how much of it went back: what remains of a customer's
-- grants follows from these rows. Corrections of outputs count in the totals, and none takes back more than was mined.

drop trigger electricity_charge_is_only_paid on electricity_charge;
drop trigger charge_adjustment_is_only_paid on charge_adjustment;

alter table electricity_charge
  add column paid_promotion bigint not null default 0;          -- the part of paid_prepaid that was promotional credit
alter table charge_adjustment
  add column paid_promotion bigint not null default 0,
  add column moved_promotion bigint not null default 0;         -- the part of a refund that is promotional credit again

-- Until now only the sum was known: what is spent of a customer's grants is put on its charges by date.
create temporary table promotion_spent on commit drop as
  with granted as (
    select customer as customer_id, sum_units(amount) as amount from ledger.posting
    where type in ('ELE_INIT', 'DAILY_PROFIT_FEEDBACK') group by customer
  ), prepaid as (
    select customer_id, date, machine_id, null::bigint as adjustment_id, paid_prepaid from electricity_charge where paid_prepaid > 0
    union all
    select customer_id, date, machine_id, id, paid_prepaid from charge_adjustment where paid_prepaid > 0
  ), queued as (
    select prepaid.*, granted.amount - promo_remaining as spent,
      sum_units(paid_prepaid) over (partition by customer_id order by date, machine_id, adjustment_id nulls first) - paid_prepaid as before
    from prepaid join granted using (customer_id) join electricity_account using (customer_id)
  )
  select machine_id, date, adjustment_id, least(paid_prepaid, spent - before) as amount from queued where spent > before;
update electricity_charge charge set paid_promotion = spent.amount
  from promotion_spent spent where adjustment_id is null and charge.machine_id = spent.machine_id and charge.date = spent.date;
update charge_adjustment charge set paid_promotion = spent.amount from promotion_spent spent where charge.id = adjustment_id;

alter table electricity_charge add constraint electricity_charge_promotion check (paid_promotion between 0 and paid_prepaid);
alter table charge_adjustment
  add constraint charge_adjustment_promotion check (paid_promotion between 0 and paid_prepaid),
  add constraint charge_adjustment_moved_promotion
    check (moved_promotion between 0 and case when adjusted = 'electricity' and adjusted_coin = 'USDT' then greatest(moved, 0) else 0 end);
create trigger electricity_charge_is_only_paid before update on electricity_charge
  for each row when (new.owed > old.owed or new.paid_prepaid < old.paid_prepaid or new.paid_promotion < old.paid_promotion
    or new.paid_output_usdt < old.paid_output_usdt or new.paid_btc < old.paid_btc or new.paid_eth < old.paid_eth
    or new.paid_doge < old.paid_doge or new.waived < old.waived)
  execute function refuse_rewriting('a charge can only be paid');
create trigger charge_adjustment_is_only_paid before update on charge_adjustment
  for each row when (new.owed > old.owed or new.paid_prepaid < old.paid_prepaid or new.paid_promotion < old.paid_promotion
    or new.paid_output_usdt < old.paid_output_usdt or new.paid_btc < old.paid_btc or new.paid_eth < old.paid_eth
    or new.paid_doge < old.paid_doge or new.waived < old.waived)
  execute function refuse_rewriting('a charge can only be paid');
grant update (paid_promotion) on electricity_charge, charge_adjustment to lode_app;

-- What machines mined, corrections included, each on the day that it is about.
create view corrected_output as
  select machine_id, date, coin, customer_id, net from machine_output
  union all
  select machine_id, about_date, adjusted_coin, customer_id, adjusted_amount from charge_adjustment where adjusted = 'output';
create index charge_adjustment_output on charge_adjustment (customer_id, about_date) where adjusted = 'output';
grant select on corrected_output to lode_app;

create function keep_output_correction() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select sum(net) from corrected_output
      where machine_id = new.machine_id and date = new.about_date and coin = new.adjusted_coin) < 0 then
    raise exception 'a correction takes back more % than machine % mined on %', new.adjusted_coin, new.machine_id, new.about_date
      using errcode = 'check_violation';
  end if;
  insert into output_total as total (customer_id, coin, net) values (new.customer_id, new.adjusted_coin, greatest(new.adjusted_amount, 0))
    on conflict (customer_id, coin) do update set net = total.net + new.adjusted_amount;
  return null;
end $$;
insert into output_total as total (customer_id, coin, net)
  select customer_id, adjusted_coin, sum_units(adjusted_amount) from charge_adjustment where adjusted = 'output'
  group by customer_id, adjusted_coin having sum_units(adjusted_amount) > 0
  on conflict (customer_id, coin) do nothing;
update output_total total set net = corrected.net
  from (select customer_id, coin, sum_units(net) as net from corrected_output group by customer_id, coin) corrected
  where corrected.customer_id = total.customer_id and corrected.coin = total.coin and corrected.net >= 0 and corrected.net <> total.net;
create trigger charge_adjustment_corrects_output after insert on charge_adjustment
  for each row when (new.adjusted = 'output') execute function keep_output_correction();
