-- What lies where of the house's coins, as the worker read it last. The console shows these rows, with their time, and sums nothing.

create table wallet_level (
  coin text not null check (coin in ('BTC', 'USDT', 'ETH')),
  place text not null check (place in ('HOT', 'COLD', 'DEPOSIT_ADDRESSES')),
  amount bigint not null check (amount >= 0),
  reserved bigint not null default 0 check (reserved >= 0),   -- of it, for payments of an account that are under way
  read_at timestamptz not null,
  primary key (coin, place)
);
grant select on wallet_level to lode_staff;
grant select, insert, update (amount, reserved, read_at) on wallet_level to lode_worker;

-- Moves that are under way, among all that ever were.
create index sweep_open on sweep (id) where ended_at is null;
create index cold_transfer_open on cold_transfer (id) where ended_at is null;
