-- Outputs, charges and interest of a month that is over are sealed, may be kept elsewhere, and come back only as they were. What sums since the
-- beginning need of them is carried forward. See docs/adr/0085-days-kept-elsewhere.md.

-- A month of days, as it was: what its rows hash to, and the seal of this and of the seal before.
create table sealed_days (
  month date primary key check (extract(day from month) = 1),
  outputs bigint not null,
  charges bigint not null,
  interests bigint not null,
  digest bytea not null,
  previous bytea,                               -- seal of the month before; null of the first
  seal bytea not null,
  sealed_at timestamptz not null,
  detached_at timestamptz,                      -- since when its rows are kept elsewhere; null: they are here
  carried_digest bytea,                         -- of what is carried forward for it
  check ((detached_at is null) = (carried_digest is null))
);

-- Of months that are kept elsewhere alone. Corrections are counted, prices are those of each day.
create table carried_output (
  customer_id bigint not null,
  machine_id bigint not null,
  coin text not null,
  month date not null references sealed_days,
  net bigint not null,
  value numeric not null,                       -- sum of net and price of each day: minor units times micro-USDT
  is_unpriced boolean not null,                 -- a day of it had no price
  primary key (customer_id, machine_id, coin, month)
);
create table carried_charge (
  customer_id bigint not null,
  machine_id bigint not null,
  month date not null references sealed_days,
  amount bigint not null,                       -- of each day no less than nothing
  primary key (customer_id, machine_id, month)
);
create table carried_interest (
  customer_id bigint not null,
  coin text not null,
  month date not null references sealed_days,
  amount bigint not null,
  first_day date not null,
  last_day date not null,
  carry bigint not null,                        -- what the last day left over
  primary key (customer_id, coin, month)
);
-- What all machines mined on a day, without corrections: what a pool is held against.
create table carried_output_day (
  coin text not null,
  date date not null,
  net bigint not null,
  primary key (coin, date)
);
grant select on sealed_days, carried_output, carried_charge, carried_interest, carried_output_day to lode_public, lode_worker, lode_staff;

create function refuse_unless_sealing() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  callers text;
begin
  get diagnostics callers = pg_context;
  if callers !~ '\m(seal_days|detach_days|attach_days|carry_days_forward)\(' then
    raise exception '% of % is refused: only sealing, detaching and attaching write it', tg_op, tg_table_name;
  end if;
  return null;
end $$;
revoke execute on function refuse_unless_sealing() from public;

create trigger sealed_days_stand before delete or truncate on sealed_days
  for each statement execute function refuse_rewriting('a seal stands');
create trigger sealed_days_only_by_function before insert or update on sealed_days
  for each statement execute function refuse_unless_sealing();
create trigger carried_output_only_by_function before insert or update or delete or truncate on carried_output
  for each statement execute function refuse_unless_sealing();
create trigger carried_charge_only_by_function before insert or update or delete or truncate on carried_charge
  for each statement execute function refuse_unless_sealing();
create trigger carried_interest_only_by_function before insert or update or delete or truncate on carried_interest
  for each statement execute function refuse_unless_sealing();
create trigger carried_output_day_only_by_function before insert or update or delete or truncate on carried_output_day
  for each statement execute function refuse_unless_sealing();

create function is_day_elsewhere(day date) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from sealed_days where month = date_trunc('month', day::timestamp) and detached_at is not null);
$$;

-- What was corrected of days that are here: what is carried forward for others counts their corrections.
create or replace view corrected_output as
  select machine_id, date, coin, customer_id, net from machine_output
  union all
  select machine_id, about_date, adjusted_coin, customer_id, adjusted_amount from charge_adjustment
  where adjusted = 'output'
    and not exists (select from sealed_days where month = date_trunc('month', about_date::timestamp) and detached_at is not null);
