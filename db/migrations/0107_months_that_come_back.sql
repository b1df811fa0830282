-- Of a table that comes back from elsewhere only its rows are taken: what else it brought is replaced or refused. A month that moves and a transaction
-- that reads one snapshot exclude each other. A charge that is paid stands, as a seal of days says. See docs/adr/0085-days-kept-elsewhere.md.

-- Locked by a snapshot before it is taken, and by a month before it moves. Which partitions there are is seen at once, rows are not: a snapshot from before
-- would meet neither the rows of a month nor what is carried forward for it. No statement names it otherwise, so that no order of locks is turned; it has no rows.
create table months_gate (is_only boolean primary key check (is_only));
grant select on months_gate to lode_public, lode_worker, lode_staff;

-- What an index is over. Not its text: of one that was read from its text again, casts and brackets stand elsewhere. Attaching compares what is meant, and
-- makes the index that is missed.
create function index_outline(index regclass) returns text language sql stable set search_path = pg_catalog, pg_temp as $$
  select regexp_replace(substring(pg_get_indexdef(index) from ' USING .*'), '[()]|::[a-z_. ]+(\[\])?', '', 'g');
$$;

-- Makes of a table that came back what `make_partition` makes, up to attaching it. Rows outside `bounds` are refused here and
-- indexes made here, while all others are at work: to attach it reads nothing.
create function restore_partition(part regclass, parent regclass, bounds text) returns void language plpgsql
set search_path = pg_catalog, pg_temp as $$
declare
  name text;
  schema_name text;
  parent_name text;
  definition text;
  refusal text;
begin
  select format('%I.%I', nspname, relname) into name from pg_class c join pg_namespace n on n.oid = relnamespace where c.oid = part;
  -- What is compared is what is attached.
  execute format('lock table %s in access exclusive mode', name);
  select case
      when relkind <> 'r' or relispartition or reloftype <> 0 then 'is no plain table'
      when relpersistence <> 'p' then 'is not logged: a crash would empty it'
      when exists (select from pg_inherits where part in (inhparent, inhrelid)) then 'inherits or is inherited from'
      when exists (
        select from (select * from pg_attribute where attrelid = part and attnum > 0 and not attisdropped) own
          full join (select * from pg_attribute where attrelid = parent and attnum > 0 and not attisdropped) its using (attname)
        where (own.atttypid, own.atttypmod, own.attcollation, own.attgenerated, own.attidentity)
          is distinct from (its.atttypid, its.atttypmod, its.attcollation, its.attgenerated, its.attidentity)) then 'has other columns'
    end into refusal from pg_class where oid = part;
  if refusal is not null then raise exception '% %', name, refusal using errcode = 'LD005'; end if;
  select nspname, relname into schema_name, parent_name from pg_class c join pg_namespace n on n.oid = relnamespace where c.oid = parent;

  execute format('alter table %s owner to %I', name, (select pg_get_userbyid(relowner) from pg_class where oid = parent));
  execute format('alter table %s disable row level security, no force row level security', name);
  for definition in
    select distinct format('revoke all on %s from %s cascade', name, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end)
      from (select relacl from pg_class where oid = part union all select attacl from pg_attribute where attrelid = part) granted (list), aclexplode(list)
      where grantee <> (select relowner from pg_class where oid = part)
    union all
    select format('drop policy %I on %s', polname, name) from pg_policy where polrelid = part
    union all
    select format('drop rule %I on %s', rulename, name) from pg_rewrite where ev_class = part
    union all
    select format('drop trigger %I on %s', tgname, name) from pg_trigger where tgrelid = part and not tgisinternal
    union all
    select format('alter table %s drop constraint %I', name, conname) from pg_constraint own
      where conrelid = part and contype <> 'n' and not exists (
        select from pg_constraint its where its.conrelid = parent and its.contype = own.contype and (its.contype <> 'c' or its.conname = own.conname)
          and pg_get_constraintdef(its.oid) = pg_get_constraintdef(own.oid))
  loop
    execute definition;
  end loop;
  for definition in
    select format('drop index %s', own.indexrelid::regclass) from pg_index own
      where own.indrelid = part and not exists (select from pg_constraint where conindid = own.indexrelid and conrelid = part)
        and not (own.indisvalid and exists (
          select from pg_index its where its.indrelid = parent and its.indisunique = own.indisunique
            and public.index_outline(its.indexrelid) = public.index_outline(own.indexrelid)))
  loop
    execute definition;
  end loop;

  for definition in
    select format('alter table %s alter %I set not null', name, own.attname)
      from pg_attribute own join pg_attribute its on its.attrelid = parent and its.attname = own.attname and its.attnotnull
      where own.attrelid = part and own.attnum > 0 and not own.attnotnull
    union all
    select format('alter table %s add %s %s', name, case its.contype when 'c' then format('constraint %I', its.conname) end, pg_get_constraintdef(its.oid))
      from pg_constraint its
      where its.conrelid = parent and its.contype in ('c', 'p', 'u') and not exists (
        select from pg_constraint own where own.conrelid = part and own.contype = its.contype and (its.contype <> 'c' or its.conname = own.conname))
    union all
    select format('create %s index on %s%s', case when its.indisunique then 'unique' end, name, substring(pg_get_indexdef(its.indexrelid) from ' USING .*'))
      from pg_index its
      where its.indrelid = parent and not exists (select from pg_constraint where conindid = its.indexrelid and conrelid = parent)
        and not exists (
          select from pg_index own where own.indrelid = part and own.indisunique = its.indisunique
            and public.index_outline(own.indexrelid) = public.index_outline(its.indexrelid))
    union all
    select format('alter table %s add constraint is_within_bounds check (%s)', name, bounds)
    union all
    select replace(pg_get_triggerdef(oid), format(' ON %I.%I ', schema_name, parent_name), format(' ON %s ', name))
      from pg_trigger where tgrelid = parent and not tgisinternal and tgtype & 1 = 0
  loop
    execute definition;
  end loop;
