-- What a process that serves customers may write of money, machines, freezes and holds follows from rows that it cannot write alone.
-- Each rule is one of the calls of customers, seen from a process that was taken over and asks PostgreSQL by itself.

-- Whether the statement comes from a login that serves customers and does nothing else. A function of the owner's is not bound by it.
create function is_public_login(login name) returns boolean language sql stable
return pg_has_role(login, 'lode_public', 'member') and not pg_has_role(login, 'lode_worker', 'member') and not pg_has_role(login, 'lode_staff', 'member');

-- Payments of charges -------------------------------------------------------------------------------------------------

-- What the charges of a transaction say was paid, less what it posts for them: nothing at its end, of each machine, day and coin.
-- Promotional credit likewise: what charges say they spent, less what the account lost.
create table ledger.payment_to_match (
  customer bigint not null,
  what text not null,
  machine_id bigint,
  date date,
  coin text not null,
  amount bigint not null
);
grant select on ledger.payment_to_match to lode_worker, lode_staff;

create function ledger.check_payments_match() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  wrong record;
begin
  if not exists (select from payment_to_match) then return null; end if;
  select customer, what, machine_id, date, coin, sum(amount) as amount into wrong
    from payment_to_match group by 1, 2, 3, 4, 5 having sum(amount) <> 0 limit 1;
  if found then
    raise exception '% of customer %, machine % on %: charges and postings differ by % %',
      wrong.what, wrong.customer, wrong.machine_id, wrong.date, wrong.amount, wrong.coin using errcode = 'check_violation';
  end if;
  delete from payment_to_match;
  return null;
end $$;

create constraint trigger payment_is_posted after insert on ledger.payment_to_match deferrable initially deferred for each row
  execute function ledger.check_payments_match();

-- Of one charge: coins paid what they are worth at the prices of its day, rounded in the customer's favour; a rest that is worth less
-- than the smallest unit of a coin is covered with the last payment.
create function keep_payment_of_charge() returns trigger language plpgsql security definer set search_path = public, ledger, pg_temp as $$
declare
  before constant jsonb := to_jsonb(old);
  after constant jsonb := to_jsonb(new);
  what constant text := tg_argv[0];
  price_date constant date := after ->> tg_argv[1];
  covered constant numeric := new.paid_output_usdt - old.paid_output_usdt;
  promoted constant bigint := coalesce((after ->> 'paid_promotion')::bigint - (before ->> 'paid_promotion')::bigint, 0);
  worth numeric;
  slack numeric;
begin
  insert into payment_to_match
    select new.customer_id, paid.what, new.machine_id, new.date, paid.coin, paid.amount
    from (values (what, 'USDT', new.paid_prepaid - old.paid_prepaid), (what, 'BTC', new.paid_btc - old.paid_btc),
      (what, 'ETH', new.paid_eth - old.paid_eth), (what, 'DOGE', new.paid_doge - old.paid_doge)) paid (what, coin, amount)
    where paid.amount <> 0;
  if promoted <> 0 then
    insert into payment_to_match values (new.customer_id, 'promotion', null, null, 'USDT', promoted);
  end if;
  -- A coin without a price pays nothing.
  select coalesce(sum(part.amount * coalesce(price.usdt, 0)::numeric), 0),
    count(*) filter (where part.amount > 0) * 100000000 + case when new.owed = 0 then coalesce(max(price.usdt), 0) else 0 end
    into worth, slack
    from (values ('BTC', new.paid_btc - old.paid_btc), ('ETH', new.paid_eth - old.paid_eth), ('DOGE', new.paid_doge - old.paid_doge)) part (coin, amount)
    left join reference_price price on price.coin = part.coin and price.date = price_date;
  if covered * 100000000 - worth not between 0 and slack then
    raise exception '% of machine % on %: coins worth % do not cover %', what, new.machine_id, new.date, div(worth, 100000000), covered
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger electricity_charge_is_paid_for after update on electricity_charge for each row
  when (is_public_login(current_user)) execute function keep_payment_of_charge('electricity', 'date');
create trigger charge_adjustment_is_paid_for after update on charge_adjustment for each row
  when (is_public_login(current_user)) execute function keep_payment_of_charge('correction', 'about_date');
create trigger hosting_charge_is_paid_for after update on hosting_charge for each row
  when (is_public_login(current_user)) execute function keep_payment_of_charge('hosting', 'date');

create function keep_spent_promotion() returns trigger language plpgsql security definer set search_path = public, ledger, pg_temp as $$
begin
  insert into payment_to_match values (new.customer_id, 'promotion', null, null, 'USDT', new.promo_remaining - old.promo_remaining);
  return null;
