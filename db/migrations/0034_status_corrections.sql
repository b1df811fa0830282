-- A status is dated back within open mining days by a correction: what it replaces is kept with who, when and why, and the status
-- log holds what stands. Nothing of a day whose close has begun is changed, by no role.

create table status_correction (
  id bigint generated always as identity primary key,
  site_id bigint references site (id),          -- every machine that stood there, or
  machine_id bigint references machine (id),    -- one machine
  from_at timestamptz not null,
  to_at timestamptz check (to_at > from_at),    -- null: it lasts
  status text not null check (status in ('RUNNING', 'SUSPEND', 'REPAIR')),
  machines int not null check (machines >= 0),  -- of how many the log changed
  reason text not null check (length(reason) between 1 and 500),
  recorded_by text not null,
  approved_by text not null check (approved_by <> recorded_by),
  recorded_at timestamptz not null,
  check ((site_id is null) <> (machine_id is null)),
  check (status <> 'RUNNING' or to_at is not null)
);

alter table machine_status_period
  add column correction_id bigint references status_correction (id);   -- the correction that wrote it; null: a move of its time
create index machine_status_correction on machine_status_period (correction_id) where correction_id is not null;

-- The log of a machine from the first corrected period on, as it stood before the correction.
create table superseded_status_period (
  superseded_by bigint not null references status_correction (id),
  machine_id bigint not null references machine (id),
  seq int not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  from_status text,
  status text not null,
  by text not null,
  reason text not null,
  recorded_at timestamptz not null,
  correction_id bigint references status_correction (id),
  primary key (machine_id, superseded_by, seq)
);
create index superseded_status_correction on superseded_status_period (superseded_by);

create trigger status_correction_stands before update or delete or truncate on status_correction
  for each statement execute function refuse_rewriting('a correction of the status log stands');
create trigger superseded_status_period_stands before update or delete or truncate on superseded_status_period
  for each statement execute function refuse_rewriting('it is the evidence of a correction');

-- The log is written once: an open period may end. Anything else needs a copy of what stood.
drop trigger machine_status_period_written_once on machine_status_period;
create or replace function refuse_rewriting_status_period() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from superseded_status_period kept
    where kept.machine_id = old.machine_id and kept.seq = old.seq and to_jsonb(kept) - 'superseded_by' = to_jsonb(old)
  ) then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception 'the status log of machine % is not rewritten', old.machine_id using errcode = 'check_violation';
end $$;
create trigger machine_status_period_written_once before update on machine_status_period
  for each row when (old.ended_at is not null or (to_jsonb(old) - 'ended_at') <> (to_jsonb(new) - 'ended_at'))
  execute function refuse_rewriting_status_period();
create trigger machine_status_period_is_kept before delete on machine_status_period
  for each row execute function refuse_rewriting_status_period();
create trigger machine_status_period_kept before truncate on machine_status_period
  for each statement execute function refuse_rewriting('the status log is kept');

-- The seconds of a day whose close has begun stay what they were, for every role.
create function keep_begun_days_of_status() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first_open constant timestamptz := hold_mining_days()::timestamp at time zone 'UTC';
  is_touched boolean := false;
begin
  if first_open is null then return null; end if;
  case tg_op
    when 'INSERT' then
      is_touched := exists (select from fresh where started_at < first_open);
    when 'DELETE' then
      is_touched := exists (select from gone where started_at < first_open);
    else
      -- A row keeps its key and its start: the other trigger sees to that.
      is_touched := exists (
        select from gone join fresh using (machine_id, seq)
        where gone.ended_at is distinct from fresh.ended_at
          and least(coalesce(gone.ended_at, 'infinity'), coalesce(fresh.ended_at, 'infinity')) < first_open)
        or exists (
          select from gone where started_at < first_open
            and not exists (select from fresh where (fresh.machine_id, fresh.seq, fresh.started_at, fresh.status)
              = (gone.machine_id, gone.seq, gone.started_at, gone.status)))
        or exists (
          select from fresh where started_at < first_open
            and not exists (select from gone where (fresh.machine_id, fresh.seq, fresh.started_at, fresh.status)
              = (gone.machine_id, gone.seq, gone.started_at, gone.status)));
  end case;
  if is_touched then
    raise exception 'the status log would change in a mining day whose close has begun' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger machine_status_period_begins_in_open_days after insert on machine_status_period referencing new table as fresh
  for each statement execute function keep_begun_days_of_status();
