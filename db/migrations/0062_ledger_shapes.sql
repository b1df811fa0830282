-- Which account gives what to which, and that a document stands behind what is taken from a customer. Until now a line that takes from a
-- customer was not looked at where the worker's role, or the role of all parts, posted it.

-- Posting type by posting type, as domain and `books:check` know them.
create table ledger.posting_shape (
  type text not null,                           -- a ledger.posting_type; an upgrade adds some of them in this same transaction
  gives text not null,
  takes text not null,
  coin text,                                    -- null: any that both accounts have
  by_worker boolean not null default true,      -- false: only a customer's call or a command of the staff posts it
  document text,                                -- what a taking from a customer is compared with when the transaction ends
  primary key (type, gives, takes)
);

insert into ledger.posting_shape (type, gives, takes, coin, by_worker) values
  ('MINING_OUTPUT', 'MINING_RECEIVABLE', 'OUTPUT_ACCOUNT', null, true),
  ('ELE_CONSUME_USDT', 'ELE_ACCOUNT', 'ELECTRICITY_REVENUE', 'USDT', true),
  ('ELE_CONSUME_BTC', 'OUTPUT_ACCOUNT', 'ELECTRICITY_REVENUE', 'BTC', true),
  ('ELE_CONSUME_ETH', 'OUTPUT_ACCOUNT', 'ELECTRICITY_REVENUE', 'ETH', true),
  ('ELE_CONSUME_DOGE', 'OUTPUT_ACCOUNT', 'ELECTRICITY_REVENUE', 'DOGE', true),
  ('ADJUST_ELE', 'ELE_ACCOUNT', 'ELECTRICITY_REVENUE', null, true),
  ('ADJUST_ELE', 'OUTPUT_ACCOUNT', 'ELECTRICITY_REVENUE', null, true),
  ('ADJUST_ELE', 'ELECTRICITY_REVENUE', 'ELE_ACCOUNT', null, true),
  ('ADJUST_ELE', 'ELECTRICITY_REVENUE', 'OUTPUT_ACCOUNT', null, true),
  ('ADJUST_OUTPUT', 'MINING_RECEIVABLE', 'OUTPUT_ACCOUNT', null, true),
  ('ADJUST_OUTPUT', 'OUTPUT_ACCOUNT', 'MINING_RECEIVABLE', null, true),
  ('HOSTING_FEE', 'ELE_ACCOUNT', 'HOSTING_REVENUE', null, true),
  ('HOSTING_FEE', 'OUTPUT_ACCOUNT', 'HOSTING_REVENUE', null, true),
  ('HOSTING_FEE', 'HOSTING_REVENUE', 'ELE_ACCOUNT', null, true),
  ('HOSTING_FEE', 'HOSTING_REVENUE', 'OUTPUT_ACCOUNT', null, true),
  ('INTEREST', 'INTEREST_FUND', 'INTEREST_PAYABLE', null, true),
  ('INTEREST', 'INTEREST_PAYABLE', 'INCOME_ACCOUNT', null, true),
  ('COIN_UP_OUT_BTC', 'COIN_UP_ACCOUNT', 'OUTPUT_ACCOUNT', 'BTC', true),
  ('COIN_UP_OUT_USDT', 'COIN_UP_ACCOUNT', 'ELE_ACCOUNT', 'USDT', true),
  ('COIN_UP_IN_BTC', 'OUTPUT_ACCOUNT', 'COIN_UP_ACCOUNT', 'BTC', false),
  ('COIN_UP_IN_USDT', 'ELE_ACCOUNT', 'COIN_UP_ACCOUNT', 'USDT', false),
  ('INCOME_IN_BTC', 'INCOME_ACCOUNT', 'OUTPUT_ACCOUNT', 'BTC', false),
  ('INCOME_IN_USDT', 'INCOME_ACCOUNT', 'ELE_ACCOUNT', 'USDT', false),
  ('FUND_PAID_IN', 'TREASURY', 'INTEREST_FUND', null, true),
  ('FUND_PAID_IN', 'ELECTRICITY_REVENUE', 'INTEREST_FUND', null, true),
  ('FUND_PAID_IN', 'HOSTING_REVENUE', 'INTEREST_FUND', null, true),
  ('FUND_PAID_IN', 'WITHDRAWAL_FEE_REVENUE', 'INTEREST_FUND', null, true),
  ('ELE_INIT', 'PROMOTION_EXPENSE', 'ELE_ACCOUNT', null, true),
  ('DAILY_PROFIT_FEEDBACK', 'PROMOTION_EXPENSE', 'ELE_ACCOUNT', null, true),
  ('ELE_RECHARGE', 'CASH', 'ELE_ACCOUNT', null, true),
  ('ELE_RECHARGE', 'CUSTODY', 'ELE_ACCOUNT', null, true),
  ('ELE_RECHARGE', 'SUSPENSE', 'ELE_ACCOUNT', null, true),
  ('ELE_RECHARGE', 'ELE_ACCOUNT', 'SUSPENSE', null, false),
  ('RECHARGE_BTC', 'CASH', 'OUTPUT_ACCOUNT', 'BTC', true),
  ('RECHARGE_BTC', 'CUSTODY', 'OUTPUT_ACCOUNT', 'BTC', true),
  ('RECHARGE_BTC', 'SUSPENSE', 'OUTPUT_ACCOUNT', 'BTC', true),
  ('RECHARGE_BTC', 'OUTPUT_ACCOUNT', 'SUSPENSE', 'BTC', false),
  ('REORG', 'SUSPENSE', 'CUSTODY', null, true),
  ('REORG', 'CUSTODY', 'SUSPENSE', null, true),
  ('REORG', 'TREASURY', 'CUSTODY', null, true),
  ('SUSPENSE_MOVE', 'CUSTODY', 'SUSPENSE', null, true),
  ('TREASURY_MOVE', 'CUSTODY', 'TREASURY', null, true),
  ('TREASURY_MOVE', 'CASH', 'TREASURY', null, true),
  ('TREASURY_MOVE', 'TREASURY', 'CASH', null, true),
  ('TREASURY_MOVE', 'TREASURY', 'SUSPENSE', null, true),
  ('TREASURY_MOVE', 'SUSPENSE', 'TREASURY', null, true),
  ('POOL_PAYMENT', 'SUSPENSE', 'MINING_RECEIVABLE', null, true),
  ('POOL_PAYMENT', 'SUSPENSE', 'MINING_VARIANCE', null, true),
  ('POOL_PAYMENT', 'CASH', 'MINING_RECEIVABLE', null, true),
  ('POOL_PAYMENT', 'CASH', 'MINING_VARIANCE', null, true),
  ('POOL_PAYMENT', 'MINING_VARIANCE', 'MINING_RECEIVABLE', null, true),
  ('POOL_PAYMENT', 'MINING_RECEIVABLE', 'SUSPENSE', null, true),
  ('POOL_PAYMENT', 'MINING_VARIANCE', 'SUSPENSE', null, true),
  ('POOL_PAYMENT', 'MINING_RECEIVABLE', 'CASH', null, true),
  ('POOL_PAYMENT', 'MINING_VARIANCE', 'CASH', null, true),
  ('POOL_PAYMENT', 'MINING_RECEIVABLE', 'MINING_VARIANCE', null, true),
  ('LEAVING', 'OUTPUT_ACCOUNT', 'TREASURY', null, false),
  ('LEAVING', 'ELE_ACCOUNT', 'TREASURY', null, false),
  ('LEAVING', 'ELE_ACCOUNT', 'PROMOTION_EXPENSE', null, false),
  ('WITHDRAW', 'OUTPUT_ACCOUNT', 'WITHDRAWAL_PENDING', null, false),
  ('WITHDRAW', 'ELE_ACCOUNT', 'WITHDRAWAL_PENDING', null, false),
  ('WITHDRAW', 'TREASURY', 'WITHDRAWAL_PENDING', null, false),
  ('WITHDRAW_RETURN', 'WITHDRAWAL_PENDING', 'TREASURY', null, true),
  ('WITHDRAW_RETURN', 'WITHDRAWAL_PENDING', 'OUTPUT_ACCOUNT', null, true),
  ('WITHDRAW_RETURN', 'WITHDRAWAL_PENDING', 'ELE_ACCOUNT', null, true),
  ('WITHDRAW_OFFSET', 'WITHDRAWAL_PENDING', 'OUTPUT_ACCOUNT', null, true),
  ('WITHDRAW_OFFSET', 'WITHDRAWAL_PENDING', 'ELE_ACCOUNT', null, true),
  ('WITHDRAWAL_PAID', 'WITHDRAWAL_PENDING', 'CUSTODY', null, true),
  ('WITHDRAWAL_FEE', 'WITHDRAWAL_PENDING', 'WITHDRAWAL_FEE_REVENUE', null, true),
  ('NETWORK_FEE', 'NETWORK_FEE_EXPENSE', 'CUSTODY', null, true);