create or replace view corrected_charge as
  select machine_id, date, customer_id, amount from electricity_charge
  union all
  -- A refund in a coin that outputs had paid in is worth what that day's price makes it.
  select machine_id, about_date, customer_id,
    -(case when adjusted_coin = 'USDT' then adjusted_amount else ceil(adjusted_amount * price.usdt::numeric / 100000000)::bigint end)
  from charge_adjustment left join reference_price price on price.coin = adjusted_coin and price.date = about_date
  where adjusted = 'electricity'
    and not exists (select from sealed_days where month = date_trunc('month', about_date::timestamp) and detached_at is not null);

-- A month that is kept elsewhere has its place: no empty one is made for it.
create or replace function make_month(parent text, month date) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  part constant text := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
  until constant date := month + interval '1 month';
  is_late boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('month of ' || parent, 0));
  execute format('select exists (select from %I where date >= $1 and date < $2)', parent || '_rest') into is_late using month, until;
  if is_late or to_regclass(format('public.%I', part)) is not null or is_day_elsewhere(month) then return; end if;
  perform make_partition(parent::regclass, to_char(month, 'YYYY_MM'), month::text, until::text);
  perform keep_hands_off(part, parent);
end $$;

-- What is carried forward counts the corrections and prices that there were.
create function refuse_correction_of_day_elsewhere() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if is_day_elsewhere(new.about_date) then
    raise exception '% is kept elsewhere: attach its month before it is corrected', new.about_date using errcode = 'check_violation';
  end if;
  return new;
end $$;
create function refuse_price_of_day_elsewhere() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if is_day_elsewhere(new.date) and not exists (select from reference_price price where price.coin = new.coin and price.date = new.date) then
    raise exception '% is kept elsewhere: attach its month before it is given a price', new.date using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke execute on function refuse_correction_of_day_elsewhere(), refuse_price_of_day_elsewhere() from public;
create trigger charge_adjustment_is_of_day_here before insert on charge_adjustment
  for each row when (new.adjusted <> 'hosting') execute function refuse_correction_of_day_elsewhere();
create trigger reference_price_is_of_day_here before insert on reference_price
  for each row execute function refuse_price_of_day_elsewhere();

-- Seals ------------------------------------------------------------------------------------------------------------------

-- What rows of some dates hash to. Thousands of rows are hashed to one value, then thousands of these: no text grows with the month.
create function rows_digest(source regclass, listed text, sorted text, dated text, first date, beyond date) returns bytea language plpgsql stable
set search_path = public, pg_temp set timezone = 'UTC' set datestyle = 'ISO' set bytea_output = 'hex' set jit = off as $$
declare
  digest bytea;
begin
  execute format($sql$
    select sha256(coalesce(string_agg(part, '' order by place), '')) from (
      select place / 10000 as place, sha256(string_agg(sha256(convert_to(line, 'UTF8')), '' order by place)) as part from (
        select row_number() over (order by %s) - 1 as place, row(%s)::text as line from %s where %I >= $1 and %I < $2
      ) lines group by place / 10000
    ) parts$sql$, sorted, listed, source, dated, dated) into digest using first, beyond;
  return digest;
end $$;

