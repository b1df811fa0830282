-- Interest leaves the fund once a day and coin, in one transfer to INTEREST_PAYABLE: the account has no row of its own, and batches of
-- customers are paid from it side by side. Until now every batch locked the fund's row.

do $$
begin
  if exists (select from coin_up_interest_day where funded_at is not null and paid_at is null) then
    raise exception 'interest of a day is being paid' using hint = 'Let the worker of the release before finish it, then migrate.';
  end if;
end $$;

alter domain ledger.account drop constraint account_check;
alter domain ledger.account add constraint account_check check (
  case when value > 0
    then value % 100 in (11, 13, 14, 22, 31, 32, 41, 42)
    else value between -144 and -11 and -value % 10 between 1 and 4
  end) not valid;                               -- wider than before: what stands satisfies it
alter domain ledger.side drop constraint side_check;
alter domain ledger.side add constraint side_check check (value > 0 or value between -144 and -11 and value % 10 between -4 and -1) not valid;

create or replace function ledger.house_id(account text, coin text) returns bigint language sql immutable parallel safe return
  -(case account
      when 'CUSTODY' then 10 when 'CASH' then 20 when 'TREASURY' then 30
      when 'MINING_RECEIVABLE' then 40 when 'MINING_VARIANCE' then 50
      when 'ELECTRICITY_REVENUE' then 60 when 'HOSTING_REVENUE' then 70
      when 'WITHDRAWAL_PENDING' then 80 when 'WITHDRAWAL_FEE_REVENUE' then 90 when 'NETWORK_FEE_EXPENSE' then 100
      when 'INTEREST_FUND' then 110 when 'PROMOTION_EXPENSE' then 120 when 'SUSPENSE' then 130 when 'INTEREST_PAYABLE' then 140 end
    + ledger.coin_number(coin))::bigint;

create or replace function ledger.name_of(account bigint) returns text language sql immutable parallel safe return
  case when account > 0
    then (array['OUTPUT_ACCOUNT', 'ELE_ACCOUNT', 'COIN_UP_ACCOUNT', 'INCOME_ACCOUNT'])[account % 100 / 10]
    else (array['CUSTODY', 'CASH', 'TREASURY', 'MINING_RECEIVABLE', 'MINING_VARIANCE', 'ELECTRICITY_REVENUE', 'HOSTING_REVENUE',
                'WITHDRAWAL_PENDING', 'WITHDRAWAL_FEE_REVENUE', 'NETWORK_FEE_EXPENSE', 'INTEREST_FUND', 'PROMOTION_EXPENSE',
                'SUSPENSE', 'INTEREST_PAYABLE'])[-account / 10]
  end;

-- The transfer that took the day's interest out of the fund; null for days that were paid out of the fund itself, before this.
alter table coin_up_interest_day add column funding_transfer_id bigint unique;
grant update (funding_transfer_id) on coin_up_interest_day to lode_worker, lode_staff;
drop trigger coin_up_interest_day_stands on coin_up_interest_day;
create trigger coin_up_interest_day_stands before update on coin_up_interest_day
  for each row when (old.paid_at is not null or old.funded_at is not null
    and (new.funded_at, new.funding_transfer_id) is distinct from (old.funded_at, old.funding_transfer_id))
  execute function refuse_rewriting('a day is funded once and paid once');

-- What leaves INTEREST_PAYABLE is a batch of a funded day, whole, to accounts of interest. Seen once a transfer, not once a line.
create function ledger.check_interest(posted bigint) returns void language plpgsql as $$
declare
  posted_key text;
begin
  if not public.is_bound_login() then return; end if;
  select key into strict posted_key from transfer where id = posted;
  if exists (
    select from posting where transfer_id = posted
      and (type <> 'INTEREST' or debit not between -144 and -141 or not is_customer_account(credit, 'INCOME_ACCOUNT', coin_of(credit)))
  ) or not exists (
    select from public.coin_up_interest_batch batch join public.coin_up_interest_day day using (coin, date)
    where posted_key = concat('coin-up:interest:', coin, ':', date, ':', batch) and batch.paid_at is null and funding_transfer_id is not null
      and batch.amount = (select total(amount) from posting where transfer_id = posted and debit = house_id('INTEREST_PAYABLE', coin))
  ) then
    raise exception 'permission denied: no batch of interest is paid by %', posted_key using errcode = 'check_violation';
  end if;
end $$;
revoke all on function ledger.check_interest(bigint) from public;

-- As they were, but for INTEREST_PAYABLE in the place of INTEREST_FUND.
create or replace function ledger.check_posted(posted bigint) returns bigint language plpgsql as $$
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
    select * from posting where transfer_id = posted and debit < 0 and credit > 0 and debit not between -44 and -41 and debit not between -144 and -141
  loop
    perform check_credit(posted, line.debit, line.credit, line.amount);
  end loop;
  if exists (select from posting where transfer_id = posted and debit between -144 and -141) then perform check_interest(posted); end if;
  return posted;
