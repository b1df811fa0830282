-- The books: double entry. Only the functions of 0003_ledger_posting.sql write them.
--
-- Account ids are computed, not looked up. A customer account is customer * 100 + kind * 10 + coin, a house account
-- -(kind * 10 + coin); the last digit of either is its coin. Amounts are whole minor units of that coin. Only the ledger knows
-- this: the product asks the functions and views below, which the planner expands to the arithmetic (`npm run check` keeps it so).

create schema ledger;

create type ledger.posting_type as enum (
  'MINING_OUTPUT',
  'ELE_INIT', 'ELE_RECHARGE', 'ELE_CONSUME_USDT', 'ELE_CONSUME_BTC', 'ELE_CONSUME_ETH', 'ELE_CONSUME_DOGE',
  'DAILY_PROFIT_FEEDBACK', 'HOSTING_FEE', 'RECHARGE_BTC',
  'COIN_UP_OUT_BTC', 'COIN_UP_OUT_USDT', 'COIN_UP_IN_BTC', 'COIN_UP_IN_USDT', 'INCOME_IN_BTC', 'INCOME_IN_USDT',
  'WITHDRAW', 'WITHDRAW_RETURN', 'WITHDRAW_OFFSET', 'ADJUST_OUTPUT', 'ADJUST_ELE',
  'FUND_PAID_IN', 'INTEREST', 'WITHDRAWAL_PAID', 'WITHDRAWAL_FEE', 'NETWORK_FEE', 'TREASURY_MOVE', 'POOL_PAYMENT', 'REORG'
);

-- Chart of accounts -------------------------------------------------------------------------------------------------

-- Null for an unknown coin or account; every table below refuses such an account.
create function ledger.coin_number(coin text) returns int language sql immutable parallel safe return
  case coin when 'BTC' then 1 when 'USDT' then 2 when 'ETH' then 3 when 'DOGE' then 4 end;

create function ledger.account_id(customer bigint, account text, coin text) returns bigint language sql immutable parallel safe return
  customer * 100
  + case account when 'OUTPUT_ACCOUNT' then 10 when 'ELE_ACCOUNT' then 20 when 'COIN_UP_ACCOUNT' then 30 when 'INCOME_ACCOUNT' then 40 end
  + ledger.coin_number(coin);

create function ledger.house_id(account text, coin text) returns bigint language sql immutable parallel safe return
  -(case account
      when 'CUSTODY' then 10 when 'CASH' then 20 when 'TREASURY' then 30
      when 'MINING_RECEIVABLE' then 40 when 'MINING_VARIANCE' then 50
      when 'ELECTRICITY_REVENUE' then 60 when 'HOSTING_REVENUE' then 70
      when 'WITHDRAWAL_PENDING' then 80 when 'WITHDRAWAL_FEE_REVENUE' then 90 when 'NETWORK_FEE_EXPENSE' then 100
      when 'INTEREST_FUND' then 110 when 'PROMOTION_EXPENSE' then 120 when 'SUSPENSE' then 130 end
    + ledger.coin_number(coin))::bigint;

create function ledger.coin_of(account bigint) returns text language sql immutable parallel safe return
  (array['BTC', 'USDT', 'ETH', 'DOGE'])[abs(account) % 10];

create function ledger.name_of(account bigint) returns text language sql immutable parallel safe return
  case when account > 0
    then (array['OUTPUT_ACCOUNT', 'ELE_ACCOUNT', 'COIN_UP_ACCOUNT', 'INCOME_ACCOUNT'])[account % 100 / 10]
    else (array['CUSTODY', 'CASH', 'TREASURY', 'MINING_RECEIVABLE', 'MINING_VARIANCE', 'ELECTRICITY_REVENUE', 'HOSTING_REVENUE',
                'WITHDRAWAL_PENDING', 'WITHDRAWAL_FEE_REVENUE', 'NETWORK_FEE_EXPENSE', 'INTEREST_FUND', 'PROMOTION_EXPENSE',
                'SUSPENSE'])[-account / 10]
  end;

-- The customer of an account, null for a house account.
create function ledger.customer_of(account bigint) returns bigint language sql immutable parallel safe return
  case when account > 0 then account / 100 end;

-- Whether an id is this account of any customer; with constants it is one comparison.
create function ledger.is_customer_account(id bigint, account text, coin text) returns boolean language sql immutable parallel safe return
  id > 0 and id % 100 = ledger.account_id(0, account, coin);

create function ledger.is_in_coin(account bigint, coin text) returns boolean language sql immutable parallel safe return
  abs(account) % 10 = ledger.coin_number(coin);

-- Customer accounts and INTEREST_FUND may not go below zero: they have a balance row. The other house accounts are summed
-- from their entries: a shared row that every posting updates would serialise all of them.
create function ledger.is_stored(account bigint) returns boolean language sql immutable parallel safe return
  account > 0 or account between -114 and -111;

-- Tables ------------------------------------------------------------------------------------------------------------

-- A constraint on one column is a domain where possible: a table's check is parsed again by every statement, and those of
-- these tables together cost as much as the rest of a transfer.
create domain ledger.account as bigint check (
  case when value > 0
    then value % 100 in (11, 13, 14, 22, 31, 32, 41, 42)
    else value between -134 and -11 and -value % 10 between 1 and 4
  end);