end $$;

create trigger electricity_account_promotion_is_spent after update on electricity_account for each row
  when (new.promo_remaining <> old.promo_remaining and is_public_login(current_user)) execute function keep_spent_promotion();

-- Postings of customers' own money ------------------------------------------------------------------------------------

-- Where a customer's money may go by the customer's own calls, line by line; and that a row says so before the transaction ends.
create function ledger.check_line_of_customer(line ledger.posting) returns void language plpgsql set search_path = ledger, pg_temp as $$
declare
  from_account constant text := name_of(line.debit);
  to_account constant text := name_of(line.credit);
  of_coin constant text := coin_of(line.debit);
  pays constant text := case when line.type = 'ADJUST_ELE' then 'correction' when line.type = 'HOSTING_FEE' then 'hosting'
    when line.type::text like 'ELE\_CONSUME\_%' then 'electricity' end;
begin
  if (line.debit > 0 and from_account = case of_coin when 'USDT' then 'ELE_ACCOUNT' else 'OUTPUT_ACCOUNT' end and (
    line.type = 'WITHDRAW' and line.credit = house_id('WITHDRAWAL_PENDING', of_coin)
    or line.type::text = 'COIN_UP_IN_' || of_coin and to_account = 'COIN_UP_ACCOUNT'
    or pays = 'hosting' and line.credit = house_id('HOSTING_REVENUE', of_coin)
    or pays in ('electricity', 'correction') and line.credit = house_id('ELECTRICITY_REVENUE', of_coin))
    or line.debit > 0 and line.type::text = 'INCOME_IN_' || of_coin and from_account = 'INCOME_ACCOUNT'
      and to_account = case of_coin when 'USDT' then 'ELE_ACCOUNT' else 'OUTPUT_ACCOUNT' end)
  then
    if pays is null then
      insert into credit_to_record values (line.transfer_id) on conflict do nothing;
    else
      insert into payment_to_match values (line.customer, pays, line.source_id, line.date, of_coin, -line.amount);
    end if;
  else
    raise exception 'permission denied to post % from % to %', line.type, line.debit, line.credit using errcode = 'insufficient_privilege';
  end if;
end $$;

create or replace function ledger.check_posted(posted bigint) returns bigint language plpgsql as $$
declare
  line ledger.posting;
begin
  if public.is_public_login(session_user) then
    for line in select * from posting where transfer_id = posted and type <> 'WITHDRAW_RETURN' loop
      perform check_line_of_customer(line);
    end loop;
  end if;
  for line in
    select * from posting where transfer_id = posted and debit < 0 and credit > 0 and debit not between -44 and -41 and debit not between -114 and -111
  loop
    perform check_credit(posted, line.debit, line.credit, line.amount);
  end loop;
  return posted;
end $$;

-- The orders of interest that was taken are as many as its postings, of one customer, coin, amount and time.
create function ledger.is_interest_ordered(of_customer bigint, of_coin text, units bigint, at timestamptz) returns boolean
language sql stable set search_path = ledger, pg_temp
return (
  select count(*) from public.coin_up_order o
  where o.customer_id = of_customer and o.coin = of_coin and o.amount = units and o.requested_at = at and o.account = 'INCOME_ACCOUNT'
) = (
  select count(*) from ledger.posting p join ledger.transfer t on t.id = p.transfer_id
  where p.customer = of_customer and p.type = ('INCOME_IN_' || of_coin)::ledger.posting_type and p.amount = units and t.posted_at = at
);

-- Whether a position is what was ordered and paid: asked of a written position, and of a posting to the account under it.
create function is_position_ordered(of_customer bigint, of_coin text) returns boolean language sql stable security definer
set search_path = public, pg_temp
return exists (
  with ordered as (
    select coalesce(sum(amount) filter (where direction = 'IN' and state = 'INTRANSIT'), 0) as in_transit_in,
      coalesce(sum(amount) filter (where direction = 'OUT' and state = 'INTRANSIT'), 0) as in_transit_out,
      coalesce(sum(amount) filter (where direction = 'IN' and state = 'SUCCESS'), 0)
        - coalesce(sum(amount) filter (where direction = 'OUT'), 0) as earning
    from coin_up_order where customer_id = of_customer and coin = of_coin and account = 'COIN_UP_ACCOUNT'
  )
  select from coin_up_position position, ordered, ledger.balance
  where position.customer_id = of_customer and position.coin = of_coin
    and (position.earning, position.in_transit_in, position.in_transit_out) = (ordered.earning, ordered.in_transit_in, ordered.in_transit_out)
    and balance.account = ledger.account_id(of_customer, 'COIN_UP_ACCOUNT', of_coin)
    and balance.posted = position.earning + position.in_transit_in + position.in_transit_out and balance.held = position.in_transit_out
);

