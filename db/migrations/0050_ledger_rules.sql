-- What a role may not do with rights that it has: writes that matter are compared with the rows that they follow from. Seen from
-- a process that was taken over and asks PostgreSQL by itself.

-- The demo and tests make a history of their own and shift the clock: there a login that is in all three roles is not bound.
create function is_bound_login() returns boolean language sql stable security definer set search_path = public, pg_temp
return (pg_has_role(session_user, 'lode_public', 'member') or pg_has_role(session_user, 'lode_worker', 'member') or pg_has_role(session_user, 'lode_staff', 'member'))
  and (not pg_has_role(session_user, 'lode_app', 'member') or exists (select from installation where mode = 'production'));

-- Postings ------------------------------------------------------------------------------------------------------------

-- What was just posted, line by line: who may post it, and whether a credit has the row that it follows from.
create function ledger.check_posted(posted bigint) returns bigint language plpgsql as $$
declare
  -- A process that serves customers posts what they do with their own money.
  is_public constant boolean := pg_has_role(session_user, 'lode_public', 'member')
    and not pg_has_role(session_user, 'lode_worker', 'member') and not pg_has_role(session_user, 'lode_staff', 'member');
  line record;
begin
  if is_public then
    for line in
      select * from posting where transfer_id = posted and type <> 'WITHDRAW_RETURN' and not (debit > 0 and type in (
        'WITHDRAW', 'COIN_UP_OUT_BTC', 'COIN_UP_OUT_USDT', 'COIN_UP_IN_BTC', 'COIN_UP_IN_USDT', 'INCOME_IN_BTC', 'INCOME_IN_USDT',
        'ELE_CONSUME_USDT', 'ELE_CONSUME_BTC', 'ELE_CONSUME_ETH', 'ELE_CONSUME_DOGE', 'ADJUST_ELE', 'HOSTING_FEE'))
    loop
      raise exception 'permission denied to post % from % to %', line.type, line.debit, line.credit using errcode = 'insufficient_privilege';
    end loop;
  end if;
  for line in
    select * from posting where transfer_id = posted and debit < 0 and credit > 0 and debit not between -44 and -41 and debit not between -114 and -111
  loop
    perform check_credit(posted, line.debit, line.credit, line.amount);
  end loop;
  return posted;
end $$;

-- Credits that are to be recorded by the row that they follow from before the transaction ends.
create table ledger.credit_to_record (transfer_id bigint primary key);
grant select on ledger.credit_to_record to lode_worker, lode_staff;

-- What a customer is credited from the house has a row that says so, and that row is written with it. Outputs and interest are the
-- day close's, which is compared with its own rows; cash and gifts are the staff's.
create function ledger.check_credit(posted bigint, from_house bigint, to_customer bigint, units bigint) returns void language plpgsql as $$
declare
  house constant text := name_of(from_house);
  of_coin constant text := coin_of(from_house);
  posted_key text;
  row_id bigint;                                -- that the key names
begin
  if not public.is_bound_login() then return; end if;
  select key into strict posted_key from transfer where id = posted;
  row_id := substring(posted_key from '^(?:deposit|withdrawal-end):(\d{1,18})(?:$|:)')::bigint;
  if house = 'CUSTODY' then
    if not exists (
      select from public.deposit d join public.chain_watcher w using (network)
      where d.id = row_id and posted_key = 'deposit:' || row_id and d.transfer_id is null and d.status in ('CONFIRMING', 'BELOW_MINIMUM')
        and d.height + d.needed - 1 <= w.newest_height and d.coin = of_coin and d.amount = units
        and to_customer = account_id(d.customer_id, case d.coin when 'BTC' then 'OUTPUT_ACCOUNT' else 'ELE_ACCOUNT' end, d.coin)
    ) then
      raise exception 'no final deposit is credited by %', posted_key using errcode = 'check_violation';
    end if;
    insert into credit_to_record values (posted) on conflict do nothing;
  elsif house = 'WITHDRAWAL_PENDING' then
    if not exists (
      select from public.withdrawal w
      where w.id = row_id and posted_key = 'withdrawal-end:' || row_id and w.end_transfer_id is null and w.coin = of_coin
        and w.amount = units and w.customer_id = customer_of(to_customer)
    ) then
      raise exception 'no open withdrawal comes back by %', posted_key using errcode = 'check_violation';
    end if;
    insert into credit_to_record values (posted) on conflict do nothing;
  elsif pg_has_role(session_user, 'lode_staff', 'member') then
    return;
  elsif house = 'SUSPENSE' then
    if not exists (
      select from public.deposit_claw_back c join public.deposit d on d.id = c.deposit_id
      where d.id = row_id and starts_with(posted_key, concat('deposit:', row_id, ':returned:', c.removal))
        and c.return_transfer_id is null and c.amount = units and d.customer_id = customer_of(to_customer) and d.coin = of_coin
    ) then
      raise exception 'nothing that was clawed back is returned by %', posted_key using errcode = 'check_violation';
    end if;
  elsif house not in ('MINING_RECEIVABLE', 'ELECTRICITY_REVENUE', 'HOSTING_REVENUE', 'INTEREST_FUND') then
    raise exception 'permission denied to credit from %', house using errcode = 'insufficient_privilege';
  end if;