-- A customer's side of a posting has a balance row, which checks it against the chart: only the house's side is left.
create domain ledger.side as bigint check (value > 0 or value between -134 and -11 and value % 10 between -4 and -1);
create domain ledger.amount as bigint check (value > 0);
create domain ledger.remainder as bigint check (value >= 0);
create domain ledger.key as text check (length(value) between 1 and 200);
create domain ledger.digest as bytea check (length(value) = 32);

create table ledger.transfer (
  id bigint generated always as identity primary key,
  key ledger.key not null unique,
  input_hash ledger.digest not null,
  kind varchar(64) not null,
  source_id varchar(128),
  business_date date not null,
  posted_at timestamptz not null,               -- the product's clock
  corrects bigint,
  answer json                                   -- what a replay returns, byte for byte: jsonb would reorder it
);
create unique index transfer_source on ledger.transfer (business_date, kind, source_id) where source_id is not null;

-- One row moves one amount from one account to another: it balances by its structure.
-- No foreign key to transfer: it costs a tenth of the speed, and only the functions below write here.
create table ledger.posting (
  transfer_id bigint not null,
  line int not null,
  debit ledger.side not null,                   -- account that gives
  credit ledger.side not null,                  -- account that receives
  customer bigint,                              -- null between two house accounts
  type ledger.posting_type not null,
  amount ledger.amount not null,
  debit_after ledger.remainder,                 -- the account's balance after this line; null for house accounts
  credit_after ledger.remainder,
  date date not null,                           -- the record's own day, not the day of posting
  source_id bigint,                             -- the machine, where there is one
  primary key (transfer_id, line),
  constraint two_accounts_of_one_coin_and_one_customer check (
    debit <> credit and abs(debit) % '10'::bigint = abs(credit) % '10'::bigint
    and (least(debit, credit) < 0 or debit / 100 = credit / 100))
);
-- A customer's records, newest first. Mining outputs are listed from machine_output and would double the index.
create index posting_customer on ledger.posting (customer, transfer_id desc, line desc) where type <> 'MINING_OUTPUT';
create index posting_customer_type on ledger.posting (customer, type, transfer_id desc, line desc) where type <> 'MINING_OUTPUT';

create table ledger.balance (
  account ledger.account primary key,
  posted bigint not null,
  held ledger.remainder not null default 0,
  constraint not_overdrawn check (posted >= held)   -- with held >= 0: no stored balance goes below zero
) with (fillfactor = 70);
create index balance_customer on ledger.balance ((account / 100)) where account > 0;

create table ledger.hold (
  key ledger.key primary key,
  account ledger.account not null,
  amount ledger.amount not null,
  reason varchar(200) not null,
  placed_at timestamptz not null,
  released_at timestamptz check (released_at >= placed_at)
);
create index hold_open on ledger.hold (account) where released_at is null;

create view ledger.entry as
  select transfer_id, line, debit as account, -amount as amount, debit_after as balance_after, type, date from ledger.posting
  union all
  select transfer_id, line, credit, amount, credit_after, type, date from ledger.posting;

-- By customer, or a range or list of them, it is read through the index balance_customer; by account_id through the primary key.
create view ledger.customer_balance as
  select account / 100 as customer, ledger.name_of(account) as account, ledger.coin_of(account) as coin,
         posted, held::bigint as held, posted - held as available, account::bigint as account_id
  from ledger.balance where account > 0;

-- Append-only ---------------------------------------------------------------------------------------------------------

create function ledger.refuse() returns trigger language plpgsql as $$
begin
  raise exception '% of ledger.% is refused', tg_op, tg_table_name
    using errcode = 'LD000', hint = 'Only the functions of the ledger write. A mistake is put right by a new transfer that names the one it corrects.';
end $$;

-- Grants stop the application. This guard also stops the owner, so that no migration and no manual statement repairs the
-- books silently: it recognises the ledger's functions by the search path that they pin.
create function ledger.refuse_direct_write() returns trigger language plpgsql as $$
begin
  if current_setting('search_path') <> 'ledger, pg_temp' then
    raise exception '% of ledger.% is refused', tg_op, tg_table_name
      using errcode = 'LD000', hint = 'Only the functions of the ledger write.';
  end if;
  return null;
end $$;

create trigger append_only before update or delete or truncate on ledger.transfer for each statement execute function ledger.refuse();
create trigger append_only before update or delete or truncate on ledger.posting for each statement execute function ledger.refuse();
create trigger not_deleted before delete or truncate on ledger.balance for each statement execute function ledger.refuse();
create trigger not_deleted before delete or truncate on ledger.hold for each statement execute function ledger.refuse();
create trigger only_by_function before insert on ledger.transfer for each statement execute function ledger.refuse_direct_write();
create trigger only_by_function before insert on ledger.posting for each statement execute function ledger.refuse_direct_write();
create trigger only_by_function before insert or update on ledger.balance for each statement execute function ledger.refuse_direct_write();
create trigger only_by_function before insert or update on ledger.hold for each statement execute function ledger.refuse_direct_write();

-- The application may only read the ledger's tables.
grant usage on schema ledger to lode_app;
grant select on all tables in schema ledger to lode_app;
revoke all on all functions in schema ledger from public;
grant execute on function
  ledger.coin_number, ledger.account_id, ledger.house_id, ledger.coin_of, ledger.name_of, ledger.customer_of,
  ledger.is_customer_account, ledger.is_in_coin
  to lode_app;