create function days_digest(outputs regclass, charges regclass, interests regclass, month date) returns bytea language sql stable
set search_path = public, pg_temp as $$
  select sha256(
    rows_digest(outputs, 'machine_id, date, coin, customer_id, hashrate, running_seconds, epoch_seconds, pool_fee_rate, gross, pool_fee, net',
      'date, machine_id, coin collate "C"', 'date', month, (month + interval '1 month')::date)
    || rows_digest(charges, 'machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, paid_prepaid, paid_output_usdt,
      owed, waived, paid_btc, paid_eth, paid_doge, paid_promotion, charged_at', 'date, machine_id', 'date', month, (month + interval '1 month')::date)
    || rows_digest(interests, 'date, customer_id, coin, principal, amount, carry', 'date, customer_id, coin collate "C"', 'date', month,
      (month + interval '1 month')::date));
$$;

create function carried_days_digest(of_month date) returns bytea language sql stable set search_path = public, pg_temp as $$
  select sha256(
    rows_digest('carried_output', 'customer_id, machine_id, coin, net, value, is_unpriced', 'customer_id, machine_id, coin collate "C"', 'month',
      of_month, of_month + 1)
    || rows_digest('carried_charge', 'customer_id, machine_id, amount', 'customer_id, machine_id', 'month', of_month, of_month + 1)
    || rows_digest('carried_interest', 'customer_id, coin, amount, first_day, last_day, carry', 'customer_id, coin collate "C"', 'month',
      of_month, of_month + 1)
    || rows_digest('carried_output_day', 'coin, date, net', 'date, coin collate "C"', 'date', of_month, (of_month + interval '1 month')::date));
$$;

create function seal_of_days(sealed sealed_days) returns bytea language sql stable set search_path = public, pg_temp set datestyle = 'ISO' as $$
  select sha256(convert_to(concat_ws(' ', 'days', sealed.month, sealed.outputs, sealed.charges, sealed.interests, encode(sealed.digest, 'hex'),
    coalesce(encode(sealed.previous, 'hex'), 'first')), 'UTF8'));
$$;

-- Rows that came before their month's table lie in the rest; for a seal they are given it.
create function part_of_days(parent text, month date) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  part constant text := parent || to_char(month, '_YYYY_MM');
  rest constant text := parent || '_rest';
begin
  if to_regclass(format('public.%I', part)) is not null then return; end if;
  execute format('lock table only %I in access exclusive mode', parent);
  execute format('create temporary table late_rows as select * from %I where date >= $1 and date < $2', rest) using month, (month + interval '1 month')::date;
  execute format('alter table %I disable trigger user', rest);
  execute format('delete from %I where date >= $1 and date < $2', rest) using month, (month + interval '1 month')::date;
  execute format('alter table %I enable trigger user', rest);
  perform make_month(parent, month);
  execute format('alter table %I disable trigger user', part);
  execute format('insert into %I select * from late_rows', part);
  execute format('alter table %I enable trigger user', part);
  drop table late_rows;
end $$;

-- Seals a month whose days are closed, after those before it. Its own rows are no longer written: a close writes later days, and nothing is owed.
create function seal_days(wanted date, at timestamptz) returns bytea language plpgsql
set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  sealed sealed_days;
  before sealed_days;
  last_day constant date := wanted + interval '1 month - 1 day';
  refusal text;
  parent text;
begin
  perform pg_advisory_xact_lock(hashtextextended('seal_days', 0));
  if exists (select from sealed_days where month = wanted) then raise exception 'the days of % are sealed', wanted using errcode = 'LD005'; end if;
  select format('the days of %s are not all closed: %s is closed up to %s', wanted, kind, last_closed_day(kind)) into refusal
    from unnest(array['mining', 'coin-up']) kind where last_closed_day(kind) < last_day limit 1;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;
  if not exists (select from day_close where date between wanted and last_day) then
    raise exception 'no day of % was closed', wanted using errcode = 'LD005';
  end if;
  select * into before from sealed_days where month = wanted - interval '1 month';
  if not found and exists (select from day_close where date < wanted) then
    raise exception 'the days of the month before % are not sealed', wanted using errcode = 'LD005';
  end if;
  select format('%s charges of %s are not paid, the oldest of machine %s on %s', count(*), wanted, (array_agg(machine_no order by date))[1], min(date)) into refusal
    from electricity_charge where owed > 0 and date between wanted and last_day having count(*) > 0;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;
  select format('interest of %s in %s is not paid', date, coin) into refusal
    from coin_up_interest_day where paid_at is null and date between wanted and last_day order by date limit 1;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;

  foreach parent in array array['machine_output', 'electricity_charge', 'coin_up_interest'] loop
    perform part_of_days(parent, wanted);
  end loop;
  sealed.month := wanted;
  select count(*) into sealed.outputs from machine_output where date between wanted and last_day;
  select count(*) into sealed.charges from electricity_charge where date between wanted and last_day;
  select count(*) into sealed.interests from coin_up_interest where date between wanted and last_day;
  sealed.digest := days_digest('machine_output', 'electricity_charge', 'coin_up_interest', wanted);
  sealed.previous := before.seal;
  sealed.sealed_at := at;
  sealed.seal := seal_of_days(sealed);
  insert into sealed_days select (sealed).*;
  return sealed.seal;
end $$;

-- Detach and attach --------------------------------------------------------------------------------------------------------

-- What a month's days brought, for sums since the beginning.
create function carry_days_forward(of_month date) returns void language plpgsql
set search_path = public, pg_temp as $$
declare
  last_day constant date := of_month + interval '1 month - 1 day';
begin
  insert into carried_output (customer_id, machine_id, coin, month, net, value, is_unpriced)
    select customer_id, machine_id, coin, of_month, sum(net), coalesce(sum(net * usdt), 0), bool_or(usdt is null and net <> 0)
    from (
      select customer_id, machine_id, coin, date, sum(net) as net from corrected_output
      where date between of_month and last_day group by customer_id, machine_id, coin, date
    ) mined left join reference_price using (coin, date)
    group by customer_id, machine_id, coin;
  insert into carried_charge (customer_id, machine_id, month, amount)
    select customer_id, machine_id, of_month, sum(greatest(amount, 0))
    from (
      select customer_id, machine_id, date, sum(amount) as amount from corrected_charge
      where date between of_month and last_day group by customer_id, machine_id, date
    ) charged group by customer_id, machine_id;
  insert into carried_interest (customer_id, coin, month, amount, first_day, last_day, carry)
    select customer_id, coin, of_month, sum(amount), min(date), max(date), (array_agg(carry order by date desc))[1]
    from coin_up_interest where date between of_month and last_day group by customer_id, coin;
  insert into carried_output_day (coin, date, net)
    select coin, date, sum(net) from machine_output where date between of_month and last_day group by coin, date;
end $$;

-- Out of the tables, into the schema `archive`. After the postings that the rows explain, and no sooner than lists of the last days no longer meet them.
-- Readers and writers wait for a moment; where that moment does not come within two seconds, nothing has happened.
create function detach_days(wanted date, at timestamptz) returns void language plpgsql
set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  sealed sealed_days;
  last_day constant date := wanted + interval '1 month - 1 day';
  refusal text;
  parent text;
  counted bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('seal_days', 0));
  select * into sealed from sealed_days where month = wanted;
  if not found then raise exception 'the days of % are not sealed', wanted using errcode = 'LD005'; end if;
  if sealed.detached_at is not null then raise exception 'the days of % are kept elsewhere', wanted using errcode = 'LD005'; end if;
  select format('31 days after %s have to be closed first: %s is closed up to %s', wanted, kind, last_closed_day(kind)) into refusal
    from unnest(array['mining', 'coin-up']) kind where last_closed_day(kind) < last_day + 31 limit 1;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;
  select format('what was posted for the days of %s is not all kept elsewhere: transfer %s is of the ledger''s month %s', wanted, posted.id,
      (select max(month) from ledger.month where first_transfer <= posted.id)) into refusal
    from (
      select (result ->> 'outputTransfer')::bigint as id from day_close_batch
      where kind = 'mining' and stage = 'post' and date between wanted and last_day
      union all
      select transfer_id from coin_up_interest_batch where date between wanted and last_day
    ) posted join ledger.transfer using (id) order by posted.id desc limit 1;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;
  select format('a correction of machine %s on %s is not paid', machine_no, about_date) into refusal
    from charge_adjustment where owed > 0 and about_date between wanted and last_day and adjusted <> 'hosting' limit 1;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;
  select format('outage credit %s is not carried out', id) into refusal
    from outage_credit where finished_at is null and from_at < (last_day + 1)::timestamp at time zone 'UTC' and to_at > wanted::timestamp at time zone 'UTC' limit 1;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;
  if sealed.seal <> seal_of_days(sealed) or sealed.digest <> days_digest('machine_output', 'electricity_charge', 'coin_up_interest', wanted) then
    raise exception 'the days of % are not as they were sealed', wanted using errcode = 'LD005';
  end if;

  select array[(select count(*) from charge_adjustment where about_date between wanted and last_day),
    (select count(*) from reference_price where date between wanted and last_day)] into counted;
  perform carry_days_forward(wanted);
  lock table charge_adjustment, reference_price in share mode;
  lock table only machine_output, only electricity_charge, only coin_up_interest in access exclusive mode;
  if counted is distinct from array[(select count(*) from charge_adjustment where about_date between wanted and last_day),
      (select count(*) from reference_price where date between wanted and last_day)] then
    raise exception 'a day of % was corrected meanwhile: again', wanted using errcode = 'LD005';
  end if;
  foreach parent in array array['machine_output', 'electricity_charge', 'coin_up_interest'] loop
    execute format('alter table %I detach partition %I', parent, parent || to_char(wanted, '_YYYY_MM'));
    execute format('alter table %I set schema archive', parent || to_char(wanted, '_YYYY_MM'));
  end loop;
  update sealed_days set detached_at = at, carried_digest = carried_days_digest(wanted) where month = wanted;
