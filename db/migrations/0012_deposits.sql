-- Deposits: the state of each chain watcher, the customers' deposit addresses, and what was received on them.

create table chain_watcher (
  network text primary key check (network in ('BITCOIN', 'ERC20')),
  chain text not null check (length(chain) between 1 and 32),           -- pinned with the first block: the chain's own name, its genesis
  genesis text not null check (length(genesis) between 1 and 128),      -- hash, and the block at which watching began
  start_height int not null check (start_height >= 0),
  start_hash text not null check (length(start_hash) between 1 and 128),
  newest_height int not null check (newest_height >= start_height),     -- last processed block
  newest_hash text not null check (length(newest_hash) between 1 and 128),
  stopped_because text check (length(stopped_because) <= 1000)          -- another chain or a reorg too deep; set, no block is processed
);

create table chain_block (                     -- the newest processed blocks: a reorg is recognised by them
  network text not null references chain_watcher (network),
  height int not null check (height >= 0),
  hash text not null check (length(hash) between 1 and 128),
  primary key (network, height)
);

create table deposit_address (
  network text not null check (network in ('BITCOIN', 'ERC20')),
  number int not null check (number >= 0),      -- index under the customers' branch of the extended public key
  customer_id bigint not null references customer (id),
  address text not null check (length(address) between 1 and 128),
  key text not null check (key ~ '^[0-9a-f]{40,128}$'),                 -- canonical form, for comparisons
  given_at timestamptz not null,
  primary key (network, number),
  unique (network, customer_id),
  unique (network, key)
);

-- Set after a restore: lower numbers may have been assigned after the backup and are not assigned to another customer.
create table deposit_address_floor (
  network text not null check (network in ('BITCOIN', 'ERC20')),
  number int not null check (number > 0),       -- the lowest number that may be assigned from then on
  set_at timestamptz not null,
  primary key (network, number)
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
  needed int not null check (needed > 0),       -- required confirmations, its own block being the first
  seen_at timestamptz not null,
  credited_at timestamptz,
  transfer_id bigint,                           -- the customer's credit; stays after a reorg removes the deposit
  removals int not null default 0 check (removals >= 0),                -- how often a reorg removed it after it was credited
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
create index deposit_credited on deposit (network, address_number) include (amount) where status = 'CREDITED';
create index deposit_removed on deposit (customer_id) where status = 'ORPHANED' and transfer_id is not null;

-- A deposit is credited once, and a credited row never becomes another deposit.
create trigger deposit_stands before update on deposit
  for each row when (old.transfer_id is not null and new.transfer_id is distinct from old.transfer_id
    or new.removals < old.removals
    or old.transfer_id is not null and (new.amount, new.customer_id, new.address_number) <> (old.amount, old.customer_id, old.address_number))
  execute function refuse_rewriting('it is credited once');

-- Credited deposits that a reorg removed: two of the staff claw the amount that stands in SUSPENSE back from the customer,
-- once per removal; it is returned, once, when the same output is mined again.
create table deposit_claw_back (
  deposit_id bigint not null references deposit (id),
  removal int not null check (removal > 0),     -- which of the deposit's removals
  transfer_id bigint not null unique,           -- customer → SUSPENSE
  clawed_back_at timestamptz not null,
  return_transfer_id bigint unique,             -- SUSPENSE → customer
  returned_at timestamptz,
  primary key (deposit_id, removal),
  check ((return_transfer_id is null) = (returned_at is null))
);

create view deposit_to_claw_back as
  select id, customer_id, coin, amount from deposit
  where status = 'ORPHANED' and transfer_id is not null
    and not exists (select from deposit_claw_back where deposit_id = id and removal = removals);

create function refuse_claw_back() returns trigger language plpgsql as $$
begin
  if not exists (select from deposit_to_claw_back join deposit using (id) where id = new.deposit_id and removals = new.removal) then
    raise exception 'deposit % has nothing to claw back', new.deposit_id;
  end if;
  return new;
end $$;
create trigger deposit_claw_back_is_allowed before insert on deposit_claw_back for each row execute function refuse_claw_back();
create trigger deposit_claw_back_stands before update on deposit_claw_back
  for each row when (old.return_transfer_id is not null) execute function refuse_rewriting('it is returned once');

-- Lifts every freeze of a customer; false when there was none, or while a removed deposit is not clawed back: the customer
-- would withdraw other customers' coins. One statement, so that no removal falls between the check and the update.
create function lift_freeze(frozen_customer bigint, at timestamptz) returns boolean language sql as $$
  with lifted as (
    update customer_freeze set lifted_at = greatest(at, frozen_at)
    where customer_id = frozen_customer and lifted_at is null
      and not exists (select from deposit_to_claw_back where customer_id = frozen_customer)
    returning id)
  select exists (select from lifted)
$$;

-- Unresolved contradictions of the chain: about a customer's deposit, or (customer null) about a whole network.
create view open_doubt as
  select d.customer_id, d.network from alert a join deposit d on a.subject = concat('deposit ', d.id)
  where a.kind = 'deposit-removed' and a.resolved_at is null
  union all
  select null, a.subject from alert a where a.kind = 'deposit-changed' and a.resolved_at is null;

grant select, insert, update (newest_height, newest_hash, stopped_because) on chain_watcher to lode_app;
grant select, insert, delete on chain_block to lode_app;
grant select, insert on deposit_address, deposit_address_floor to lode_app;
grant select, insert, update (status, height, block_hash, needed, amount, address_number, customer_id, credited_at, transfer_id, removals)
  on deposit to lode_app;
grant select, insert, update (return_transfer_id, returned_at) on deposit_claw_back to lode_app;
grant select on deposit_to_claw_back, open_doubt to lode_app;
grant execute on function lift_freeze(bigint, timestamptz) to lode_app;