update ledger.posting_shape set document = case
    when type = 'ADJUST_ELE' then 'correction' when type = 'ADJUST_OUTPUT' then 'output' when type = 'HOSTING_FEE' then 'hosting'
    when type in ('COIN_UP_OUT_BTC', 'COIN_UP_OUT_USDT') then 'savings' else 'electricity' end
  where gives in ('ELE_ACCOUNT', 'OUTPUT_ACCOUNT', 'COIN_UP_ACCOUNT') and by_worker;

create function is_worker_login(login name) returns boolean language sql stable
return pg_has_role(login, 'lode_worker', 'member') and not pg_has_role(login, 'lode_public', 'member')
  and not pg_has_role(login, 'lode_staff', 'member');

-- What one statement took from customers, and what the rows of charges and corrections say was taken: a row each, so that a close of
-- thousands of charges writes few. Of each document and account they are zero together when the transaction ends.
create table ledger.taking_to_match (
  document text not null,
  accounts bigint[] not null,
  amounts bigint[] not null
);

create function ledger.check_takings_match() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  wrong record;
begin
  -- The first of the transaction's rows has looked at all of them.
  if not exists (select from taking_to_match) then return null; end if;
  select document, account, total(amount) as amount into wrong
    from taking_to_match, unnest(accounts, amounts) taking (account, amount)
    group by 1, 2
    having total(amount) <> 0 or document = 'savings' and not public.is_position_ordered(customer_of(account), coin_of(account)) limit 1;
  if found then
    raise exception '% of customer %: rows and postings differ by % %', wrong.document, customer_of(wrong.account), wrong.amount,
      coin_of(wrong.account) using errcode = 'check_violation';
  end if;
  delete from taking_to_match;
  return null;
