-- Changes of a machine's terms: their one writer, and how `machine` repeats them.

alter table machine_terms
  add column fields text[] not null default '{}',            -- what this version itself sets; the rest is that of the version before
  add column recorded_by text not null default 'import',
  add column applied boolean not null default true;          -- `machine` has repeated it
drop index machine_terms_ahead;
create index machine_terms_due on machine_terms (effective_from, machine_id) where not applied;
create index machine_terms_tariff on machine_terms (site_id, tariff_name, effective_to);

-- Two versions for one day would be earned and charged twice.
create function keep_terms_apart() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from fresh
    join machine_terms other on other.machine_id = fresh.machine_id and other.effective_from <> fresh.effective_from
      and other.effective_from < fresh.effective_to and other.effective_to > fresh.effective_from
  ) then
    raise exception 'two versions of terms of one machine cover the same mining day' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger machine_terms_apart after insert on machine_terms referencing new table as fresh
  for each statement execute function keep_terms_apart();
create trigger machine_terms_stay_apart after update on machine_terms referencing new table as fresh
  for each statement execute function keep_terms_apart();

-- As before; `applied` is no part of what stood on a day.
create or replace function keep_terms_of_begun_day() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if to_jsonb(old) - 'applied' = to_jsonb(new) - 'applied' then return new; end if;
  if not is_mining_day_begun(old.effective_from) and not is_mining_day_begun(new.effective_from) then return new; end if;
  if is_mining_day_begun(old.effective_to) or is_mining_day_begun(new.effective_to)
    or to_jsonb(old) - 'effective_to' - 'applied' <> to_jsonb(new) - 'effective_to' - 'applied' then
    raise exception 'update of machine_terms is refused: the close of % has begun', old.effective_from
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The only writer of later versions. Each change is a machine, the mining day from which it holds, and the fields that it
-- sets, by the names of the columns; null instead of fields takes back the version that begins on that day. Versions that begin
-- later keep what they set themselves and repeat the rest. Returns how many versions were written.
create function set_machine_terms(machines bigint[], days date[], patches jsonb[], by text, at timestamptz)
returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known constant text[] := '{customer_id,site_id,tariff_name,hashrate,power_watts,pool_fee_rate,hosting_fee_monthly,end_time}';
  first_open constant date := hold_mining_days();
  change record;
  standing machine_terms;
  version machine_terms;
  later machine_terms;
  written int := 0;
begin
  -- Moves of a machine hold its row as well: what they are decided on does not change under them.
  perform from machine where id = any(machines) order by id for update;
  for change in
    select * from unnest(machines, days, patches) as given (machine_id, day, patch) order by machine_id, day
  loop
    if change.day < first_open then
      raise exception 'the close of % has begun', change.day using errcode = 'check_violation';
    end if;
    if not array(select jsonb_object_keys(change.patch)) <@ known then
      raise exception 'terms have no field of that name: %', change.patch using errcode = 'check_violation';
    end if;
    select * into standing from machine_terms terms
      where terms.machine_id = change.machine_id and effective_from <= change.day and effective_to > change.day;
    if not found then
      raise exception 'machine % has no terms on %', change.machine_id, change.day using errcode = 'check_violation';
    end if;
    if change.patch is null then
      delete from machine_terms terms where terms.machine_id = change.machine_id and effective_from = change.day;
      update machine_terms terms set effective_to = standing.effective_to, applied = false
        where terms.machine_id = change.machine_id and effective_to = change.day
        returning * into version;
      if version.machine_id is null then
        raise exception 'no version of machine % begins on % and can be taken back', change.machine_id, change.day
          using errcode = 'check_violation';
      end if;
    else
      version := jsonb_populate_record(standing, change.patch);
      version.effective_from := change.day;
      version.recorded_at := at;
      version.recorded_by := by;
      version.applied := false;
      version.fields := array(
        select distinct field from unnest(
          case when standing.effective_from = change.day then standing.fields else '{}' end || array(select jsonb_object_keys(change.patch))
        ) field order by field);
      if standing.effective_from = change.day then
        delete from machine_terms terms where terms.machine_id = change.machine_id and effective_from = change.day;
      else
        update machine_terms terms set effective_to = change.day
          where terms.machine_id = change.machine_id and effective_from = standing.effective_from;
      end if;
      insert into machine_terms select version.*;
    end if;
    written := written + 1;
    for later in
      select * from machine_terms terms
      where terms.machine_id = change.machine_id and effective_from > change.day order by effective_from
    loop
      later := jsonb_populate_record(later, (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(version))
        where key = any(known) and key <> all(later.fields)));
      -- Also one that stays as it is: it is repeated after the version that now comes before it.
      update machine_terms terms set
        customer_id = later.customer_id, site_id = later.site_id, tariff_name = later.tariff_name, hashrate = later.hashrate,
        power_watts = later.power_watts, pool_fee_rate = later.pool_fee_rate, hosting_fee_monthly = later.hosting_fee_monthly,
        end_time = later.end_time, applied = false
        where terms.machine_id = later.machine_id and effective_from = later.effective_from;
      version := later;
    end loop;
  end loop;
  return written;
end $$;

-- Repeats the versions that begin on a day into `machine`, of `most` machines at once, and says what that means for their
-- status. `at` is the time that such a move is dated: never before the change was recorded.
create function repeat_machine_terms(day date, only_machines bigint[], most int)
returns table (machine_id bigint, status text, has_new_owner boolean, at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  day_start constant timestamptz := day::timestamp at time zone 'UTC';
  chosen bigint[];
begin
  -- The versions are read again under the lock: a change that came in between has replaced them.
  chosen := array(
    select id from machine
    where id = any(array(
      select machine_id from machine_terms
      where not applied and effective_from = day and (only_machines is null or machine_id = any(only_machines))
      order by machine_id limit most))
    order by id for update);
  return query
    with due as materialized (
      select terms.*, machine.customer_id as former_owner, machine.status, machine.status_since
      from machine_terms terms join machine on machine.id = terms.machine_id
      where terms.machine_id = any(chosen) and terms.effective_from = day and not terms.applied
    ), marked as (
      update machine_terms terms set applied = true from due
      where terms.machine_id = due.machine_id and terms.effective_from = day
    ), repeated as (
      update machine set
        customer_id = due.customer_id, site_id = due.site_id, tariff_name = due.tariff_name, hashrate = due.hashrate,
        power_watts = due.power_watts, pool_fee_rate = due.pool_fee_rate, hosting_fee_monthly = due.hosting_fee_monthly,
        end_time = due.end_time,
        contract_ended = contract_ended and coalesce(due.end_time <= day_start, false),
        -- What the former owner asked for is not asked for by the new one.
        wanted_status = case when due.customer_id = former_owner then wanted_status end
      from due where machine.id = due.machine_id
    )
    select due.machine_id, due.status, due.customer_id <> former_owner,
      greatest(day_start, due.recorded_at, due.status_since)
    from due order by due.machine_id;
end $$;

-- An announced price may be replaced before its day.
grant update (price) on tariff to lode_app;
revoke execute on function set_machine_terms(bigint[], date[], jsonb[], text, timestamptz) from public;
revoke execute on function repeat_machine_terms(date, bigint[], int) from public;
grant execute on function set_machine_terms(bigint[], date[], jsonb[], text, timestamptz) to lode_app;
grant execute on function repeat_machine_terms(date, bigint[], int) to lode_app;