create or replace function ledger.check_credit_is_recorded() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  posted ledger.transfer;
  row_id bigint;
  line ledger.posting;
  is_recorded boolean;
begin
  select * into strict posted from transfer where id = new.transfer_id;
  if posted.key ~ '^(deposit|withdrawal-end):' then
    row_id := split_part(posted.key, ':', 2)::bigint;
    is_recorded := exists (select from public.deposit where id = row_id and transfer_id = posted.id and posted.key = 'deposit:' || id)
      or exists (select from public.withdrawal where id = row_id and end_transfer_id = posted.id and posted.key = 'withdrawal-end:' || id);
  else
    -- A call of a customer posts one line.
    select * into strict line from posting where transfer_id = posted.id;
    is_recorded := case
      when line.type = 'WITHDRAW' then exists (select from public.withdrawal where transfer_id = posted.id)
      when line.type::text like 'COIN\_UP\_IN\_%' then public.is_position_ordered(line.customer, coin_of(line.debit))
      else is_interest_ordered(line.customer, coin_of(line.debit), line.amount, posted.posted_at)
    end;
  end if;
  if not is_recorded then
    raise exception 'transfer % is recorded by no row', new.transfer_id using errcode = 'check_violation';
  end if;
  delete from credit_to_record where transfer_id = new.transfer_id;
  return null;
end $$;

create or replace function check_coin_up_position() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_bound_login() and not is_position_ordered(new.customer_id, new.coin) then
    raise exception 'the savings of customer % in % are not what was ordered and paid', new.customer_id, new.coin using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function check_interest_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not ledger.is_interest_ordered(new.customer_id, new.coin, new.amount, new.requested_at) then
    raise exception 'interest of customer % in % is ordered and not paid', new.customer_id, new.coin using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger coin_up_order_of_interest_is_paid after insert on coin_up_order deferrable initially deferred for each row
  when (new.account = 'INCOME_ACCOUNT' and is_public_login(session_user)) execute function check_interest_order();

-- The shortcut for a customer's own money is the worker's and the owner's: of a process for customers every line is looked at.
do $$
declare
  text constant text := pg_get_functiondef('ledger.post_transfer'::regproc);
  shortcut constant text := $old$(line_type in ('WITHDRAW', 'COIN_UP_OUT_BTC', 'COIN_UP_OUT_USDT') or pg_has_role(session_user, 'lode_worker', 'member'))$old$;
begin
  if strpos(text, shortcut) = 0 then raise exception 'ledger.post_transfer is not as this file knows it'; end if;
  execute replace(text, shortcut, $new$pg_has_role(session_user, 'lode_worker', 'member')$new$);
end $$;

-- A hold stops money of a customer: a process for customers holds what an order of savings takes out, and nothing else.
do $$
declare
  text constant text := pg_get_functiondef('ledger.place_hold'::regproc);
begin
  execute replace(text, E'begin\n  perform from lock_balances', E'begin\n  perform check_hold(hold_key, held_account, held_amount);\n  perform from lock_balances');
end $$;

create function ledger.check_hold(hold_key text, held_account bigint, held_amount bigint) returns void language plpgsql
set search_path = ledger, pg_temp as $$
begin
  if public.is_public_login(session_user) and not exists (
    select from public.coin_up_order o
    where hold_key = 'coin-up:redemption:' || o.id and o.id = substring(hold_key from '^coin-up:redemption:(\d{1,18})$')::bigint
      and o.account = 'COIN_UP_ACCOUNT' and o.direction = 'OUT' and o.state = 'INTRANSIT' and o.amount = held_amount
      and held_account = account_id(o.customer_id, 'COIN_UP_ACCOUNT', o.coin)
  ) then
    raise exception 'permission denied to hold % of %', held_amount, held_account using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Machines ------------------------------------------------------------------------------------------------------------

-- What customers do moves a machine between RUNNING and SUSPEND, and what they pay lets it leave ARREAR; the clock's due moves come
-- with their calls. The moment is now, or the one that the machine's own terms name.
create function check_move_of_customer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at constant timestamptz := new.status_since;
  first_open constant timestamptz := (select (max(date) + 1)::timestamp at time zone 'UTC' from day_close where kind = 'mining');
  is_over constant boolean := coalesce(new.end_time <= at, false);
  ends constant boolean := new.contract_ended and not old.contract_ended;
  is_owing constant boolean := exists (select from owed_electricity where customer_id = new.customer_id);
  is_allowed boolean;
  nominal timestamptz[];