end $$;


create or replace function ledger.check_credit(posted bigint, from_house bigint, to_customer bigint, units bigint) returns void language plpgsql as $$
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
  elsif house not in ('MINING_RECEIVABLE', 'ELECTRICITY_REVENUE', 'HOSTING_REVENUE') then
    raise exception 'permission denied to credit from %', house using errcode = 'insufficient_privilege';
  end if;
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
        where debit < 0 and credit > 0 and debit not between -44 and -41) then p.transfer_id
      else ledger.check_posted(p.transfer_id)
    end
  from ledger.post_lines(
    transfer_key, hash, transfer_kind, null, day, at, debits, credits, types, amounts, dates, source_ids, null, null) p;
end;

-- As it was, but for INTEREST_PAYABLE among the accounts that are not below zero.
create or replace function ledger.check_books() returns table (check_name text, subject text, expected text, found text, coin text)
language sql stable set search_path = ledger, pg_temp
begin atomic
  with
    sums as (select account, ledger.total(amount) as amount from ledger.entry group by account),
    open_holds as (select account, ledger.total(amount) as amount from ledger.hold where released_at is null group by account),
    history as (
      select transfer_id, line, account, balance_after, ledger.total(amount) over (partition by account order by transfer_id, line) as summed
      from ledger.entry where account > 0
    ),
    difference (check_name, subject, expected, found, coin) as (
      select 'a balance is the sum of its entries', coalesce(s.account, b.account)::text, coalesce(s.amount, 0)::text, coalesce(b.posted, 0)::text,
        ledger.coin_of(coalesce(s.account, b.account))
        from (select account, amount from sums where ledger.is_stored(account)) s full join ledger.balance b on b.account = s.account
        where coalesce(s.amount, 0) <> coalesce(b.posted, 0)
      union all
      select 'the entries of a coin sum to zero', ledger.coin_of(account), '0', sum(amount)::text, ledger.coin_of(account)
        from sums group by ledger.coin_of(account) having sum(amount) <> 0
      union all
      select 'no kept account is below zero or below what is held', account::text, 'at least ' || greatest(held, 0), posted::text, ledger.coin_of(account)
        from ledger.balance where posted < 0 or posted < held or held < 0
      union all
      select 'revenue and pending accounts are not below zero', ledger.name_of(account) || ' ' || ledger.coin_of(account), 'at least 0', amount::text,
        ledger.coin_of(account)
        from sums where amount < 0 and -account / 10 in (6, 7, 8, 9, 14)
      union all
      select 'custody, cash and expense accounts are not above zero', ledger.name_of(account) || ' ' || ledger.coin_of(account), 'at most 0', amount::text,
        ledger.coin_of(account)
        from sums where amount > 0 and -account / 10 in (1, 2, 10, 12)
      union all
      select 'held is the sum of the open holds', coalesce(h.account, b.account)::text, coalesce(h.amount, 0)::text, coalesce(b.held, 0)::text,
        ledger.coin_of(coalesce(h.account, b.account))
        from open_holds h full join ledger.balance b on b.account = h.account
        where coalesce(h.amount, 0) <> coalesce(b.held, 0)
      union all
      select 'each entry tells the balance after it', account || ' at ' || transfer_id || '/' || line, summed::text, balance_after::text,
        ledger.coin_of(account)
        from history where summed is distinct from balance_after
      union all
      select 'a posting is listed with its customer', transfer_id || '/' || line, (greatest(debit, credit) / 100)::text, customer::text,
        case when ledger.coin_of(debit) = ledger.coin_of(credit) then ledger.coin_of(debit) end
        from ledger.posting where customer is distinct from case when greatest(debit, credit) > 0 then greatest(debit, credit) / 100 end
      union all
      select 'a posting belongs to a transfer', p.transfer_id::text, 'a transfer', 'none', null
        from (select distinct transfer_id from ledger.posting) p where not exists (select from ledger.transfer t where t.id = p.transfer_id)
      union all
      select 'a transfer has postings', t.id::text, 'at least one', 'none', null
        from ledger.transfer t where not exists (select from ledger.posting p where p.transfer_id = t.id)
    ),
    numbered as (
      select d.*, row_number() over (partition by d.check_name order by d.subject) as nth, count(*) over (partition by d.check_name) as total
      from difference d
    )
  select n.check_name, n.subject, n.expected,
    case when nth = 20 and total > nth then concat(n.found, ' (', total - nth, ' more of this check)') else n.found end,
    case when nth < 20 or total = nth then n.coin end
  from numbered n where nth <= 20;
end;
