-- Terms of a machine (owner, site, tariff, contract, fees, hashrate, power) by effective mining day. The day close computes a
-- day from the versions that stood for it; `machine` repeats those in force now, for lists.

-- True for a day that a close has begun: nothing is dated into it. Holds further closes until the transaction ends.
create function is_mining_day_begun(day date) returns boolean language sql security definer set search_path = public, pg_temp as $$
  select coalesce(day < hold_mining_days(), false)
$$;

create table machine_terms (
  machine_id bigint not null references machine (id),
  effective_from date not null,                 -- mining day
  effective_to date not null default 'infinity' check (effective_to > effective_from),   -- the next version's first day
  customer_id bigint not null references customer (id),
  site_id bigint not null references site (id),
  tariff_name text not null,
  hashrate numeric not null check (hashrate > 0 and hashrate < 1000000000 and scale(hashrate) <= 6),
  power_watts int not null check (power_watts between 1 and 1000000),
  pool_fee_rate numeric not null check (pool_fee_rate >= 0 and pool_fee_rate < 1 and scale(pool_fee_rate) <= 6),
  hosting_fee_monthly bigint check (hosting_fee_monthly >= 0),
  end_time timestamptz,                         -- end of the contract
  on_site_from date,                            -- first day of hosting; null: the first day in a status other than WAITING or ENCAPSULATION
  recorded_at timestamptz not null,
  primary key (machine_id, effective_from)
);
create index machine_terms_customer on machine_terms (customer_id, machine_id);
create index machine_terms_ahead on machine_terms (effective_from) where effective_to = 'infinity';

-- The first version of every machine is what it is brought in with, from the day of its start on: no earlier day has terms, so
-- that nothing is earned or charged before it.
create function insert_first_machine_terms() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into machine_terms (machine_id, effective_from, customer_id, site_id, tariff_name, hashrate, power_watts, pool_fee_rate,
    hosting_fee_monthly, end_time, recorded_at)
    select id, (start_time at time zone 'UTC')::date, customer_id, site_id, tariff_name, hashrate, power_watts, pool_fee_rate,
      hosting_fee_monthly, end_time, created_at
    from fresh;
  return null;
end $$;
create trigger machine_has_terms after insert on machine referencing new table as fresh
  for each statement execute function insert_first_machine_terms();
insert into machine_terms (machine_id, effective_from, customer_id, site_id, tariff_name, hashrate, power_watts, pool_fee_rate,
    hosting_fee_monthly, end_time, recorded_at)
  select id, (start_time at time zone 'UTC')::date, customer_id, site_id, tariff_name, hashrate, power_watts, pool_fee_rate,
    hosting_fee_monthly, end_time, created_at
  from machine;

-- No role, the owner included, writes a version into a day whose close has begun.
create function keep_begun_days_of_terms() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from fresh where effective_from < (select hold_mining_days())) then
    raise exception 'a version of terms lies in a mining day whose close has begun' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger machine_terms_in_open_days after insert on machine_terms referencing new table as fresh
  for each statement execute function keep_begun_days_of_terms();

-- A tariff that no machine had on a day decides nothing of it: a new site may bring its price for every day.
create function keep_begun_days_of_tariffs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from fresh
    join machine_terms terms on terms.site_id = fresh.site_id and terms.tariff_name = fresh.name
    where fresh.effective_from < (select hold_mining_days()) and terms.effective_from < (select hold_mining_days())
  ) then
    raise exception 'a version of a tariff lies in a mining day whose close has begun' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger tariff_in_open_days after insert on tariff referencing new table as fresh
  for each statement execute function keep_begun_days_of_tariffs();

-- What stood on a day whose close has begun stands.
create function keep_version_of_begun_day() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_mining_day_begun(old.effective_from) or tg_op = 'UPDATE' and is_mining_day_begun(new.effective_from) then
    raise exception '% of % is refused: the close of % has begun', tg_op, tg_table_name, old.effective_from
      using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger tariff_stands before update or delete on tariff
  for each row execute function keep_version_of_begun_day();

-- A version that stood on such a day may still end: in an open day.
create function keep_terms_of_begun_day() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_mining_day_begun(old.effective_from) and not is_mining_day_begun(new.effective_from) then return new; end if;
  if is_mining_day_begun(old.effective_to) or is_mining_day_begun(new.effective_to)
    or to_jsonb(old) - 'effective_to' <> to_jsonb(new) - 'effective_to' then
    raise exception 'update of machine_terms is refused: the close of % has begun', old.effective_from
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger machine_terms_stand before update on machine_terms
  for each row execute function keep_terms_of_begun_day();
create trigger machine_terms_are_kept before delete on machine_terms
  for each row execute function keep_version_of_begun_day();
create trigger machine_terms_kept before truncate on machine_terms
  for each statement execute function refuse_rewriting('terms of past days stand');
create trigger tariff_kept before truncate on tariff
  for each statement execute function refuse_rewriting('tariffs of past days stand');

grant select on machine_terms to lode_app;
