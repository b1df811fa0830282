-- Deposits: what a watcher knows of its chain, the customers' own addresses, and what came in on them.

create table chain_watcher (
  network text primary key check (network in ('BITCOIN', 'ERC20')),
  chain text not null check (length(chain) between 1 and 32),           -- pinned with the first step: the chain's own name, its block 0,
  genesis text not null check (length(genesis) between 1 and 128),      -- and the block that following began at
  start_height int not null check (start_height >= 0),
  start_hash text not null check (length(start_hash) between 1 and 128),
  newest_height int not null check (newest_height >= start_height),     -- as far as it is followed
  newest_hash text not null check (length(newest_hash) between 1 and 128),
  stopped_because text check (length(stopped_because) <= 1000)          -- another chain or a reorganisation too deep: nothing is done while it is so
);

create table chain_block (                     -- the newest blocks that were followed: what a reorganisation is recognised by
  network text not null references chain_watcher (network),
  height int not null check (height >= 0),
  hash text not null check (length(hash) between 1 and 128),
  primary key (network, height)
);

create table deposit_address (
  network text not null check (network in ('BITCOIN', 'ERC20')),
  number int not null check (number >= 0),      -- under the customers' branch of the extended public key
  customer_id bigint not null references customer (id),
  address text not null check (length(address) between 1 and 128),
  key text not null check (key ~ '^[0-9a-f]{40,128}$'),                 -- what addresses are compared by
  given_at timestamptz not null,
  primary key (network, number),
  unique (network, customer_id),
  unique (network, key)
);

create table deposit (                         -- one output or one log
  id bigint generated always as identity primary key,
  network text not null,
  txid text not null check (txid ~ '^(0x)?[0-9a-f]{64}$'),
  output_index int not null check (output_index >= 0),
  address_number int not null,
  customer_id bigint not null references customer (id),
  coin text not null check (coin in ('BTC', 'USDT')),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('SEEN', 'CONFIRMING', 'BELOW_MINIMUM', 'CREDITED', 'ORPHANED')),
  height int,                                   -- of its block; null while it is in none
  block_hash text check (length(block_hash) <= 128),
  needed int not null check (needed > 0),       -- confirmations, its own block being the first
  seen_at timestamptz not null,
  credited_at timestamptz,
  transfer_id bigint,                           -- the customer's credit: stays when a reorganisation takes the deposit away
  removals int not null default 0 check (removals >= 0),                -- how often that happened to it after it was credited
  unique (network, txid, output_index),
  foreign key (network, address_number) references deposit_address (network, number),
  check ((height is null) = (block_hash is null)),
  check ((height is not null) = (status in ('CONFIRMING', 'BELOW_MINIMUM', 'CREDITED'))),
  check ((transfer_id is null) = (credited_at is null)),
  check (transfer_id is not null or status <> 'CREDITED'),
  check (transfer_id is null or status in ('CREDITED', 'ORPHANED'))
);
create index deposit_customer on deposit (customer_id, id desc);
create index deposit_open on deposit (network, height) where status in ('CONFIRMING', 'BELOW_MINIMUM');
create index deposit_waiting on deposit (network) where status = 'SEEN';
create index deposit_block on deposit (network, block_hash) where block_hash is not null;

-- What was credited is never credited again, and never becomes another deposit.
create trigger deposit_stands before update on deposit
  for each row when (old.transfer_id is not null and new.transfer_id is distinct from old.transfer_id
    or new.removals < old.removals
    or old.transfer_id is not null and (new.amount, new.customer_id, new.address_number) <> (old.amount, old.customer_id, old.address_number))
  execute function refuse_rewriting('it is credited once');

-- A customer whose withdrawals are stopped until two of the staff lift that.
create table customer_freeze (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  reason text not null check (length(reason) between 1 and 500),
  frozen_at timestamptz not null,
  lifted_at timestamptz check (lifted_at >= frozen_at)
);
create index customer_freeze_open on customer_freeze (customer_id) where lifted_at is null;

-- What a person has to look at; the same trouble that goes on is one row.
create table alarm (
  id bigint generated always as identity primary key,
  kind text not null check (length(kind) between 1 and 64),
  subject text not null check (length(subject) between 1 and 200),
  words text not null check (length(words) between 1 and 1000),
  raised_at timestamptz not null,
  settled_at timestamptz
);
create unique index alarm_open on alarm (kind, subject) where settled_at is null;

insert into setting (key, effective_from, value, changed_by, reason) values
  ('deposit.min.BTC', '2020-01-01Z', '"0.00010000"', 'start', 'settings to start with'),
  ('deposit.min.USDT', '2020-01-01Z', '"1.000000"', 'start', 'settings to start with'),
  ('withdraw.min.BTC', '2020-01-01Z', '"0.00100000"', 'start', 'settings to start with'),
  ('withdraw.min.USDT', '2020-01-01Z', '"10.000000"', 'start', 'settings to start with'),
  ('withdraw.max.BTC', '2020-01-01Z', '"5.00000000"', 'start', 'settings to start with'),
  ('withdraw.max.USDT', '2020-01-01Z', '"100000.000000"', 'start', 'settings to start with'),
  ('withdraw.day.BTC', '2020-01-01Z', '"10.00000000"', 'start', 'settings to start with'),
  ('withdraw.day.USDT', '2020-01-01Z', '"200000.000000"', 'start', 'settings to start with'),
  ('withdraw.fee.BTC', '2020-01-01Z', '"0.00020000"', 'start', 'settings to start with'),
  ('withdraw.fee.USDT', '2020-01-01Z', '"3.000000"', 'start', 'settings to start with');

grant select, insert, update (newest_height, newest_hash, stopped_because) on chain_watcher to lode_app;
grant select, insert, delete on chain_block to lode_app;
grant select, insert on deposit_address to lode_app;
grant select, insert, update (status, height, block_hash, needed, amount, address_number, customer_id, credited_at, transfer_id, removals)
  on deposit to lode_app;
grant select, insert, update (lifted_at) on customer_freeze to lode_app;
grant select, insert, update (settled_at) on alarm to lode_app;
