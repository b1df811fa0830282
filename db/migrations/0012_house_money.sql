-- The house's own money on the chains: nonces of its accounts, what is brought together there, and what comes to it from outside.

-- A nonce of an account of ours, and whose it is: of one payment for ever, from before it is signed.
create table account_nonce (
  address_key text not null check (address_key ~ '^[0-9a-f]{40}$'),
  nonce int not null check (nonce >= 0),
  holder text not null unique check (holder ~ '^(withdrawal|sweep|top-up):[1-9][0-9]{0,18}$'),
  usdt bigint not null check (usdt >= 0),       -- what it takes from the account when it is mined: tokens, and ether with the largest fee
  wei numeric(40) not null check (wei >= 0),
  is_signed boolean not null default false,
  primary key (address_key, nonce)
);
create function refuse_freeing_nonce() returns trigger language plpgsql as $$
begin
  raise exception 'the nonce % of % is signed for %', old.nonce, old.address_key, old.holder;
end $$;
create trigger account_nonce_stands before delete on account_nonce
  for each row when (old.is_signed) execute function refuse_freeing_nonce();

-- Ether is counted in wei here and in 10⁻⁸ in the books: what an address took in and paid out in all, so that no rest is lost.
create table ether_moved (
  address_key text primary key check (address_key ~ '^[0-9a-f]{40}$'),
  wei_in numeric(40) not null default 0 check (wei_in >= 0),
  wei_out numeric(40) not null default 0 check (wei_out >= 0)
);

create table house_address (                   -- the house's addresses that are in use: hot wallet, change
  network text not null check (network in ('BITCOIN', 'ERC20')),
  number int not null check (number >= 0),
  address text not null check (length(address) between 1 and 128),
  key text not null check (key ~ '^[0-9a-f]{40,128}$'),
  primary key (network, number),
  unique (network, key)
);

create table house_arrival (                   -- what came to the house from outside: one output, one log, one transfer of ether
  id bigint generated always as identity primary key,
  network text not null check (network in ('BITCOIN', 'ERC20')),
  txid text not null check (txid ~ '^(0x)?[0-9a-f]{64}$'),
  coin text not null check (coin in ('BTC', 'USDT', 'ETH')),
  output_index int not null check (output_index >= 0),
  address_key text not null,
  amount numeric(40) not null check (amount > 0),        -- in the chain's smallest units
  status text not null check (status in ('CONFIRMING', 'POSTED', 'ORPHANED')),
  height int,
  block_hash text check (length(block_hash) <= 128),
  needed int not null check (needed > 0),
  seen_at timestamptz not null,
  times_posted int not null default 0 check (times_posted >= 0),   -- more than once only when reorganisations took it away in between
  unique (network, txid, coin, output_index),
  check ((height is null) = (block_hash is null) and (height is null) = (status = 'ORPHANED'))
);
create index house_arrival_open on house_arrival (network, height) where status = 'CONFIRMING';
create index house_arrival_block on house_arrival (network, block_hash) where block_hash is not null;

create table sweep (                           -- one customer's address: its tokens to the hot wallet, or gas to it for that
  id bigint generated always as identity primary key,
  network text not null default 'ERC20' check (network = 'ERC20'),
  kind text not null check (kind in ('SWEEP', 'TOP_UP')),
  address_number int not null,
  amount numeric(40) not null check (amount > 0),        -- micro-USDT, or wei
  begun_at timestamptz not null,
  ended_at timestamptz,
  is_paid boolean,                              -- whether it moved its amount
  foreign key (network, address_number) references deposit_address (network, number),
  check ((ended_at is null) = (is_paid is null))
);
create unique index sweep_one_at_a_time on sweep (address_number) where ended_at is null;
create index sweep_of_address on sweep (address_number) where kind = 'SWEEP';
create trigger sweep_stands before update on sweep
  for each row when (old.ended_at is not null or (old.kind, old.address_number, old.amount) <> (new.kind, new.address_number, new.amount))
  execute function refuse_rewriting('what is over does not move again');

