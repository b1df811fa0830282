-- COIN UP: positions, what moved into and out of them, the interest of each day, and how it was paid.

-- One row per customer and coin; together the three are the COIN_UP account. How the runs have left it: what was earning
-- on a day is told by the dates of the orders, never by this row alone.
create table coin_up_position (
  customer_id bigint not null references customer (id),
  coin text not null check (coin in ('BTC', 'USDT')),
  earning bigint not null default 0 check (earning >= 0),
  in_transit_in bigint not null default 0 check (in_transit_in >= 0),
  in_transit_out bigint not null default 0 check (in_transit_out >= 0),   -- held in the ledger
  primary key (customer_id, coin)
) with (fillfactor = 80);

create table coin_up_order (                   -- a subscription (IN) or a redemption (OUT)
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  coin text not null check (coin in ('BTC', 'USDT')),
  direction text not null check (direction in ('IN', 'OUT')),
  account text not null check (account in ('COIN_UP_ACCOUNT', 'INCOME_ACCOUNT')),
  amount bigint not null check (amount > 0),
  date date not null,                           -- business day
  arrival_date date not null,                   -- the first day that a subscription earns; the day that a redemption is in the wallet
  requested_at timestamptz not null,
  state text not null check (state in ('INTRANSIT', 'SUCCESS')),
  settled_day date,                             -- the business day whose run brought it there; null for interest, which arrives at once
  settled_at timestamptz,
  check ((state = 'SUCCESS') = (settled_at is not null)),
  check (account = 'COIN_UP_ACCOUNT' and arrival_date = date + 1 and (state = 'SUCCESS') = (settled_day is not null)
    or account = 'INCOME_ACCOUNT' and direction = 'OUT' and arrival_date = date and state = 'SUCCESS' and settled_day is null)
);
create index coin_up_order_customer on coin_up_order (customer_id, date desc, id desc);
create index coin_up_order_in_transit on coin_up_order (customer_id, coin) where state = 'INTRANSIT';
create index coin_up_order_arrival on coin_up_order (arrival_date, customer_id);

create table coin_up_interest (                -- what a position earned on one day; never edited
  date date not null,
  customer_id bigint not null,
  coin text not null,
  principal bigint not null check (principal > 0),          -- what was earning through the whole of the day
  amount bigint not null check (amount >= 0),
  carry bigint not null check (carry between 0 and 364999999),   -- what is left below one minor unit, in parts of 365 · 10^6
  primary key (date, customer_id, coin)
);
create index coin_up_interest_customer on coin_up_interest (customer_id, coin, date desc);

-- A coin's day: all of it is paid, or none. Paying takes three steps: the fund can pay (funded: the whole is held in
-- INTEREST_FUND), the batches are posted one by one, the last of them makes it paid. Owed: closed and not funded.
create table coin_up_interest_day (
  coin text not null check (coin in ('BTC', 'USDT')),
  date date not null,
  rate_ppm int not null check (rate_ppm >= 0),
  amount bigint not null check (amount >= 0),
  was_owed boolean not null,                    -- the fund could not pay when the day closed, or an older day waited
  decided_at timestamptz not null,
  funded_at timestamptz check (funded_at >= decided_at),
  paid_at timestamptz,
  primary key (coin, date),
  check (was_owed or funded_at is not null),
  check (paid_at is null or funded_at is not null)
);
create index coin_up_interest_day_unpaid on coin_up_interest_day (coin, date) where paid_at is null;

create table coin_up_interest_batch (          -- a range of customers of one coin's day: posted as one transfer
  coin text not null,
  date date not null,
  batch int not null,
  first_customer bigint not null,
  last_customer bigint not null check (last_customer >= first_customer),
  amount bigint not null check (amount >= 0),
  transfer_id bigint,                           -- null for a batch of nothing
  paid_at timestamptz,
  primary key (coin, date, batch),
  check (transfer_id is null or paid_at is not null)
);
create index coin_up_interest_batch_unpaid on coin_up_interest_batch (date, coin, batch) where paid_at is null;

-- Which day it is --------------------------------------------------------------------------------------------------------

-- The business day on which money moves that is asked for on a given day: that day, or the one after the last whose run
-- has begun, when the clock is behind. The run of no day begins until the caller's transaction ends, so that a day's run
-- finds all that is dated on it. This is where midnight is decided, and the only place.
create function coin_up_day(asked date) returns date language sql stable as $$
  select greatest(asked, (select max(date) + 1 from day_close where kind = 'coin-up'))
$$;

create function hold_coin_up_day(asked date) returns date language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('coin-up'), hashtext('day'));
  return coin_up_day(asked);
end $$;

-- Waits for everybody who holds a day, and lets nobody take one until the run has begun. Whoever comes meanwhile stands
-- behind it, so it gives up after a while: the run is tried again.
create function begin_coin_up_run() returns void language sql set lock_timeout = '10s' as $$
  select pg_advisory_xact_lock(hashtext('coin-up'), hashtext('day'))
$$;

-- What stands, stands ----------------------------------------------------------------------------------------------------

create trigger coin_up_interest_stands before update or delete or truncate on coin_up_interest
  for each statement execute function refuse_rewriting('what was earned on a day is sealed');
create trigger coin_up_order_stands before update on coin_up_order
  for each row when (old.state = 'SUCCESS') execute function refuse_rewriting('it has arrived');
create trigger coin_up_interest_day_stands before update on coin_up_interest_day
  for each row when (old.paid_at is not null or old.funded_at is not null and new.funded_at is distinct from old.funded_at)
  execute function refuse_rewriting('a day is funded once and paid once');
create trigger coin_up_interest_batch_stands before update on coin_up_interest_batch
  for each row when (old.paid_at is not null) execute function refuse_rewriting('the batch is paid');

-- A sealed day takes no more interest.
alter table coin_up_interest enable row level security;
create policy all_is_read on coin_up_interest for select using (true);
create policy day_is_open on coin_up_interest for insert with check (date > (select last_closed_day('coin-up')));

-- Settings: one key each, so that a rate that is announced for later carries nothing else along with it.
insert into setting (key, effective_from, value, changed_by, reason)
  select part.key, old.effective_from, part.value, old.changed_by, old.reason
  from setting old
  cross join lateral (values
    ('coin-up.open', old.value -> 'isEnableFunction'),
    ('coin-up.min.BTC', old.value -> 'BTC' -> 'min'), ('coin-up.min.USDT', old.value -> 'USDT' -> 'min'),
    ('coin-up.apy.BTC', old.value -> 'BTC' -> 'apy'), ('coin-up.apy.USDT', old.value -> 'USDT' -> 'apy')) part (key, value)
  where old.key = 'coin-up';
delete from setting where key = 'coin-up';

-- What is announced and not in force yet can be put right: a further version for the same moment takes the place of the one
-- before it. All of them stay.
alter table setting add column version int not null default 1 check (version > 0);
alter table setting drop constraint setting_pkey, add primary key (key, effective_from, version);
create or replace function setting_at(wanted text, at timestamptz) returns jsonb language sql stable as $$
  select value from setting where key = wanted and effective_from <= at order by effective_from desc, version desc limit 1
$$;

grant select, insert, update (earning, in_transit_in, in_transit_out) on coin_up_position to lode_app;
grant select, insert, update (state, settled_day, settled_at) on coin_up_order to lode_app;
grant select, insert on coin_up_interest to lode_app;
grant select, insert, update (funded_at, paid_at) on coin_up_interest_day to lode_app;
grant select, insert, update (transfer_id, paid_at) on coin_up_interest_batch to lode_app;