create trigger machine_status_period_ends_in_open_days after update on machine_status_period
  referencing old table as gone new table as fresh for each statement execute function keep_begun_days_of_status();
create trigger machine_status_period_goes_in_open_days after delete on machine_status_period referencing old table as gone
  for each statement execute function keep_begun_days_of_status();

-- The only writer of corrections. REPAIR and SUSPEND replace what was RUNNING in the time given; RUNNING replaces what staff had put
-- into REPAIR or SUSPEND, up to the end of the contract. A customer's own SUSPEND, ARREAR, the end of a contract and what was not on
-- site yet stay as they are. Of a site it takes each machine for the mining days on which its terms have it there. Returns each
-- machine whose log changed, with the seconds that it ran more (above zero) or less.
create function record_status_correction(
  at_site bigint, of_machine bigint, since timestamptz, until timestamptz, new_status text,
  recorder text, approver text, why text, at timestamptz
) returns table (correction_id bigint, machine_id bigint, seconds bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  first_open constant date := hold_mining_days();
  correction bigint;
begin
  if since < first_open::timestamp at time zone 'UTC' then
    raise exception 'the close of % has begun', (since at time zone 'UTC')::date using errcode = 'check_violation';
  end if;
  if since >= at or until > at or until <= since then
    raise exception 'a status is dated back, from a time before another' using errcode = 'check_violation';
  end if;
  -- Moves hold these rows as well: the log does not change under the correction.
  perform from machine where id = any(array(
    select terms.machine_id from machine_terms terms
    where (of_machine is null or terms.machine_id = of_machine) and (at_site is null or site_id = at_site)
      and effective_to > (since at time zone 'UTC')::date and effective_from <= (coalesce(until, at) at time zone 'UTC')::date
  )) order by id for update;

  create temporary table if not exists status_segment (
    machine_id bigint not null, seq int not null, n int not null, started_at timestamptz not null, ended_at timestamptz,
    is_replaced boolean not null, first_seq int not null
  ) on commit drop;
  delete from status_segment;
  insert into status_segment
    with windowed as materialized (
      select machine_id, range_agg(tstzrange(starts, nullif(ends, 'infinity'))) as spans
      from (
        select machine_id, greatest(since, effective_from::timestamp at time zone 'UTC') as starts,
          least(coalesce(until, 'infinity'), case when new_status = 'RUNNING' then coalesce(end_time, 'infinity') else 'infinity' end,
            -- What ends ahead lasts for now: no period begins in the future.
            case when effective_to::timestamp at time zone 'UTC' > at then 'infinity' else effective_to::timestamp at time zone 'UTC' end) as ends
        from machine_terms
        where (of_machine is null or machine_id = of_machine) and (at_site is null or site_id = at_site)
          and effective_from <= (at at time zone 'UTC')::date
      ) part
      where starts < ends and starts < at
      group by machine_id
    ), live as materialized (
      select period.*, spans, tstzrange(started_at, ended_at) as span,
        case when new_status = 'RUNNING' then status = 'REPAIR' or status = 'SUSPEND' and by like 'staff:%' else status = 'RUNNING' end as is_replaceable
      from windowed cross join lateral (
        select * from machine_status_period period where period.machine_id = windowed.machine_id and coalesce(ended_at, 'infinity') > since offset 0
      ) period
    ), tail as (
      select live.* from live
      join (select machine_id, min(seq) as first from live where is_replaceable and spans && span group by machine_id) touched
        on touched.machine_id = live.machine_id and seq >= first
    ), part as (
      select machine_id, seq, lower(part) as starts, upper(part) as ends, is_replaced
      from tail cross join lateral (
        select part, true as is_replaced from unnest(case when is_replaceable then spans * tstzmultirange(span) else '{}' end) part
        union all
        select part, false from unnest(case when is_replaceable then tstzmultirange(span) - spans else tstzmultirange(span) end) part
      ) segment
      union all
      select machine_id, seq, started_at, ended_at, false from tail where isempty(span)
    )
    select machine_id, seq, row_number() over in_order, starts, ends, is_replaced, min(seq) over (partition by machine_id)
    from part window in_order as (partition by machine_id order by seq, starts);

  insert into status_correction (site_id, machine_id, from_at, to_at, status, machines, reason, recorded_by, approved_by, recorded_at)
    values (at_site, of_machine, since, until, new_status, (select count(distinct machine_id) from status_segment), why, recorder, approver, at)
    returning id into correction;

  insert into superseded_status_period
    select correction, machine_id, seq, started_at, ended_at, from_status, status, by, reason, recorded_at, correction_id
    from machine_status_period where (machine_id, seq) in (select machine_id, seq from status_segment);

  -- What began before the correction ends with it; the rest is written anew.
  update machine_status_period period set ended_at = segment.ended_at
    from status_segment segment
    where n = 1 and not is_replaced and period.machine_id = segment.machine_id and period.seq = segment.seq;
  delete from machine_status_period period
    using status_segment segment
    where period.machine_id = segment.machine_id and period.seq = segment.seq and (segment.seq <> first_seq or n = 1 and is_replaced);
  insert into machine_status_period (machine_id, started_at, ended_at, seq, from_status, status, by, reason, recorded_at, correction_id)
    select machine_id, started_at, ended_at, first_seq + n - 1, from_status, status, by, reason, recorded_at, correction_id
    from (
      select made.*, case n when 1 then before else lag(status) over (partition by machine_id order by n) end as from_status
      from (
        select segment.*, kept.from_status as before, case when is_replaced then new_status else kept.status end as status,
          case when is_new then recorder else kept.by end as by, case when is_new then why else kept.reason end as reason,
          case when is_new then at else kept.recorded_at end as recorded_at, case when is_new then correction else kept.correction_id end as correction_id
        from status_segment segment
        join superseded_status_period kept
          on kept.superseded_by = correction and kept.machine_id = segment.machine_id and kept.seq = segment.seq
        -- Also where a status goes on after the correction.
        cross join lateral (select is_replaced or segment.started_at > kept.started_at as is_new) origin
      ) made
    ) written
    where n > 1 or is_replaced;
  update machine set
    status = log.status, status_since = log.since,
    last_running_time = log.running, suspend_time = log.suspended, repair_time = log.repaired
  from (
    select period.machine_id, max(period.started_at) filter (where period.ended_at is null) as since,
      max(period.status) filter (where period.ended_at is null) as status,
      max(period.started_at) filter (where period.status = 'RUNNING') as running,
      max(period.started_at) filter (where period.status = 'SUSPEND' and period.from_status is distinct from 'SUSPEND') as suspended,
      max(period.started_at) filter (where period.status = 'REPAIR') as repaired
    from machine_status_period period
    where period.machine_id in (select segment.machine_id from status_segment segment)
    group by period.machine_id
  ) log
  where machine.id = log.machine_id;

  return query
    select correction, machine_id,
      floor(extract(epoch from sum(coalesce(ended_at, at) - started_at)) * case when new_status = 'RUNNING' then 1 else -1 end)::bigint
    from status_segment where is_replaced group by machine_id order by machine_id;
end $$;

grant select on status_correction, superseded_status_period to lode_app;
revoke execute on function record_status_correction(bigint, bigint, timestamptz, timestamptz, text, text, text, text, timestamptz) from public;
grant execute on function record_status_correction(bigint, bigint, timestamptz, timestamptz, text, text, text, text, timestamptz) to lode_app;