end $$;

-- At the end of the transaction: who credits and leaves the row as it was could credit no second time, but the honest credit would fail.
create function ledger.check_credit_is_recorded() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  posted_key text;
  row_id bigint;
begin
  select key into strict posted_key from transfer where id = new.transfer_id;
  row_id := split_part(posted_key, ':', 2)::bigint;
  if not exists (select from public.deposit where id = row_id and transfer_id = new.transfer_id and posted_key = 'deposit:' || id)
    and not exists (select from public.withdrawal where id = row_id and end_transfer_id = new.transfer_id and posted_key = 'withdrawal-end:' || id) then
    raise exception 'transfer % is recorded by no row', new.transfer_id using errcode = 'check_violation';
  end if;
  delete from credit_to_record where transfer_id = new.transfer_id;
  return null;
end $$;

create constraint trigger credit_is_recorded after insert on ledger.credit_to_record deferrable initially deferred for each row
  execute function ledger.check_credit_is_recorded();

-- The two functions that write postings, as they were but for check_posted. A condition of a trigger would be parsed again by every statement,
-- a third of the cost of a transfer: here the common line of a customer's own money passes two comparisons.
create or replace function ledger.post_transfer(
  transfer_key text, hash bytea, transfer_kind text, source text, day date, at timestamptz,
  line_debit bigint, line_credit bigint, line_type ledger.posting_type, line_amount bigint, line_date date, line_source bigint,
  given_answer json default null, more_lines ledger.transfer_line[] default null, correction_of bigint default null,
  out transfer_id bigint, out replayed boolean, out answer json
) language plpgsql security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_column
declare
  stored_account bigint;
  change bigint;
  stored_after bigint;
  after_debit bigint;
  after_credit bigint;
  is_own_money constant boolean := line_debit > 0
    and (line_type in ('WITHDRAW', 'COIN_UP_OUT_BTC', 'COIN_UP_OUT_USDT') or pg_has_role(session_user, 'lode_worker', 'member'));
begin
  if more_lines is null and correction_of is null then
    if line_debit > 0 and line_credit < 0 and not is_stored(line_credit) then
      stored_account := line_debit;
      change := -line_amount;
    elsif line_credit > 0 and line_debit < 0 and not is_stored(line_debit) then
      stored_account := line_credit;
      change := line_amount;
    end if;
  end if;
  if stored_account is not null then
    -- Should what this statement sees be out of date, it refuses too much at worst, and post_lines looks again.
    update balance set posted = posted + change where account = stored_account and posted + change >= held returning posted into stored_after;
    if stored_after is not null then
      insert into transfer (key, input_hash, kind, source_id, business_date, posted_at, answer)
        values (transfer_key, hash, transfer_kind, source, day, at, given_answer)
        on conflict do nothing returning id into transfer_id;
      if transfer_id is not null then
        if change < 0 then after_debit := stored_after; else after_credit := stored_after; end if;
        insert into posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
          values (post_transfer.transfer_id, 1, line_debit, line_credit, stored_account / 100, line_type, line_amount,
                  after_debit, after_credit, line_date, line_source);
        replayed := false;
        answer := given_answer;
        if not is_own_money then perform check_posted(post_transfer.transfer_id); end if;
        return;
      end if;
      -- The key was taken: what was moved a moment too early goes back.
      update balance set posted = posted - change where account = stored_account;
    end if;
  end if;
  select p.* into transfer_id, replayed, answer from post_few_lines(
    transfer_key, hash, transfer_kind, source, day, at,
    row(line_debit, line_credit, line_type, line_amount, line_date, line_source)::transfer_line || more_lines, correction_of, given_answer) p;
  if not replayed and (more_lines is not null or not is_own_money) then perform check_posted(post_transfer.transfer_id); end if;
