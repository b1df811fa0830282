-- Who leaves owes nothing for days that are not charged yet, and terms, tariffs and hosting of days stand as two people set them.

-- Hosting of a customer who leaves ------------------------------------------------------------------------------------------

-- As before, and hosting that is charged later: a former owner's days of a month are, with the close of its last mining day.
create or replace function customer_outstanding(of_customer bigint)
returns table (what text, subject text, coin text, amount bigint) language sql stable as $$
  with first_open as (
    select coalesce(last_closed_day('mining') + 1, '-infinity'::date) as day
  )
  select 'BALANCE', account, coin, posted from ledger.customer_balance where customer = of_customer and posted <> 0
  union all
  select 'WITHDRAWAL', id::text, coin, amount from withdrawal where customer_id = of_customer and end_transfer_id is null
  union all
  select 'DEPOSIT', id::text, coin, amount from deposit
    where customer_id = of_customer and status in ('SEEN', 'CONFIRMING', 'BELOW_MINIMUM')
  union all
  -- Until it is settled: clawed back in full, or what is missing written off.
  select 'REMOVED_DEPOSIT', deposit.id::text, deposit.coin, deposit.amount
    from deposit join deposit_to_claw_back lacking using (id) where deposit.customer_id = of_customer
  union all
  select 'FREEZE', reason, null, null from customer_freeze where customer_id = of_customer and lifted_at is null
  union all
  select 'ORDER', id::text, coin, amount from coin_up_order where customer_id = of_customer and state = 'INTRANSIT'
  union all
  select 'INTEREST_OWED', interest.coin, interest.coin, sum(interest.amount)::bigint
    from coin_up_interest interest join coin_up_interest_day day using (coin, date)
    where customer_id = of_customer and day.paid_at is null
    group by interest.coin having sum(interest.amount) > 0
  union all
  select 'FEE_OWED', machine_no, 'USDT', sum(owed)::bigint
    from owed_fees join machine on machine.id = machine_id where owed_fees.customer_id = of_customer group by machine_no
  union all
  -- A machine earns and costs on each day that is not closed and on which the customer has it under contract.
  select 'MACHINE', machine_no, null, null from machine
    where exists (
      select from machine_terms terms, first_open
      where terms.machine_id = machine.id and terms.customer_id = of_customer and terms.effective_to > first_open.day
        and (terms.end_time is null or terms.end_time > first_open.day::timestamp at time zone 'UTC'))
  union all
  -- The days of versions that are over, by the rules of the charge. A contract that is over was charged with the close of its last day.
  select 'HOSTING', machine_no || ' ' || month_end, 'USDT', sum(div(terms.hosting_fee_monthly * (last_day - first_day + 1)::numeric, month_end - month + 1))::bigint
    from first_open
    cross join lateral (select date_trunc('month', day)::date as month, (date_trunc('month', day) + interval '1 month')::date - 1 as month_end) of_day
    join machine_terms terms on terms.customer_id = of_customer and terms.effective_to <= day and terms.effective_to > month and terms.hosting_fee_monthly > 0
    join machine on machine.id = terms.machine_id and purchase_kind = 'THIRD'
    cross join lateral (
      select
        greatest(month, terms.effective_from, coalesce(terms.on_site_from, (
          select (min(started_at) at time zone 'Asia/Shanghai')::date from machine_status_period period
          where period.machine_id = terms.machine_id and period.status not in ('WAITING', 'ENCAPSULATION')), 'infinity'), (
          select max(hosting.last_day) + 1 from hosting_charge hosting
          where hosting.machine_id = terms.machine_id and adjustment_id is null)) as first_day,
        least(terms.effective_to - 1, ((terms.end_time - interval '1 microsecond') at time zone 'Asia/Shanghai')::date) as last_day
    ) hosted
    where first_day <= last_day
    group by machine_no, month_end
  union all
  -- Two people have agreed to it, and a batch with the customer is left.
  select 'OUTAGE_CREDIT', credit.id::text, null, null
    from outage_credit credit
    where finished_at is null
      and exists (select from outage_credit_batch batch
        where batch.credit_id = credit.id and batch.finished_at is null and of_customer between first_customer and last_customer)
      and exists (select from machine_terms terms
        where terms.customer_id = of_customer and (terms.machine_id = credit.machine_id or terms.site_id = credit.site_id)
          and effective_from <= (to_at at time zone 'UTC')::date and effective_to > (from_at at time zone 'UTC')::date)
  union all
  select 'PROPOSAL', p.id::text, null, null from staff_proposal p join customer c on c.id = of_customer
    where outcome is null and action <> 'customer:leave'
      and (input ->> 'account' = c.account or action like 'customer:%' and input ->> 'id' = of_customer::text)
$$;

-- A close and a leaving lock the same accounts: one of the two comes first.
create function refuse_charge_of_closed_customer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  closed bigint;
begin
  select customer.id into closed from customer where status = 'CLOSED' and id in (select customer_id from fresh) limit 1;
  if found then
    raise exception 'customer % has left and is charged nothing', closed using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger no_closed_customer after insert on electricity_charge referencing new table as fresh
  for each statement execute function refuse_charge_of_closed_customer();
create trigger no_closed_customer after insert on hosting_charge referencing new table as fresh
  for each statement execute function refuse_charge_of_closed_customer();

-- A sale that is taken back makes the version before it last longer: not for an owner who has left, unless the contract is over.
create trigger no_closed_former_owner before update on machine_terms
  for each row when (new.effective_to > old.effective_to
    and (new.end_time is null or new.end_time > old.effective_to::timestamp at time zone 'UTC'))
  execute function refuse_closed_customer();

-- Sealed days, and destinations that wait -------------------------------------------------------------------------------------

-- As of electricity; what a correction of hosting becomes is of the month that it corrects.
alter table hosting_charge enable row level security;
create policy all_is_read on hosting_charge for select using (true);
create policy day_is_open on hosting_charge for insert
  with check (adjustment_id is not null or date > (select last_closed_day('mining')));
create policy is_paid_later on hosting_charge for update using (true) with check (true);

-- Rows of a demo that was run without holds stay as they are.
alter table treasury_destination drop constraint treasury_destination_check,
  add constraint in_force_after_a_day check (in_force_from >= added_at + interval '24 hours') not valid;

-- Who brought machines in ------------------------------------------------------------------------------------------------------

-- A file of machines: no person stands behind it by name, but what it was and what came of it does.
create table machine_import (
  id bigint generated always as identity primary key,
  imported_at timestamptz not null,
  file_hash bytea not null check (length(file_hash) = 32),      -- SHA-256 of the file
  imported int not null check (imported >= 0),
  already_there int not null check (already_there >= 0)
);
create trigger machine_import_stands before update or delete or truncate on machine_import
  for each statement execute function refuse_rewriting('the file was brought in');
grant select, insert on machine_import to lode_app;
