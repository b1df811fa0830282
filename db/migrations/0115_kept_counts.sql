-- How many machines there are of each site, model and status, and who may owe, as lists of the console show them. See docs/adr/0088-kept-counts.md.

-- Machines ------------------------------------------------------------------------------------------------------------

-- The count of a site, a model and a status is the sum of its rows. A statement that moves machines adds rows of what it moved and reads none, so that no writer
-- waits for another; the worker makes one row of many. No key: two writers would wait for each other at it.
create table machine_tally (
  site_id bigint not null,
  model_id bigint not null,
  status text not null,
  machines bigint not null
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

create function tally_machines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into machine_tally select site_id, model_id, status, count(*) from fresh group by site_id, model_id, status;
  elsif tg_op = 'DELETE' then
    insert into machine_tally select site_id, model_id, status, -count(*) from stale group by site_id, model_id, status;
  else
    insert into machine_tally
      select site_id, model_id, status, sum(n)
      from (select site_id, model_id, status, 1 as n from fresh union all select site_id, model_id, status, -1 from stale) moved
      group by site_id, model_id, status having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger machine_insert_is_counted after insert on machine referencing new table as fresh for each statement execute function tally_machines();
create trigger machine_update_is_counted after update on machine referencing old table as stale new table as fresh for each statement
  execute function tally_machines();
create trigger machine_delete_is_counted after delete on machine referencing old table as stale for each statement execute function tally_machines();

-- One row for each count that has more, none for one of zero. What is added meanwhile is not seen, and stays.
create function fold_machine_tally() returns void language sql security definer set search_path = public, pg_temp as $$
  with many as (
    select site_id, model_id, status from machine_tally group by site_id, model_id, status having count(*) > 1
  ), gone as (
    delete from machine_tally using many
    where machine_tally.site_id = many.site_id and machine_tally.model_id = many.model_id and machine_tally.status = many.status
    returning machine_tally.*
  )
  insert into machine_tally
    select site_id, model_id, status, sum(machines) from gone group by site_id, model_id, status having sum(machines) <> 0;
$$;

-- Was read for the count of all alone, and written with each move.
drop index machine_count;

-- Customers that may owe ----------------------------------------------------------------------------------------------

-- Who owes has a row with the account of today, or one without an account that has not been looked at yet; rows of others may stand here too, so a list asks the
-- fees of each before it shows it. Writers add a row and look at none.
create table may_owe (
  customer_id bigint not null,
  account text                                  -- null: the worker has not looked at it
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
create index may_owe_customer on may_owe (customer_id);
create index may_owe_account on may_owe (account, customer_id);

-- A fee that is owed from now on, and one that is owed no longer.
create function note_new_fees() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into may_owe select distinct customer_id, null from written where owed > 0;
  return null;
end $$;
create function note_paid_fees() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into may_owe select distinct customer_id, null from written;
  return null;
end $$;
create trigger electricity_charge_may_be_owed after insert on electricity_charge referencing new table as written for each statement
  execute function note_new_fees();
create trigger electricity_charge_may_be_paid after update on electricity_charge referencing new table as written for each statement
  execute function note_paid_fees();
create trigger charge_adjustment_may_be_owed after insert on charge_adjustment referencing new table as written for each statement
  execute function note_new_fees();
create trigger charge_adjustment_may_be_paid after update on charge_adjustment referencing new table as written for each statement
  execute function note_paid_fees();
create trigger hosting_charge_may_be_owed after insert on hosting_charge referencing new table as written for each statement
  execute function note_new_fees();
create trigger hosting_charge_may_be_paid after update on hosting_charge referencing new table as written for each statement
  execute function note_paid_fees();

create function note_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into may_owe values (new.id, null);
  return null;
end $$;
create trigger customer_has_another_account after update of account on customer for each row when (old.account is distinct from new.account)
  execute function note_account();

-- Looks at `most` customers: one row with the account for who owes, none for another. All in one snapshot: a fee, a payment or an account that it does not see has
-- a row of its own that it does not see, and that stays. True: there are more.
create function fold_may_owe(most int) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  looked_at bigint;
begin
  with unresolved as (
    select distinct customer_id from (select customer_id from may_owe where account is null limit most) listed
  ), gone as (
    delete from may_owe using unresolved where may_owe.customer_id = unresolved.customer_id returning may_owe.customer_id
  ), kept as (
    insert into may_owe
      select customer.id, customer.account from (select distinct customer_id from gone) resolved join customer on customer.id = resolved.customer_id
      where exists (select from owed_fees where owed_fees.customer_id = customer.id)
  )
  select count(*) into looked_at from gone;
  return looked_at >= most;
end $$;

-- Both from the beginning, for the migration role: where a check found them otherwise. Writers wait meanwhile.
create function recount_lists() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  lock table machine, electricity_charge, charge_adjustment, hosting_charge, customer in share mode;
  -- After the writers: who folds has these alone.
  lock table machine_tally, may_owe in exclusive mode;
  delete from machine_tally;
  insert into machine_tally select site_id, model_id, status, count(*) from machine group by site_id, model_id, status;
  delete from may_owe;
  insert into may_owe select customer.id, account from customer where id in (select customer_id from owed_fees);
end $$;
select recount_lists();

revoke all on function tally_machines(), fold_machine_tally(), note_new_fees(), note_paid_fees(), note_account(), fold_may_owe(int), recount_lists() from public;
grant execute on function fold_machine_tally(), fold_may_owe(int) to lode_worker;
grant select on machine_tally, may_owe to lode_staff, lode_worker;