begin
  if new.status = old.status and not ends then
    is_allowed := (to_jsonb(new) - 'wanted_status') = (to_jsonb(old) - 'wanted_status') and (new.wanted_status is null or old.status = 'ARREAR');
  else
    is_allowed := case
      when ends then new.status = 'SUSPEND' and is_over
      when old.status = 'RUNNING' then new.status = 'SUSPEND'
      when old.status = 'SUSPEND' then new.status = 'RUNNING' and not is_over and not is_owing
      when old.status = 'ARREAR' then not is_owing and (new.status = 'SUSPEND' or new.status = 'RUNNING' and not is_over)
      when old.status = 'WAITING' then new.status = 'RUNNING' and not is_over and old.expected_running_time <= at
      else false
    end;
    -- The times that are shown are of this move or as they were.
    is_allowed := is_allowed and at >= old.status_since and new.wanted_status is null and (new.contract_ended = old.contract_ended or ends)
      and new.expected_running_time is not distinct from old.expected_running_time
      and new.repair_time is not distinct from old.repair_time and new.arrear_time is not distinct from old.arrear_time
      and new.encapsulation_time is not distinct from old.encapsulation_time
      and new.last_running_time is not distinct from case when new.status = 'RUNNING' then at else old.last_running_time end
      and new.suspend_time is not distinct from case when new.status = 'SUSPEND' and old.status <> 'SUSPEND' then at else old.suspend_time end;
    if is_allowed and exists (select from installation where mode = 'production')
      and at not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes' then
      nominal := case
        when ends then array[greatest(new.end_time, old.status_since, first_open)]
        when old.status = 'WAITING' then array[greatest(old.expected_running_time, old.status_since)]
        -- A machine that has a new owner leaves its former one's debt.
        when old.status = 'ARREAR' then array(
          select greatest(effective_from::timestamp at time zone 'UTC', recorded_at, old.status_since) from machine_terms
          where machine_id = new.id and applied)
        else '{}'
      end;
      is_allowed := at = any (nominal) and at <= clock_timestamp();
    end if;
  end if;
  if not is_allowed then
    raise exception 'permission denied to move machine % from % to %', new.id, old.status, new.status using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger machine_moves_by_customer before update on machine for each row
  when (is_public_login(current_user)) execute function check_move_of_customer();

-- Machine and log say the same when the transaction ends, whichever of them was written.
create function check_log_of_machine() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_machine constant bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
begin
  if not exists (
    select from machine join machine_status_period period on period.machine_id = machine.id and period.ended_at is null
    where machine.id = of_machine and (period.status, period.started_at) = (machine.status, machine.status_since)
  ) then
    raise exception 'the log of machine % does not say its status', of_machine using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger machine_is_logged after update on machine deferrable initially deferred for each row
  when (is_public_login(session_user) and (new.status, new.status_since) is distinct from (old.status, old.status_since))
  execute function check_log_of_machine('id');
create constraint trigger machine_status_period_is_of_machine after insert or update on machine_status_period deferrable initially deferred for each row
  when (is_public_login(session_user)) execute function check_log_of_machine('machine_id');

-- A move that staff or the close made is not a customer's to write.
create function refuse_foreign_move() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'permission denied to log a move by %', to_jsonb(new) ->> 'by' using errcode = 'insufficient_privilege';
end $$;

create trigger machine_status_period_is_of_its_part before insert on machine_status_period for each row
  when (new.by not in ('customer', 'clock', 'payment') and is_public_login(current_user)) execute function refuse_foreign_move();

-- Freezes -------------------------------------------------------------------------------------------------------------

-- The link of a notice freezes its customer, once for each event. Only the hash of what is in the link is stored: who reads the
-- table cannot use it up.
create function spend_notice(token text, used timestamptz) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update security_notice set used_at = used
    where event_id = (select event_id from security_notice where token_hash = sha256(convert_to(token, 'UTF8')) and expires_at > used) and used_at is null;
  return found;
end $$;
revoke update on security_notice from lode_public;
revoke update (used_at) on security_notice from lode_public;

