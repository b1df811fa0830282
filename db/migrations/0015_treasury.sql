-- Treasury: the operator's own addresses, nonces and money on the chains, sweeps, and the outputs that payments may spend.

-- A nonce of one of the operator's accounts and its holder: assigned before signing, to one payment for good.
create table account_nonce (
  address_key text not null check (address_key ~ '^[0-9a-f]{40}$'),
  nonce int not null check (nonce >= 0),
  holder text not null unique check (holder ~ '^(withdrawal|sweep|top-up):[1-9][0-9]{0,18}$'),
  usdt bigint not null check (usdt >= 0),       -- what it takes from the account when mined: tokens, and ether with the largest fee
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

-- The chain counts ether in wei, the books in 10⁻⁸: totals per address, so that no remainder is lost.
create table wei_remainder (
  address_key text primary key check (address_key ~ '^[0-9a-f]{40}$'),
  wei_in numeric(40) not null default 0 check (wei_in >= 0),
  wei_out numeric(40) not null default 0 check (wei_out >= 0)
);

create table house_address (                   -- the operator's addresses in use: hot wallet, change
  network text not null check (network in ('BITCOIN', 'ERC20')),
  number int not null check (number >= 0),
  address text not null check (length(address) between 1 and 128),
  key text not null check (key ~ '^[0-9a-f]{40,128}$'),
  primary key (network, number),
  unique (network, key)
);

-- Addresses of the product, which no payment may go to.
create view own_address as
  select network, key from deposit_address
  union all
  select network, key from house_address;

create table house_arrival (                   -- money received on the operator's addresses: one output, one log, one transfer of ether
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
  needed int not null check (needed > 0),       -- required confirmations
  seen_at timestamptz not null,
  times_posted int not null default 0 check (times_posted >= 0),   -- more than once only when reorgs removed it in between
  unique (network, txid, coin, output_index),
  check ((height is null) = (block_hash is null) and (height is null) = (status = 'ORPHANED'))
);
create index house_arrival_open on house_arrival (network, height) where status = 'CONFIRMING';
create index house_arrival_block on house_arrival (network, block_hash) where block_hash is not null;

-- Sweeps --------------------------------------------------------------------------------------------------------------

create table sweep (                           -- a deposit address: its tokens to the hot wallet, or gas to it for that
  id bigint generated always as identity primary key,
  network text not null default 'ERC20' check (network = 'ERC20'),
  kind text not null check (kind in ('SWEEP', 'TOP_UP')),
  address_number int not null,
  amount numeric(40) not null check (amount > 0),        -- micro-USDT, or wei
  begun_at timestamptz not null,
  ended_at timestamptz,
  is_paid boolean,                              -- whether its amount moved
  signed_as text check (signed_as ~ '^(sweep|top-up):[1-9][0-9]{0,18}$'),   -- continues a sweep that the signer knows under this id
  foreign key (network, address_number) references deposit_address (network, number),
  check ((ended_at is null) = (is_paid is null))
);
-- A continued sweep may stand beside the one that was planned meanwhile.
create unique index sweep_one_at_a_time on sweep (address_number) where ended_at is null and signed_as is null;
create index sweep_of_address on sweep (address_number) where kind = 'SWEEP';
create trigger sweep_stands before update on sweep
  for each row when (old.ended_at is not null or (old.kind, old.address_number, old.amount) <> (new.kind, new.address_number, new.amount))
  execute function refuse_rewriting('what is over does not move again');

create table sweep_payment (                   -- attempts after the first are fee bumps with the same nonce
  sweep_id bigint not null references sweep (id),
  attempt int not null check (attempt >= 0),
  unsigned text not null check (length(unsigned) <= 20000),
  since_height int not null check (since_height >= 0),
  built_at timestamptz not null,
  txid text unique check (txid ~ '^0x[0-9a-f]{64}$'),
  bytes text check (length(bytes) <= 20000),   -- stored before the first broadcast
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

-- Tokens of credited deposits that still lie on their deposit addresses.
create view unswept as
  select a.number, a.address, a.key, d.amount - coalesce(s.amount, 0) as amount
  from (select address_number, sum(amount) as amount from deposit where network = 'ERC20' and status = 'CREDITED' group by 1) d
  join deposit_address a on a.network = 'ERC20' and a.number = d.address_number
  left join (
    select address_number, sum(amount) as amount from sweep where kind = 'SWEEP' and is_paid is not false group by 1
  ) s using (address_number)
  where d.amount > coalesce(s.amount, 0);

-- Own transactions and outputs ----------------------------------------------------------------------------------------

-- Transactions that the product made: what they pay to an address of the product is no deposit.
create view own_transaction as
  select network, txid from withdrawal_payment where txid is not null
  union all
  select 'ERC20', txid from sweep_payment where txid is not null
  union all
  select 'BITCOIN', txid from withdrawal_export;

-- The product's outputs, spent or not. A payment's change counts while the payment is in a block: not from the moment at which
-- the watcher sees the block removed.
create view own_output as
  select 'customer' as branch, address_number as number, txid, output_index as index, amount
  from deposit where network = 'BITCOIN' and status = 'CREDITED'
  union all
  select 'house', 0, p.txid, p.change_index, p.change_amount
  from withdrawal_payment p
  where p.network = 'BITCOIN' and p.final_at is not null and p.change_index is not null and p.reorged_at is null
    and not exists (select from chain_block b where b.network = p.network and b.height = p.block_height and b.hash <> p.block_hash)
  union all
  select 'house', h.number, a.txid, a.output_index, a.amount::bigint
  from house_arrival a join house_address h on h.network = a.network and h.key = a.address_key
  where a.network = 'BITCOIN' and a.status = 'POSTED';

create view spendable_output as
  select o.* from own_output o
  where not exists (select from outpoint_reservation s where s.network = 'BITCOIN' and s.outpoint = o.txid || ':' || o.index);

grant select, insert, delete, update (wei, is_signed) on account_nonce to lode_app;
grant select, insert, update (wei_in, wei_out) on wei_remainder to lode_app;
grant select, insert on house_address to lode_app;
grant select, insert, update (status, height, block_hash, needed, amount, address_key, times_posted) on house_arrival to lode_app;
grant select, insert, update (ended_at, is_paid) on sweep to lode_app;
grant select, insert, delete, update (txid, bytes, signed_at, final_at, fee_paid) on sweep_payment to lode_app;
grant select on own_address, own_transaction, own_output, spendable_output, unswept to lode_app;