end $$;

-- Back into the tables, if the rows are those that were sealed.
create function attach_days(wanted date) returns void language plpgsql
set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  sealed sealed_days;
  suffix constant text := to_char(wanted, '_YYYY_MM');
  parent text;
  part text;
  definition text;
begin
  perform pg_advisory_xact_lock(hashtextextended('seal_days', 0));
  select * into sealed from sealed_days where month = wanted;
  if not found then raise exception 'the days of % are not sealed', wanted using errcode = 'LD005'; end if;
  if sealed.detached_at is null then raise exception 'the days of % are here', wanted using errcode = 'LD005'; end if;
  foreach parent in array array['machine_output', 'electricity_charge', 'coin_up_interest'] loop
    if to_regclass(format('archive.%I', parent || suffix)) is null then
      raise exception 'there is no table archive.% to attach', parent || suffix using errcode = 'LD005';
    end if;
    -- What is compared is what is attached.
    execute format('lock table archive.%I in access exclusive mode', parent || suffix);
  end loop;
  if sealed.seal <> seal_of_days(sealed) or sealed.digest <> days_digest(format('archive.%I', 'machine_output' || suffix)::regclass,
      format('archive.%I', 'electricity_charge' || suffix)::regclass, format('archive.%I', 'coin_up_interest' || suffix)::regclass, wanted) then
    raise exception 'the days of % are not as they were sealed', wanted using errcode = 'LD005';
  end if;
  -- A statement that has planned without the month would find neither its rows nor what is carried forward.
  lock table only machine_output, only electricity_charge, only coin_up_interest in access exclusive mode;
  foreach parent in array array['machine_output', 'electricity_charge', 'coin_up_interest'] loop
    part := parent || suffix;
    execute format('alter table archive.%I set schema public', part);
    -- Rights and triggers as a month has them, whatever it came back with.
    execute format('revoke all on %I from public, lode_app, lode_public, lode_worker, lode_staff', part);
    for definition in select format('drop trigger %I on %I', tgname, part) from pg_trigger
      where tgrelid = format('public.%I', part)::regclass and not tgisinternal
    loop
      execute definition;
    end loop;
    for definition in select format('drop policy %I on %I', policyname, part) from pg_policies where schemaname = 'public' and tablename = part loop
      execute definition;
    end loop;
    for definition in select pg_get_triggerdef(oid) from pg_trigger
      where tgrelid = format('public.%I', parent)::regclass and not tgisinternal and tgtype & 1 = 0
    loop
      execute replace(definition, format(' ON public.%I ', parent), format(' ON public.%I ', part));
    end loop;
    perform keep_hands_off(part, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, wanted, (wanted + interval '1 month')::date);
  end loop;
  delete from carried_output where month = wanted;
  delete from carried_charge where month = wanted;
  delete from carried_interest where month = wanted;
  delete from carried_output_day where date >= wanted and date < wanted + interval '1 month';
  update sealed_days set detached_at = null, carried_digest = null where month = wanted;