create function check_freeze_of_customer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.lifted_at is not null or new.deposit_id is not null
    or not exists (select from security_notice where customer_id = new.customer_id and used_at = new.frozen_at)
    or exists (select from customer_freeze where customer_id = new.customer_id and frozen_at = new.frozen_at) then
    raise exception 'a freeze of customer % is refused: no link of a notice was used for it', new.customer_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger customer_freeze_is_reported before insert on customer_freeze for each row
  when (is_public_login(current_user)) execute function check_freeze_of_customer();

-- Holds that have no end ----------------------------------------------------------------------------------------------

-- A time that a hold counts from lies neither before nor after the database's clock.
create or replace function refuse_backdating() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  given constant timestamptz := to_jsonb(new) ->> tg_argv[0];
begin
  if (given is null or given not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes')
    and exists (select from installation where mode = 'production') then
    raise exception '% of % may not be %', tg_argv[0], tg_table_name, coalesce(given::text, 'empty') using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The hold of a removal and of a contact that was replaced: 72 hours, and an hour for clocks.
alter table second_factor_removal add constraint held_until_is_bounded check (held_until <= removed_at + interval '73 hours');
alter table customer_contact_change add constraint held_until_is_bounded check (held_until <= changed_at + interval '73 hours');

-- The time of a change changes with the password; a first setting is no change.
create trigger customer_password_time_is_of_a_change before update on customer for each row
  when (is_public_login(current_user)
    and (new.password_changed_at is distinct from old.password_changed_at
        and (old.password_hash is null or new.password_hash is not distinct from old.password_hash)
      or new.funds_password_changed_at is distinct from old.funds_password_changed_at
        and (old.funds_password_hash is null or new.funds_password_hash is not distinct from old.funds_password_hash)))
  execute function refuse_undoing_change();

-- Steps, terms, notices, addresses --------------------------------------------------------------------------------------

-- The steps of a withdrawal say since when its address is known, and what the customer is shown: a process for customers writes two of
-- them, and none is dated by its writer.
create function refuse_foreign_step() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'permission denied to write the step % of withdrawal %', new.step, new.withdrawal_id using errcode = 'insufficient_privilege';
end $$;

create trigger withdrawal_step_is_of_its_part before insert on withdrawal_step for each row
  when (new.step not in ('APPLIED', 'CANCELLED') and is_public_login(current_user)) execute function refuse_foreign_step();
create trigger withdrawal_step_is_of_now before insert on withdrawal_step for each row execute function refuse_backdating('at');

-- Terms that begin on a later day were repeated by any role that named that day.
do $$
declare
  text constant text := pg_get_functiondef('repeat_machine_terms'::regproc);
  beginning constant text := E'begin\n  -- The versions are read again';
begin
  if strpos(text, beginning) = 0 then raise exception 'repeat_machine_terms is not as this file knows it'; end if;
  execute replace(text, beginning, E'begin\n  perform refuse_later_terms(day);\n  -- The versions are read again');
end $$;

create function refuse_later_terms(day date) returns void language plpgsql stable set search_path = public, pg_temp as $$
begin
  if day::timestamp at time zone 'UTC' > clock_timestamp() + interval '5 minutes' and exists (select from installation where mode = 'production') then
    raise exception 'the terms of % are not due', day using errcode = 'check_violation';
  end if;
end $$;

-- To whom and with which text is the writer's choice: no call of customers sends one.
revoke execute on function queue_notices(text[], text[]) from lode_public;

-- Numbers of addresses have an end, and what is passed over is not given back: as far at once as the command goes.
create function check_address_floor() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_bound_login() and new.number > 9999999 + greatest(
    (select coalesce(max(number) + 1, 0) from deposit_address where network = new.network),
    (select coalesce(max(number), 0) from deposit_address_floor where network = new.network)) then
    raise exception 'deposit address % of % may not be the next one', new.number, new.network using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger deposit_address_floor_is_near before insert on deposit_address_floor for each row execute function check_address_floor();

revoke all on function is_public_login(name), ledger.check_payments_match(), keep_payment_of_charge(), keep_spent_promotion(),
  ledger.check_line_of_customer(ledger.posting), ledger.is_interest_ordered(bigint, text, bigint, timestamptz), is_position_ordered(bigint, text),
  check_interest_order(), ledger.check_hold(text, bigint, bigint), check_move_of_customer(), check_log_of_machine(), refuse_foreign_move(),
  spend_notice(text, timestamptz), check_freeze_of_customer(), refuse_foreign_step(), refuse_later_terms(date), check_address_floor() from public;
grant execute on function spend_notice(text, timestamptz) to lode_public;
-- Conditions of triggers ask it as the writer.
grant execute on function is_public_login(name) to lode_public, lode_worker, lode_staff;