end $$;

create constraint trigger taking_is_recorded after insert on ledger.taking_to_match deferrable initially deferred for each row
  execute function ledger.check_takings_match();

-- Of every login that a rule binds, but the one of customers: its lines are looked at by check_line_of_customer. True: lines credit a
-- customer, or have to do with interest, and are looked at further. Lines are grouped by account and coin before anything is named.
create function ledger.check_shapes(posted bigint) returns boolean language plpgsql set search_path = ledger, pg_temp as $$
declare
  is_by_worker constant boolean := public.is_worker_login(session_user);
  line record;
  has_takings boolean := false;
  is_looked_at_further boolean := false;
begin
  for line in
    select type, case when debit > 0 then debit % 100 else debit end as debit, case when credit > 0 then credit % 100 else credit end as credit
      from posting where transfer_id = posted group by 1, 2, 3
  loop
    if not exists (
      select from posting_shape shape
      where shape.type = line.type::text and shape.gives = name_of(line.debit) and shape.takes = name_of(line.credit)
        and coalesce(shape.coin, coin_of(line.debit)) = coin_of(line.debit) and (shape.by_worker or not is_by_worker)
    ) then
      raise exception 'permission denied to post % from % to %', line.type, name_of(line.debit), name_of(line.credit)
        using errcode = 'insufficient_privilege';
    end if;
    has_takings := has_takings or line.debit > 0;
    is_looked_at_further := is_looked_at_further or line.debit < 0 and line.credit > 0 and line.debit not between -44 and -41
      or line.debit between -144 and -141 or line.credit between -144 and -141;
  end loop;
  if has_takings then
    -- Summed before anything is joined: PostgreSQL expects one row where it finds thousands.
    with taken as materialized (
      select type, debit::bigint as account, total(amount) as amount from posting where transfer_id = posted and debit > 0 group by 1, 2
    )
    insert into taking_to_match
      select document, array_agg(account), array_agg(case document when 'savings' then 0 else -amount end)
      from taken join (select distinct type, document from posting_shape where document is not null) shape on shape.type = taken.type::text
      group by 1;
  end if;
  return is_looked_at_further;
end $$;

