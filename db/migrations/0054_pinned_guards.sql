-- A trigger runs with the search path of its writer, and every role may make temporary tables, which come first in it: a process
-- that was taken over could lay a table of its own over the one that a guard reads. Each guard names the schema that it reads.
do $$
declare
  guard regprocedure;
begin
  for guard in
    select p.oid from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype = 'trigger'::regtype
      and not exists (select from unnest(p.proconfig) setting where setting like 'search\_path=%')
  loop
    execute format('alter function %s set search_path = public, pg_temp', guard);
  end loop;
end $$;

-- Interest is computed from positions and the dates of orders. A process that was taken over could write an order that nothing was
-- paid for, and the day's own tie-out would agree with it. What customers order is on its way, dated in a day whose run has not begun;
-- at the end of the transaction the position is the sum of its orders, and the account holds it.
create function check_coin_up_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_bound_login() and (new.state <> 'INTRANSIT' or new.date <> coin_up_day(new.date)) then
    raise exception 'an order of savings begins in transit, on a day that is open' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger coin_up_order_begins_in_transit before insert on coin_up_order for each row
  when (new.account = 'COIN_UP_ACCOUNT') execute function check_coin_up_order();

create function check_coin_up_position() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_bound_login() and not exists (
    with ordered as (
      select coalesce(sum(amount) filter (where direction = 'IN' and state = 'INTRANSIT'), 0) as in_transit_in,
        coalesce(sum(amount) filter (where direction = 'OUT' and state = 'INTRANSIT'), 0) as in_transit_out,
        coalesce(sum(amount) filter (where direction = 'IN' and state = 'SUCCESS'), 0)
          - coalesce(sum(amount) filter (where direction = 'OUT'), 0) as earning
      from coin_up_order where customer_id = new.customer_id and coin = new.coin and account = 'COIN_UP_ACCOUNT'
    )
    select from coin_up_position position, ordered, ledger.balance
    where position.customer_id = new.customer_id and position.coin = new.coin
      and (position.earning, position.in_transit_in, position.in_transit_out) = (ordered.earning, ordered.in_transit_in, ordered.in_transit_out)
      and balance.account = ledger.account_id(new.customer_id, 'COIN_UP_ACCOUNT', new.coin)
      and balance.posted = position.earning + position.in_transit_in + position.in_transit_out and balance.held = position.in_transit_out
  ) then
    raise exception 'the savings of customer % in % are not what was ordered and paid', new.customer_id, new.coin using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger coin_up_order_is_paid after insert on coin_up_order deferrable initially deferred for each row
  when (new.account = 'COIN_UP_ACCOUNT') execute function check_coin_up_position();
-- The run of a day changes thousands at once, and ties them out itself.
create constraint trigger coin_up_position_is_ordered after insert or update on coin_up_position deferrable initially deferred for each row
  when ((new.earning <> 0 or new.in_transit_in <> 0 or new.in_transit_out <> 0)
    and pg_has_role(session_user, 'lode_public', 'member') and not pg_has_role(session_user, 'lode_worker', 'member'))
  execute function check_coin_up_position();

revoke all on function check_coin_up_order(), check_coin_up_position() from public;

-- A key of a transfer is taken for good. A process that serves customers could take those of deposits, days and ends of withdrawals
-- ahead, for a satoshi each, and the honest posting would fail, for good: it posts under the keys of its own calls.
create function ledger.check_key() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  if pg_has_role(session_user, 'lode_public', 'member')
    and not pg_has_role(session_user, 'lode_worker', 'member') and not pg_has_role(session_user, 'lode_staff', 'member') then
    if new.key !~ '^((withdraw|coin-up):[a-zA-Z]+ [0-9]+ |pay-(owed|hosting):|withdrawal-end:[0-9]{1,18}$)' then
      raise exception 'permission denied to post under the key %', new.key using errcode = 'insufficient_privilege';
    elsif new.key like 'withdrawal-end:%' then
      insert into credit_to_record values (new.id) on conflict do nothing;
    end if;
  end if;
  return new;
end $$;

create trigger key_is_of_its_part before insert on ledger.transfer for each row execute function ledger.check_key();
revoke all on function ledger.check_key() from public;

-- What is taken off a charge is the staff's.
revoke update (waived) on electricity_charge, charge_adjustment, hosting_charge from lode_public;

-- Outputs follow the status log. What a process that serves customers writes there goes on from the newest period and is open: no
-- second period runs beside the first.
create function continue_status_log() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.ended_at is not null or not exists (
    select from machine_status_period before
    where before.machine_id = new.machine_id and before.seq = new.seq - 1 and before.ended_at = new.started_at and before.status = new.from_status
  ) then
    raise exception 'a period of machine % does not go on from the one before', new.machine_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger machine_status_period_goes_on after insert on machine_status_period for each row
  when (pg_has_role(session_user, 'lode_public', 'member')
    and not pg_has_role(session_user, 'lode_worker', 'member') and not pg_has_role(session_user, 'lode_staff', 'member'))
  execute function continue_status_log();
revoke all on function continue_status_log() from public;

-- Who may insert into all columns may name the number of the row too. Numbers taken ahead make honest rows fail, for good: of the log,
-- in which staff and worker write as well, no row can be removed. And no process for customers writes events of staff.
do $$
declare
  own record;
begin
  for own in
    select c.oid::regclass as name, string_agg(quote_ident(a.attname), ', ' order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
      and (c.relname, a.attname) <> ('security_event', 'staff_id')
    where c.relnamespace = 'public'::regnamespace and has_table_privilege('lode_public', c.oid, 'insert')
      and exists (select from pg_attribute numbered where numbered.attrelid = c.oid and numbered.attidentity <> '')
    group by c.oid
  loop
    execute format('revoke insert on %s from lode_public', own.name);
    execute format('grant insert (%s) on %s to lode_public', own.columns, own.name);
  end loop;
end $$;
revoke insert on security_event from lode_worker, lode_staff;
grant insert (at, kind, customer_id, staff_id, detail) on security_event to lode_worker, lode_staff;

-- An alert that stands already is not raised again: one of these is all that follows from what customers do.
create function refuse_foreign_alert() returns trigger language plpgsql as $$
begin
  raise exception 'permission denied to raise the alert %', new.kind using errcode = 'insufficient_privilege';
end $$;
alter function refuse_foreign_alert() set search_path = public, pg_temp;

create trigger alert_is_of_its_part before insert on alert for each row
  when (new.kind <> 'customer-reported' and pg_has_role(session_user, 'lode_public', 'member')
    and not pg_has_role(session_user, 'lode_worker', 'member') and not pg_has_role(session_user, 'lode_staff', 'member'))
  execute function refuse_foreign_alert();
revoke all on function refuse_foreign_alert() from public;