exception when check_violation or not_null_violation or unique_violation then
  raise exception '% is not as it was sealed: %', name, sqlerrm using errcode = 'LD005';
end $$;
revoke execute on function index_outline(regclass), restore_partition(regclass, regclass, text) from public;

-- As it was, with what `restore_partition` does, and behind the gate.
create or replace function attach_days(wanted date) returns void language plpgsql
set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  sealed sealed_days;
  suffix constant text := to_char(wanted, '_YYYY_MM');
  beyond constant date := wanted + interval '1 month';
  parent text;
  part text;
begin
  perform pg_advisory_xact_lock(hashtextextended('seal_days', 0));
  select * into sealed from sealed_days where month = wanted;
  if not found then raise exception 'the days of % are not sealed', wanted using errcode = 'LD005'; end if;
  if sealed.detached_at is null then raise exception 'the days of % are here', wanted using errcode = 'LD005'; end if;
  foreach parent in array array['machine_output', 'electricity_charge', 'coin_up_interest'] loop
    part := parent || suffix;
    if to_regclass(format('archive.%I', part)) is null then
      raise exception 'there is no table archive.% to attach', part using errcode = 'LD005';
    end if;
    perform restore_partition(format('archive.%I', part)::regclass, parent::regclass, format('date >= %L and date < %L', wanted, beyond));
  end loop;
  if sealed.seal <> seal_of_days(sealed) or sealed.digest <> days_digest(format('archive.%I', 'machine_output' || suffix)::regclass,
      format('archive.%I', 'electricity_charge' || suffix)::regclass, format('archive.%I', 'coin_up_interest' || suffix)::regclass, wanted) then
    raise exception 'the days of % are not as they were sealed', wanted using errcode = 'LD005';
  end if;
  lock table months_gate in access exclusive mode;
  -- A statement that has planned without the month would find neither its rows nor what is carried forward.
  lock table only machine_output, only electricity_charge, only coin_up_interest in access exclusive mode;
  foreach parent in array array['machine_output', 'electricity_charge', 'coin_up_interest'] loop
    part := parent || suffix;
    execute format('alter table archive.%I set schema public', part);
    perform keep_hands_off(part, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, wanted, beyond);
    execute format('alter table %I drop constraint is_within_bounds', part);
  end loop;
  delete from carried_output where month = wanted;
  delete from carried_charge where month = wanted;
  delete from carried_interest where month = wanted;
  delete from carried_output_day where date >= wanted and date < beyond;
  update sealed_days set detached_at = null, carried_digest = null where month = wanted;