create table sweep_payment (                   -- its transaction; attempts after the first are fee bumps with the same nonce
  sweep_id bigint not null references sweep (id),
  attempt int not null check (attempt >= 0),
  unsigned text not null check (length(unsigned) <= 20000),
  since_height int not null check (since_height >= 0),
  built_at timestamptz not null,
  txid text unique check (txid ~ '^0x[0-9a-f]{64}$'),
  bytes text check (length(bytes) <= 20000),   -- stored before they are first sent
  signed_at timestamptz,
  final_at timestamptz,
  fee_paid numeric(40) check (fee_paid >= 0),
  primary key (sweep_id, attempt),
  check ((txid is null) = (bytes is null) and (txid is null) = (signed_at is null)),
  check (final_at is null or txid is not null and fee_paid is not null)
);
create trigger sweep_payment_stands before update on sweep_payment
  for each row when (old.unsigned <> new.unsigned or old.txid is not null and (new.txid, new.bytes) is distinct from (old.txid, old.bytes))
  execute function refuse_rewriting('its bytes may be out');

-- A payment that nobody has signed may be built anew; one that was signed stands.
create function refuse_dropping_payment() returns trigger language plpgsql as $$
begin
  raise exception 'the payment of withdrawal % is signed', old.withdrawal_id;
end $$;
create trigger withdrawal_payment_kept before delete on withdrawal_payment
  for each row when (old.txid is not null) execute function refuse_dropping_payment();

-- Transactions of our own making: what they bring to an address of ours came from another one of ours.
create view own_transaction as
  select network, txid from withdrawal_payment where txid is not null
  union all
  select 'ERC20', txid from sweep_payment where txid is not null;

-- Tokens of credited deposits that still lie where they came in.
create index deposit_credited on deposit (network, address_number) include (amount) where status = 'CREDITED';
create view unswept as
  select a.number, a.address, a.key, d.amount - coalesce(s.amount, 0) as amount
  from (select address_number, sum(amount) as amount from deposit where network = 'ERC20' and status = 'CREDITED' group by 1) d
  join deposit_address a on a.network = 'ERC20' and a.number = d.address_number
  left join (
    select address_number, sum(amount) as amount from sweep where kind = 'SWEEP' and is_paid is not false group by 1
  ) s using (address_number)
  where d.amount > coalesce(s.amount, 0);

create or replace view spendable_output as
  select o.* from (
    select 'customer' as branch, address_number as number, txid, output_index as index, amount
    from deposit where network = 'BITCOIN' and status = 'CREDITED'
    union all
    select 'house', 0, txid, change_index, change_amount
    from withdrawal_payment where network = 'BITCOIN' and final_at is not null and change_index is not null
    union all
    select 'house', h.number, a.txid, a.output_index, a.amount::bigint
    from house_arrival a join house_address h on h.network = a.network and h.key = a.address_key
    where a.network = 'BITCOIN' and a.status = 'POSTED'
  ) o
  where not exists (select from withdrawal_spend s where s.network = 'BITCOIN' and s.spend = o.txid || ':' || o.index);

create or replace view own_address as
  select network, key from deposit_address
  union all
  select network, key from house_address;

insert into setting (key, effective_from, value, changed_by, reason) values
  ('sweep.min.USDT', '2020-01-01Z', '"20.000000"', 'start', 'settings to start with'),
  ('sweep.max-fee.ETH', '2020-01-01Z', '"0.00500000"', 'start', 'settings to start with');

grant select, insert, delete, update (wei, is_signed) on account_nonce to lode_app;
grant select, insert, update (wei_in, wei_out) on ether_moved to lode_app;
grant select, insert on house_address to lode_app;
grant select, insert, update (status, height, block_hash, needed, amount, address_key, times_posted) on house_arrival to lode_app;
grant select, insert, update (ended_at, is_paid) on sweep to lode_app;
grant select, insert, delete, update (txid, bytes, signed_at, final_at, fee_paid) on sweep_payment to lode_app;
grant delete on withdrawal_payment to lode_app;
grant select on own_transaction, unswept to lode_app;