-- The other side: what charges say, of inserted rows and of changed ones.
create function match_charges() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_public_login(session_user) or not is_bound_login() then return null; end if;
  if tg_op = 'INSERT' then
    insert into ledger.taking_to_match
      select tg_argv[0], array_agg(account), array_agg(amount)
      from (
        select customer_id, sum_units(paid_prepaid) as usdt, sum_units(paid_btc) as btc, sum_units(paid_eth) as eth, sum_units(paid_doge) as doge
        from written group by 1
      ) charge, lateral (values (ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT'), usdt),
        (ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'BTC'), btc), (ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'ETH'), eth),
        (ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'DOGE'), doge)) paid (account, amount)
      where amount <> 0 having count(*) > 0;
  else
    insert into ledger.taking_to_match
      select tg_argv[0], array_agg(account), array_agg(amount)
      from (
        select customer_id, sum_units(change * paid_prepaid) as usdt, sum_units(change * paid_btc) as btc,
          sum_units(change * paid_eth) as eth, sum_units(change * paid_doge) as doge
        from (
          select 1 as change, customer_id, paid_prepaid, paid_btc, paid_eth, paid_doge from written
          union all select -1, customer_id, paid_prepaid, paid_btc, paid_eth, paid_doge from replaced
        ) both_versions group by 1
      ) charge, lateral (values (ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT'), usdt),
        (ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'BTC'), btc), (ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'ETH'), eth),
        (ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'DOGE'), doge)) paid (account, amount)
      where amount <> 0 having count(*) > 0;
  end if;
  return null;
end $$;

-- Outputs that corrections take back at once.
create function match_outputs_taken_back() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_public_login(session_user) or not is_bound_login() then return null; end if;
  insert into ledger.taking_to_match
    select 'output', array_agg(account), array_agg(amount)
    from (
      select ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', adjusted_coin) as account, sum_units(-moved) as amount
      from written where adjusted = 'output' and moved < 0 group by 1
    ) taken having count(*) > 0;
  return null;
end $$;

-- What a worker corrects is what is left of an outage credit, which two of the staff decided.
create function check_corrections_of_worker() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_worker_login(session_user) and exists (
    select from written
    where not exists (
      select from outage_credit credit
      where credit.id = written.outage_credit_id and credit.finished_at is null
        and coalesce(credit.machine_id, written.machine_id) = written.machine_id
        and not (written.adjusted = 'output' and credit.keeps_output))
  ) then
    raise exception 'no open outage credit is carried out by this correction' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Coins are worth no more than what they cover; one without a price pays nothing.
create function check_coins_of_charges() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wrong record;
begin
  if not is_bound_login() then return null; end if;
  select charge.machine_id, charge.date into wrong
    from (
      select *, case tg_argv[0] when 'date' then date else (to_jsonb(paid) ->> tg_argv[0])::date end as price_date
      from written paid where paid_btc + paid_eth + paid_doge > 0
    ) charge
    left join reference_price btc on btc.coin = 'BTC' and btc.date = price_date
    left join reference_price eth on eth.coin = 'ETH' and eth.date = price_date
    left join reference_price doge on doge.coin = 'DOGE' and doge.date = price_date
    where (paid_output_usdt * 100000000::numeric >= case when paid_btc > 0 then paid_btc * btc.usdt::numeric else 0 end
      + case when paid_eth > 0 then paid_eth * eth.usdt::numeric else 0 end
      + case when paid_doge > 0 then paid_doge * doge.usdt::numeric else 0 end) is not true
    limit 1;
  if found then
    raise exception 'coins worth more than what they cover pay for machine % on %', wrong.machine_id, wrong.date using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger electricity_charge_insert_matches after insert on electricity_charge referencing new table as written for each statement
  execute function match_charges('electricity');
create trigger electricity_charge_insert_is_worth_it after insert on electricity_charge referencing new table as written for each statement
  execute function check_coins_of_charges('date');
create trigger electricity_charge_update_matches after update on electricity_charge referencing new table as written old table as replaced for each statement
  execute function match_charges('electricity');
create trigger electricity_charge_update_is_worth_it after update on electricity_charge referencing new table as written for each statement
  execute function check_coins_of_charges('date');
create trigger charge_adjustment_insert_matches after insert on charge_adjustment referencing new table as written for each statement
  execute function match_charges('correction');
create trigger charge_adjustment_insert_is_worth_it after insert on charge_adjustment referencing new table as written for each statement
  execute function check_coins_of_charges('about_date');
create trigger charge_adjustment_update_matches after update on charge_adjustment referencing new table as written old table as replaced for each statement
  execute function match_charges('correction');
create trigger charge_adjustment_update_is_worth_it after update on charge_adjustment referencing new table as written for each statement
  execute function check_coins_of_charges('about_date');