end $$;

create or replace function ledger.post_batch(
  transfer_key text, hash bytea, transfer_kind text, day date, at timestamptz,
  debits bigint[], credits bigint[], types ledger.posting_type[], amounts bigint[], dates date[], source_ids bigint[]
) returns bigint language sql security definer
set search_path = ledger, pg_temp set plan_cache_mode = force_custom_plan set jit = off
begin atomic
  select case
      when p.replayed then p.transfer_id
      when pg_has_role(session_user, 'lode_worker', 'member') and not exists (
        select from unnest(debits, credits) line (debit, credit)
        where debit < 0 and credit > 0 and debit not between -44 and -41 and debit not between -114 and -111) then p.transfer_id
      else ledger.check_posted(p.transfer_id)
    end
  from ledger.post_lines(
    transfer_key, hash, transfer_kind, null, day, at, debits, credits, types, amounts, dates, source_ids, null, null) p;
end;

revoke all on function ledger.check_posted(bigint), ledger.check_credit(bigint, bigint, bigint, bigint), ledger.check_credit_is_recorded() from public;

-- Deposits and withdrawals --------------------------------------------------------------------------------------------

-- A deposit is credited by the transfer of its own amount to its own customer, as a withdrawal is ended (0042).
create function check_deposit_transfer() returns trigger language plpgsql security definer set search_path = public, ledger, pg_temp as $$
begin
  if is_bound_login() and not exists (
    select from ledger.transfer t join ledger.posting p on p.transfer_id = t.id
    where t.id = new.transfer_id and t.key = 'deposit:' || new.id and p.amount = new.amount
      and p.debit = ledger.house_id('CUSTODY', new.coin)
      and p.credit = ledger.account_id(new.customer_id, case new.coin when 'BTC' then 'OUTPUT_ACCOUNT' else 'ELE_ACCOUNT' end, new.coin)
  ) then
    raise exception 'transfer % does not credit deposit %', new.transfer_id, new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger deposit_has_its_transfer before update on deposit for each row
  when (new.transfer_id is not null and old.transfer_id is distinct from new.transfer_id) execute function check_deposit_transfer();
create trigger deposit_begins_uncredited before insert on deposit for each row
  when (new.transfer_id is not null) execute function check_deposit_transfer();

-- Customers cancel what is not approved; every other step is the worker's or the staff's.
create function refuse_foreign_phase() returns trigger language plpgsql as $$
begin
  raise exception 'permission denied to move a withdrawal from % to %', old.phase, new.phase using errcode = 'insufficient_privilege';
end $$;

create trigger withdrawal_is_only_cancelled before update on withdrawal for each row
  when (new.phase <> old.phase and (old.phase <> 'AWAITING_APPROVAL' or new.phase <> 'CANCELLED')
    and pg_has_role(session_user, 'lode_public', 'member')
    and not pg_has_role(session_user, 'lode_worker', 'member') and not pg_has_role(session_user, 'lode_staff', 'member'))
  execute function refuse_foreign_phase();

-- Deposit addresses are given out in their order, one number after the other: none can be planted ahead.
create function check_address_number() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_bound_login() and new.number <> (
    select greatest(
      (select coalesce(max(number) + 1, 0) from deposit_address where network = new.network),
      (select max(number) from deposit_address_floor where network = new.network))
  ) then
    raise exception 'deposit address % of % is not the next one', new.number, new.network using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger deposit_address_is_next before insert on deposit_address for each row execute function check_address_number();

-- Times that holds count from ------------------------------------------------------------------------------------------

-- A hold of 24 hours begins with a change, a new device, a new address. Its time is the product's; where that is the real one, it may
-- not lie before what this database's clock says: five minutes are for a request that took long and for clocks that differ.
create function refuse_backdating() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  given constant timestamptz := to_jsonb(new) ->> tg_argv[0];
begin
  if (given is null or given < clock_timestamp() - interval '5 minutes') and exists (select from installation where mode = 'production') then
    raise exception '% of % may not be %', tg_argv[0], tg_table_name, coalesce(given::text, 'empty') using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger customer_password_has_its_time before update on customer for each row
  when (new.status <> 'CLOSED' and old.password_hash is not null and new.password_hash is distinct from old.password_hash)
  execute function refuse_backdating('password_changed_at');