end $$;

-- Postings come back after the rows that explain them: no list shows the one without the other.
create function refuse_postings_before_days(of_month date) returns void language plpgsql stable set search_path = public, pg_temp as $$
declare
  missing date;
begin
  select days.month into missing
    from sealed_days days
    join ledger.month_seal sealed on sealed.month = of_month
    where days.detached_at is not null and exists (
      select from (
        select (result ->> 'outputTransfer')::bigint as id from day_close_batch
        where kind = 'mining' and stage = 'post' and date >= days.month and date < days.month + interval '1 month'
        union all
        select transfer_id from coin_up_interest_batch where date >= days.month and date < days.month + interval '1 month'
      ) posted where posted.id >= sealed.first_transfer and posted.id < sealed.beyond)
    order by days.month limit 1;
  if found then
    raise exception 'the days of % come back first: some of what was posted for them is of %', missing, of_month using errcode = 'LD005';
  end if;
end $$;

-- For the check of the books: one row per seal that does not fit.
create function check_sealed_days() returns table (check_name text, subject text, expected text, found text)
language sql stable set search_path = public, pg_temp as $$
  select 'a seal of days fits what it seals', sealed.month::text, encode(sealed.seal, 'hex'), encode(seal_of_days(sealed), 'hex')
    from sealed_days sealed where sealed.seal <> seal_of_days(sealed)
  union all
  select 'a seal of days follows the one before', later.month::text, coalesce(encode(before.seal, 'hex'), 'none'), coalesce(encode(later.previous, 'hex'), 'none')
    from sealed_days later left join sealed_days before on before.month = later.month - interval '1 month'
    where later.previous is distinct from before.seal
  union all
  select 'sealed days are as they were', compared.month::text, encode(compared.digest, 'hex'), encode(compared.now, 'hex')
    from (select month, digest, days_digest('machine_output', 'electricity_charge', 'coin_up_interest', month) as now
          from sealed_days where detached_at is null offset 0) compared
    where compared.digest <> compared.now
  union all
  select 'days that are kept elsewhere have no rows here', sealed.month::text, 'none', 'some'
    from sealed_days sealed where sealed.detached_at is not null and (
      exists (select from machine_output where date >= sealed.month and date < sealed.month + interval '1 month')
      or exists (select from electricity_charge where date >= sealed.month and date < sealed.month + interval '1 month')
      or exists (select from coin_up_interest where date >= sealed.month and date < sealed.month + interval '1 month'))
  union all
  select 'what days elsewhere brought is carried forward', compared.month::text, encode(compared.kept, 'hex'), encode(compared.now, 'hex')
    from (select month, carried_digest as kept, carried_days_digest(month) as now from sealed_days where detached_at is not null offset 0) compared
    where compared.kept <> compared.now
  union all
  select 'only days elsewhere are carried forward', carried.month::text, 'none', 'some'
    from (
      select month from carried_output union select month from carried_charge union select month from carried_interest
      union select date_trunc('month', date::timestamp)::date from carried_output_day
    ) carried
    where not is_day_elsewhere(carried.month);
$$;

revoke execute on function is_day_elsewhere(date), rows_digest(regclass, text, text, text, date, date), days_digest(regclass, regclass, regclass, date),
  carried_days_digest(date), seal_of_days(sealed_days), part_of_days(text, date), seal_days(date, timestamptz), carry_days_forward(date),
  detach_days(date, timestamptz), attach_days(date), refuse_postings_before_days(date), check_sealed_days() from public;
grant execute on function is_day_elsewhere(date) to lode_public, lode_worker, lode_staff;
grant execute on function check_sealed_days(), rows_digest(regclass, text, text, text, date, date), days_digest(regclass, regclass, regclass, date),
  carried_days_digest(date), seal_of_days(sealed_days) to lode_worker;