create trigger hosting_charge_insert_matches after insert on hosting_charge referencing new table as written for each statement
  execute function match_charges('hosting');
create trigger hosting_charge_insert_is_worth_it after insert on hosting_charge referencing new table as written for each statement
  execute function check_coins_of_charges('date');
create trigger hosting_charge_update_matches after update on hosting_charge referencing new table as written old table as replaced for each statement
  execute function match_charges('hosting');
create trigger hosting_charge_update_is_worth_it after update on hosting_charge referencing new table as written for each statement
  execute function check_coins_of_charges('date');
create trigger charge_adjustment_insert_takes_output after insert on charge_adjustment referencing new table as written for each statement
  execute function match_outputs_taken_back();
create trigger charge_adjustment_insert_is_credited after insert on charge_adjustment referencing new table as written for each statement
  execute function check_corrections_of_worker();

-- As it was, but for the shapes.
create or replace function ledger.check_posted(posted bigint) returns bigint language plpgsql as $$
declare
  line ledger.posting;
begin
  if public.is_public_login(session_user) then
    for line in select * from posting where transfer_id = posted and type <> 'WITHDRAW_RETURN' loop
      perform check_line_of_customer(line);
    end loop;
  elsif public.is_bound_login() then
    if not check_shapes(posted) then return posted; end if;
  end if;
  for line in
    select * from posting where transfer_id = posted and debit < 0 and credit > 0 and debit not between -44 and -41 and debit not between -144 and -141
  loop
    perform check_credit(posted, line.debit, line.credit, line.amount);
  end loop;
  if exists (select from posting where transfer_id = posted and (debit between -144 and -141 or credit between -144 and -141)) then
    perform check_interest(posted);
  end if;
  return posted;
end $$;

-- Without the shortcut for the worker.
create or replace function ledger.post_batch(
  transfer_key text, hash bytea, transfer_kind text, day date, at timestamptz,
  debits bigint[], credits bigint[], types ledger.posting_type[], amounts bigint[], dates date[], source_ids bigint[]
) returns bigint language sql security definer
set search_path = ledger, pg_temp set plan_cache_mode = force_custom_plan set jit = off
begin atomic
  select case when p.replayed then p.transfer_id else ledger.check_posted(p.transfer_id) end
  from ledger.post_lines(
    transfer_key, hash, transfer_kind, null, day, at, debits, credits, types, amounts, dates, source_ids, null, null) p;
end;

-- The shortcut is left to the calls of customers in a process that is every part, by their shapes.
do $$
declare
  text constant text := pg_get_functiondef('ledger.post_transfer'::regproc);
  shortcut constant text := $old$line_debit > 0 and line_credit not between -144 and -141
    and pg_has_role(session_user, 'lode_worker', 'member')$old$;
begin
  if strpos(text, shortcut) = 0 then raise exception 'ledger.post_transfer is not as this file knows it'; end if;
  execute replace(text, shortcut, $new$line_debit > 0
    and pg_has_role(session_user, 'lode_worker', 'member') and pg_has_role(session_user, 'lode_public', 'member')
    and case line_type
      when 'WITHDRAW' then name_of(line_debit) in ('OUTPUT_ACCOUNT', 'ELE_ACCOUNT') and name_of(line_credit) = 'WITHDRAWAL_PENDING'
      when 'COIN_UP_IN_BTC' then name_of(line_debit) = 'OUTPUT_ACCOUNT' and name_of(line_credit) = 'COIN_UP_ACCOUNT'
      when 'COIN_UP_IN_USDT' then name_of(line_debit) = 'ELE_ACCOUNT' and name_of(line_credit) = 'COIN_UP_ACCOUNT'
      when 'INCOME_IN_BTC' then name_of(line_debit) = 'INCOME_ACCOUNT' and name_of(line_credit) = 'OUTPUT_ACCOUNT'
      when 'INCOME_IN_USDT' then name_of(line_debit) = 'INCOME_ACCOUNT' and name_of(line_credit) = 'ELE_ACCOUNT'
      else false end$new$);
end $$;

revoke all on function is_worker_login(name), ledger.check_takings_match(), ledger.check_shapes(bigint), match_charges(),
  match_outputs_taken_back(), check_corrections_of_worker(), check_coins_of_charges() from public;
grant select on ledger.posting_shape, ledger.taking_to_match to lode_worker, lode_staff;