end $$;

create or replace function ledger.attach_month(wanted date) returns void language plpgsql set search_path = ledger, pg_temp set lock_timeout = '2s' as $$
declare
  sealed month_seal;
  is_first boolean;
  parent text;
  part text;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.seal_month', 0));
  select * into sealed from month_seal where month = wanted;
  if not found then raise exception '% is not sealed', wanted using errcode = 'LD005'; end if;
  if sealed.detached_at is null then raise exception '% is here', wanted using errcode = 'LD005'; end if;
  is_first := not exists (select from month where month < wanted);
  foreach parent in array array['transfer', 'posting'] loop
    part := parent || '_' || name_of_month(wanted);
    if to_regclass(format('archive.%I', part)) is null then
      raise exception 'there is no table archive.% to attach', part using errcode = 'LD005';
    end if;
    perform public.restore_partition(format('archive.%I', part)::regclass, format('ledger.%I', parent)::regclass,
      format('%1$I < %2$s and %1$I >= %3$L', case parent when 'transfer' then 'id' else 'transfer_id' end, sealed.beyond,
        case when is_first then '-9223372036854775808' else sealed.first_transfer::text end));
  end loop;
  if sealed.seal <> seal_of(sealed) or sealed.digest <> month_digest(
      format('archive.%I', 'transfer_' || name_of_month(wanted))::regclass, format('archive.%I', 'posting_' || name_of_month(wanted))::regclass,
      sealed.first_transfer, sealed.beyond) then
    raise exception '% is not as it was sealed', wanted using errcode = 'LD005';
  end if;
  lock table public.months_gate in access exclusive mode;
  foreach parent in array array['transfer', 'posting'] loop
    part := parent || '_' || name_of_month(wanted);
    execute format('alter table archive.%I set schema ledger', part);
    execute format('alter table ledger.%I attach partition ledger.%I for values from (%s) to (%L)', parent, part,
      case when is_first then 'minvalue' else quote_literal(sealed.first_transfer) end, sealed.beyond);
    execute format('alter table ledger.%I drop constraint is_within_bounds', part);
  end loop;
  update month_seal set detached_at = null where month = wanted;
end $$;

do $$
declare
  wanted constant text[] := array['detach_days(date, timestamptz)', 'ledger.detach_month(date, timestamptz)'];
  first_lines constant text[] := array[
    E'  lock table charge_adjustment, reference_price in share mode;',
    E'  foreach parent in array array[''posting'', ''transfer''] loop'];
  definition text;
begin
  for i in 1 .. 2 loop
    definition := pg_get_functiondef(wanted[i]::regprocedure);
    if strpos(definition, first_lines[i]) = 0 then raise exception '% is not as this file knows it', wanted[i]; end if;
    execute replace(definition, first_lines[i], E'  lock table public.months_gate in access exclusive mode;\n' || first_lines[i]);
  end loop;
end $$;

-- Nothing of a charge is left to be written once it is paid: each column is in the seal of its month.
create trigger electricity_charge_stands_when_paid before update on electricity_charge
  for each row when (old.owed = 0) execute function refuse_rewriting('a charge that is paid stands');
