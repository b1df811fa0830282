-- Interest leaves the fund once a day and coin, in one transfer to INTEREST_PAYABLE: the account has no row of its own, and batches of
-- customers are paid from it side by side. Until now every batch locked the fund's row.

-- A database in the middle of a night's run goes on: what is set aside and not paid yet leaves the fund below, in one transfer. A batch
-- that a process of the release before is paying is waited for; its next one is refused, and is paid by this release.
lock table coin_up_interest_batch, coin_up_interest_day in access exclusive mode;

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

-- What a run had set aside: the rest of each such day, whose holds end.
do $$
declare
  day record;
  rest bigint;
  at timestamptz;
  posted bigint;
begin
  for day in select * from coin_up_interest_day where funded_at is not null and paid_at is null order by date, coin loop
    select ledger.total(amount) filter (where paid_at is null), greatest(day.funded_at, max(paid_at)) into rest, at
      from coin_up_interest_batch batch where batch.coin = day.coin and batch.date = day.date;
    continue when coalesce(rest, 0) = 0;
    perform ledger.release_hold(concat('coin-up:interest:', coin, ':', date, ':', batch), at)
      from coin_up_interest_batch where coin = day.coin and date = day.date and paid_at is null and amount > 0;
    select transfer_id into posted from ledger.post_transfer(
      concat('coin-up:interest:', day.coin, ':', day.date, ':carried-over'), sha256(convert_to(rest::text, 'UTF8')), 'coin-up-interest-funding', null,
      (at at time zone 'Asia/Shanghai')::date, at, ledger.house_id('INTEREST_FUND', day.coin), ledger.house_id('INTEREST_PAYABLE', day.coin),
      'INTEREST', rest, day.date, null);
    update coin_up_interest_day set funding_transfer_id = posted where coin = day.coin and date = day.date;
  end loop;
end $$;

-- Batches are planned before their day is decided, so that what is funded is what can be paid.
create function keep_interest_batches() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  days constant int := new.date - date '2000-01-01';
begin
  if tg_table_name = 'coin_up_interest_day' then
    perform pg_advisory_xact_lock(hashtext('coin-up interest'), days);
  else
    perform pg_advisory_xact_lock_shared(hashtext('coin-up interest'), days);
    if exists (select from coin_up_interest_day where coin = new.coin and date = new.date) then
      raise exception 'interest of % on % is decided: no batch is added', new.coin, new.date using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
revoke all on function keep_interest_batches() from public;
create trigger coin_up_interest_batch_is_planned before insert on coin_up_interest_batch
  for each row execute function keep_interest_batches();
create trigger coin_up_interest_day_follows_batches before insert on coin_up_interest_day
  for each row execute function keep_interest_batches();

-- Into INTEREST_PAYABLE goes a day's interest from the fund, once; out of it a batch of that day, whole, to accounts of interest. Batches of
-- a day are no more than what was funded, and a key is posted once: so it is not below zero. Seen once a transfer, not once a line, and
-- of every login: no row says what the account has.
create function ledger.check_interest(posted bigint) returns void language plpgsql set search_path = ledger, pg_temp as $$
declare
  posted_key constant text := (select key from transfer where id = posted);
  -- Coin, date and, of a payment, batch.
  named constant text[] := regexp_match(posted_key, '^coin-up:interest:(BTC|USDT):(\d{4}-\d{2}-\d{2})(?::(\d{1,9}))?$');
  payable constant bigint := house_id('INTEREST_PAYABLE', named[1]);
  amount_posted bigint;
  amount_planned bigint;
  funded_by bigint;
  amount_funded bigint;
begin
  if named[3] is null then
    if (select count(*) = 1 and bool_and(type = 'INTEREST' and debit = house_id('INTEREST_FUND', named[1]) and credit = payable)
        from posting where transfer_id = posted) and named is not null then return; end if;
  else
    select total(amount) into amount_posted from posting
      where transfer_id = posted
      having bool_and(type = 'INTEREST' and debit = payable and is_customer_account(credit, 'INCOME_ACCOUNT', named[1]));
    select amount into amount_planned from public.coin_up_interest_batch
      where coin = named[1] and date = named[2]::date and batch = named[3]::int and paid_at is null;
    select funding_transfer_id into funded_by from public.coin_up_interest_day where coin = named[1] and date = named[2]::date;
    select amount into amount_funded from posting
      where transfer_id = funded_by and debit = house_id('INTEREST_FUND', named[1]) and credit = payable;
    -- Of a day that was carried over, the batches that the fund itself had paid are not among those that were funded.
    if amount_posted = amount_planned and amount_funded >= (
      select total(amount) from public.coin_up_interest_batch
      where coin = named[1] and date = named[2]::date and coalesce(
        (select id from transfer where key = concat('coin-up:interest:', coin, ':', date, ':', batch)) > funded_by, true)
    ) then return; end if;
  end if;
  raise exception 'no funding and no batch of interest is posted by %', posted_key using errcode = 'check_violation', schema = 'ledger';
end $$;
revoke all on function ledger.check_interest(bigint) from public;

-- As it was, but for INTEREST_PAYABLE: what leaves INTEREST_FUND is looked at like what leaves any other account of the house.
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
    select * from posting where transfer_id = posted and debit < 0 and credit > 0 and debit not between -44 and -41 and debit not between -144 and -141
  loop
    perform check_credit(posted, line.debit, line.credit, line.amount);
  end loop;
  if exists (select from posting where transfer_id = posted and (debit between -144 and -141 or credit between -144 and -141)) then
    perform check_interest(posted);
  end if;
  return posted;
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
        where debit < 0 and credit > 0 and debit not between -44 and -41
          or debit between -144 and -141 or credit between -144 and -141) then p.transfer_id
      else ledger.check_posted(p.transfer_id)
    end
  from ledger.post_lines(
    transfer_key, hash, transfer_kind, null, day, at, debits, credits, types, amounts, dates, source_ids, null, null) p;
end;

-- The shortcut for a customer's own money is not one into INTEREST_PAYABLE.
do $$
declare
  text constant text := pg_get_functiondef('ledger.post_transfer'::regproc);
  shortcut constant text := 'is_own_money constant boolean := line_debit > 0';
begin
  if strpos(text, shortcut) = 0 then raise exception 'ledger.post_transfer is not as this file knows it'; end if;
  execute replace(text, shortcut, shortcut || ' and line_credit not between -144 and -141');
end $$;

-- Interest that is recorded keeps its customer also while its day is not decided: accounts that are closed could not be paid.
do $$
declare
  text constant text := pg_get_functiondef('customer_outstanding'::regproc);
  decided constant text := 'join coin_up_interest_day day using';
begin
  if strpos(text, decided) = 0 then raise exception 'customer_outstanding is not as this file knows it'; end if;
  execute replace(text, decided, 'left ' || decided);
end $$;

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

drop trigger coin_up_interest_day_stands on coin_up_interest_day;
create trigger coin_up_interest_day_stands before update on coin_up_interest_day
  for each row when (old.paid_at is not null or old.funded_at is not null
    and (new.funded_at, new.funding_transfer_id) is distinct from (old.funded_at, old.funding_transfer_id))
  execute function refuse_rewriting('a day is funded once and paid once');
