-- COIN UP: positions, subscriptions and redemptions, the interest of each day and its payment.

-- One row per customer and coin; the three amounts add up to the COIN_UP account. It is the state after the last run: what
-- was earning on a given day follows from the dates of the orders, never from this row alone.
create table coin_up_position (
  customer_id bigint not null references customer (id),
  coin text not null check (coin in ('BTC', 'USDT')),
  earning bigint not null default 0 check (earning >= 0),
  in_transit_in bigint not null default 0 check (in_transit_in >= 0),
  in_transit_out bigint not null default 0 check (in_transit_out >= 0),   -- has a hold in the ledger
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
  arrival_date date not null,                   -- first day that a subscription earns; day that a redemption reaches the wallet
  requested_at timestamptz not null,
  state text not null check (state in ('INTRANSIT', 'SUCCESS')),
  completed_day date,                             -- the business day whose run completed it; null for interest, which arrives at once
  completed_at timestamptz,
  check ((state = 'SUCCESS') = (completed_at is not null)),
  check (account = 'COIN_UP_ACCOUNT' and arrival_date = date + 1 and (state = 'SUCCESS') = (completed_day is not null)
    or account = 'INCOME_ACCOUNT' and direction = 'OUT' and arrival_date = date and state = 'SUCCESS' and completed_day is null)
);
create index coin_up_order_customer on coin_up_order (customer_id, date desc, id desc);
create index coin_up_order_in_transit on coin_up_order (customer_id, coin) where state = 'INTRANSIT';
create index coin_up_order_arrival on coin_up_order (arrival_date, customer_id);

create table coin_up_interest (                -- what a position earned on one day; never updated
  date date not null,
  customer_id bigint not null,
  coin text not null,
  principal bigint not null check (principal > 0),          -- what earned for the whole day
  amount bigint not null check (amount >= 0),
  carry bigint not null check (carry between 0 and 364999999),   -- remainder below one minor unit, in parts of 365 · 10^6
  primary key (date, customer_id, coin)
);
create index coin_up_interest_customer on coin_up_interest (customer_id, coin, date desc);

-- A coin's day is paid as a whole or not at all, in three stages: funded (the whole amount has a hold in INTEREST_FUND), the
-- batches are posted one by one, paid with the last of them. Owed: closed and not funded.
create table coin_up_interest_day (
  coin text not null check (coin in ('BTC', 'USDT')),
  date date not null,
  rate_ppm int not null check (rate_ppm >= 0),
  amount bigint not null check (amount >= 0),
  was_owed boolean not null,                    -- the fund did not suffice when the day closed, or an older day was owed
  decided_at timestamptz not null,
  funded_at timestamptz check (funded_at >= decided_at),
  paid_at timestamptz,
  primary key (coin, date),
  check (was_owed or funded_at is not null),
  check (paid_at is null or funded_at is not null)
);
create index coin_up_interest_day_unpaid on coin_up_interest_day (coin, date) where paid_at is null;

create table coin_up_interest_batch (          -- a range of customers of one coin's day, posted as one transfer
  coin text not null,
  date date not null,
  batch int not null,
  first_customer bigint not null,
  last_customer bigint not null check (last_customer >= first_customer),
  amount bigint not null check (amount >= 0),
  transfer_id bigint,                           -- null for an empty batch
  paid_at timestamptz,
  primary key (coin, date, batch),
  check (transfer_id is null or paid_at is not null)
);
create index coin_up_interest_batch_unpaid on coin_up_interest_batch (date, coin, batch) where paid_at is null;

-- The business date of COIN UP -------------------------------------------------------------------------------------------

-- The business date of an order requested on a given day: that day, or the day after the last one whose run has begun when
-- the clock is behind. hold_coin_up_day also lets no run begin until the caller's transaction ends, so that a day's run
-- finds every order dated on it. Midnight is decided here only.
create function coin_up_day(asked date) returns date language sql stable as $$
  select greatest(asked, (select max(date) + 1 from day_close where kind = 'coin-up'))
$$;

create function hold_coin_up_day(asked date) returns date language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('coin-up'), hashtext('day'));
  return coin_up_day(asked);
end $$;

-- Waits for every transaction that holds a day, and blocks new ones until the run has begun. Orders queue behind it, so it
-- times out and the run is retried.
create function begin_coin_up_run() returns void language sql set lock_timeout = '10s' as $$
  select pg_advisory_xact_lock(hashtext('coin-up'), hashtext('day'))
$$;

-- Final rows -------------------------------------------------------------------------------------------------------------

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

grant select, insert, update (earning, in_transit_in, in_transit_out) on coin_up_position to lode_app;
grant select, insert, update (state, completed_day, completed_at) on coin_up_order to lode_app;
grant select, insert on coin_up_interest to lode_app;
grant select, insert, update (funded_at, paid_at) on coin_up_interest_day to lode_app;
grant select, insert, update (transfer_id, paid_at) on coin_up_interest_batch to lode_app;
