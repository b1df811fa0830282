-- Which account gives what to which, and that a charge stands behind what is taken from a customer for it. Until now a line that takes
-- from a customer was not looked at where the worker's role, or the role of all parts, posted it.

-- Posting type by posting type, as domain and `books:check` know them.
create table ledger.posting_shape (
  type ledger.posting_type not null,
  gives text not null,
  takes text not null,
  coin text,                                    -- null: any that both accounts have
  by_worker boolean not null default true,      -- false: only a customer's call or a command of the staff posts it
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
  ('ADJUST_OUTPUT', 'OUTPUT_ACCOUNT', 'MINING_RECEIVABLE', null, false),
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

create function ledger.is_shape(line_type ledger.posting_type, debit bigint, credit bigint)
returns boolean language sql stable set search_path = ledger, pg_temp
return exists (
  select from ledger.posting_shape shape
  where shape.type = line_type and shape.gives = ledger.name_of(debit) and shape.takes = ledger.name_of(credit)
    and coalesce(shape.coin, ledger.coin_of(debit)) = ledger.coin_of(debit)
);

-- What one statement took from customers for charges and savings, and what the rows of charges say was paid: a row each, so that a
-- close of thousands of charges writes few. Together they are zero when the transaction ends.
create table ledger.taking_to_match (
  customers bigint[] not null,
  whats text[] not null,
  coins text[] not null,
  amounts bigint[] not null
);

create function ledger.check_takings_match() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  wrong record;
begin
  select customer, what, coin, sum(amount) as amount into wrong
    from taking_to_match, unnest(customers, whats, coins, amounts) taking (customer, what, coin, amount)
    group by 1, 2, 3
    having sum(amount) <> 0 or what = 'savings' and not public.is_position_ordered(customer, coin) limit 1;
  if found then
    raise exception '% of customer %: rows and postings differ by % %', wrong.what, wrong.customer, wrong.amount, wrong.coin
      using errcode = 'check_violation';
  end if;
  delete from taking_to_match;
  return null;
end $$;

create constraint trigger taking_is_recorded after insert on ledger.taking_to_match deferrable initially deferred for each row
  execute function ledger.check_takings_match();

-- Of every login that a rule binds, but the one of customers: its lines are looked at by check_line_of_customer.
create function ledger.check_shapes(posted bigint) returns void language plpgsql set search_path = ledger, pg_temp as $$
declare
  is_only_worker constant boolean := pg_has_role(session_user, 'lode_worker', 'member')
    and not pg_has_role(session_user, 'lode_public', 'member') and not pg_has_role(session_user, 'lode_staff', 'member');
  wrong record;
begin
  if not public.is_bound_login() then return; end if;
  select type, gives, takes into wrong
    from (
      select type, name_of(debit) as gives, name_of(credit) as takes, coin_of(debit) as of_coin from posting where transfer_id = posted group by 1, 2, 3, 4
    ) line
    where not exists (
      select from posting_shape shape
      where (shape.type, shape.gives, shape.takes) = (line.type, line.gives, line.takes)
        and coalesce(shape.coin, of_coin) = of_coin and (shape.by_worker or not is_only_worker)
    ) limit 1;
  if found then
    raise exception 'permission denied to post % from % to %', wrong.type, wrong.gives, wrong.takes using errcode = 'insufficient_privilege';
  end if;
  insert into taking_to_match
    select array_agg(customer), array_agg(what), array_agg(coin), array_agg(amount)
    from (
      select customer, what, coin_of(debit) as coin, case what when 'savings' then 0 else -total(amount) end as amount
      from (
        select customer, debit, amount, case when type = 'ADJUST_ELE' then 'correction' when type = 'HOSTING_FEE' then 'hosting'
          when type in ('ELE_CONSUME_USDT', 'ELE_CONSUME_BTC', 'ELE_CONSUME_ETH', 'ELE_CONSUME_DOGE') then 'electricity'
          when type in ('COIN_UP_OUT_BTC', 'COIN_UP_OUT_USDT') then 'savings' end as what
        from posting where transfer_id = posted and debit > 0
      ) line where what is not null group by customer, what, 3
    ) taking having count(*) > 0;
end $$;

-- The other side: what charges say, of inserted rows and of changed ones; and coins are worth no more than what they cover.
create function match_charges() returns trigger language plpgsql security definer set search_path = public, ledger, pg_temp as $$
begin
  if is_public_login(session_user) or not is_bound_login() then return null; end if;
  if tg_op = 'INSERT' then
    insert into taking_to_match
      select array_agg(customer_id), array_agg(tg_argv[0]), array_agg(coin), array_agg(amount)
      from (
        select customer_id, paid.coin, total(paid.amount) as amount
        from written, lateral (values ('USDT', paid_prepaid), ('BTC', paid_btc), ('ETH', paid_eth), ('DOGE', paid_doge)) paid (coin, amount)
        where paid.amount > 0 group by 1, 2
      ) taking having count(*) > 0;
  else
    insert into taking_to_match
      select array_agg(customer_id), array_agg(tg_argv[0]), array_agg(coin), array_agg(amount)
      from (
        select customer_id, paid.coin, total(change * paid.amount) as amount
        from (
          select 1 as change, customer_id, paid_prepaid, paid_btc, paid_eth, paid_doge from written
          union all select -1, customer_id, paid_prepaid, paid_btc, paid_eth, paid_doge from replaced
        ) charge, lateral (values ('USDT', paid_prepaid), ('BTC', paid_btc), ('ETH', paid_eth), ('DOGE', paid_doge)) paid (coin, amount)
        where paid.amount > 0 group by 1, 2
      ) taking where amount <> 0 having count(*) > 0;
  end if;
  return null;
end $$;

create function check_coins_of_charges() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wrong record;
begin
  if not is_bound_login() then return null; end if;
  select charge.machine_id, charge.date into wrong from written charge
    where charge.paid_btc + charge.paid_eth + charge.paid_doge > 0 and charge.paid_output_usdt * 100000000::numeric < (
      select sum(part.amount * price.usdt::numeric)
      from (values ('BTC', charge.paid_btc), ('ETH', charge.paid_eth), ('DOGE', charge.paid_doge)) part (coin, amount)
      join reference_price price on price.coin = part.coin and price.date = (to_jsonb(charge) ->> tg_argv[0])::date
      where part.amount > 0
    ) limit 1;
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

-- As it was, but for the shapes.
create or replace function ledger.check_posted(posted bigint) returns bigint language plpgsql as $$
declare
  line ledger.posting;
begin
  if public.is_public_login(session_user) then
    for line in select * from posting where transfer_id = posted and type <> 'WITHDRAW_RETURN' loop
      perform check_line_of_customer(line);
    end loop;
  else
    perform check_shapes(posted);
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

-- The shortcut is left to the calls of customers in a process that is every part, where they have their shape.
do $$
declare
  text constant text := pg_get_functiondef('ledger.post_transfer'::regproc);
  shortcut constant text := $old$line_debit > 0 and line_credit not between -144 and -141
    and pg_has_role(session_user, 'lode_worker', 'member')$old$;
begin
  if strpos(text, shortcut) = 0 then raise exception 'ledger.post_transfer is not as this file knows it'; end if;
  execute replace(text, shortcut, $new$line_debit > 0
    and line_type in ('WITHDRAW', 'COIN_UP_IN_BTC', 'COIN_UP_IN_USDT', 'INCOME_IN_BTC', 'INCOME_IN_USDT')
    and pg_has_role(session_user, 'lode_worker', 'member') and pg_has_role(session_user, 'lode_public', 'member')
    and is_shape(line_type, line_debit, line_credit)$new$);
end $$;

revoke all on function ledger.is_shape(ledger.posting_type, bigint, bigint), ledger.check_takings_match(), ledger.check_shapes(bigint),
  match_charges(), check_coins_of_charges() from public;
grant select on ledger.posting_shape, ledger.taking_to_match to lode_worker, lode_staff;