create trigger customer_funds_password_has_its_time before update on customer for each row
  when (new.status <> 'CLOSED' and old.funds_password_hash is not null and new.funds_password_hash is distinct from old.funds_password_hash)
  execute function refuse_backdating('funds_password_changed_at');
create function refuse_undoing_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_bound_login() then
    raise exception '% of % is refused: a change of a password stays one', tg_op, tg_table_name using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger customer_password_stays_changed before update on customer for each row
  -- Who has left has no password any more.
  when (new.status <> 'CLOSED' and (old.password_hash is not null and new.password_hash is null
    or old.funds_password_hash is not null and new.funds_password_hash is null
    or old.password_changed_at is not null and (new.password_changed_at is null or new.password_changed_at < old.password_changed_at)
    or old.funds_password_changed_at is not null
      and (new.funds_password_changed_at is null or new.funds_password_changed_at < old.funds_password_changed_at)))
  execute function refuse_undoing_change();
create trigger session_begins_now before insert on session for each row execute function refuse_backdating('created_at');
create trigger session_stays_ended before update on session for each row
  when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at) execute function refuse_rewriting('it has ended');
create trigger withdrawal_address_begins_now before insert on withdrawal_address for each row execute function refuse_backdating('added_at');
-- The 72 hours begin with the removal.
create trigger second_factor_removal_begins_now before insert on second_factor_removal for each row execute function refuse_backdating('removed_at');
create trigger withdrawal_begins_now before insert on withdrawal for each row execute function refuse_backdating('applied_at');

-- Settings ------------------------------------------------------------------------------------------------------------

-- The shapes and bounds that the settings slice checks, for every writer of the table. A key that is not known is never read.
alter table setting add constraint setting_keeps_its_bounds check (
  case
    when key = 'coin-up.open' then jsonb_typeof(value) = 'boolean'
    when key = 'webview.hosts' then jsonb_typeof(value) = 'array'
    when key in ('coin-up.apy.BTC', 'coin-up.apy.USDT') then value #>> '{}' ~ '^\d{1,3}\.\d{2}$'
    when key in ('coin-up.min.BTC', 'coin-up.min.USDT') and value #>> '{}' !~ '[1-9]' then false
    when key in ('coin-up.min.BTC', 'deposit.min.BTC', 'withdraw.min.BTC', 'withdraw.max.BTC', 'withdraw.day.BTC', 'withdraw.fee.BTC', 'sweep.max-fee.ETH')
      then value #>> '{}' ~ '^\d{1,8}\.\d{8}$'
    when key in ('deposit.steps.BTC', 'deposit.steps.USDT') then jsonb_typeof(value) = 'array'
    when key like 'deposit.second-node.%' and jsonb_typeof(value) = 'null' then true
    when key = 'deposit.second-node.BTC' then value #>> '{}' ~ '^\d{1,8}\.\d{8}$'
    when key = 'deposit.second-node.USDT' then value #>> '{}' ~ '^\d{1,12}\.\d{6}$'
    when key in ('coin-up.min.USDT', 'deposit.min.USDT', 'withdraw.min.USDT', 'withdraw.max.USDT', 'withdraw.day.USDT', 'withdraw.fee.USDT', 'sweep.min.USDT')
      then value #>> '{}' ~ '^\d{1,12}\.\d{6}$'
    when key in ('withdraw.rule.BTC', 'withdraw.rule.USDT') and value <> 'null' then coalesce(
      (value ->> 'perPayment') ~ '^\d{1,12}\.\d{6,8}$' and (value ->> 'perCustomerDay') ~ '^\d{1,12}\.\d{6,8}$'
      and (value ->> 'perDay') ~ '^\d{1,12}\.\d{6,8}$' and (value ->> 'knownDays') ~ '^\d{1,3}$'
      and (value ->> 'perPayment')::numeric <= (value ->> 'perCustomerDay')::numeric
      and (value ->> 'perCustomerDay')::numeric <= (value ->> 'perDay')::numeric
      and (value ->> 'knownDays')::int between 1 and 365, false)
    else true
  end);

revoke all on function is_bound_login(), check_deposit_transfer(), refuse_foreign_phase(), check_address_number(), refuse_backdating(),
  refuse_undoing_change() from public;
