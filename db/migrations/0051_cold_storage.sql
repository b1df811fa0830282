-- Cold storage: wallets whose keys no machine here has, their addresses, and what moves between them and the hot wallet.

-- What a network's cold wallet is: on BITCOIN the descriptor of three holders' public keys with its checksum, on ERC20 an address. Two
-- people record it. It never changes: a new version takes its place, and what lies on the earlier ones is still counted.
create table cold_wallet (
  id bigint generated always as identity primary key,
  network text not null check (network in ('BITCOIN', 'ERC20')),
  version int not null check (version > 0),
  descriptor text not null check (length(descriptor) <= 1000),
  added_at timestamptz not null,
  added_by bigint not null references staff (id),
  approved_by bigint not null references staff (id),
  unique (network, version),
  unique (network, descriptor),
  constraint cold_wallet_has_its_form check (case network
    when 'BITCOIN' then descriptor ~ '^wsh\(sortedmulti\(2(,\[[0-9a-f]{8}[0-9h''/]*\][xt]pub[1-9A-HJ-NP-Za-km-z]+[0-9/]*/\*){3}\)\)#[0-9a-z]{8}$'
    else descriptor ~ '^0x[0-9a-fA-F]{40}$' end),
  constraint cold_wallet_of_two_people check (added_by <> approved_by)
);

create function check_cold_wallet() returns trigger language plpgsql as $$
begin
  if not exists (select from staff where id = new.added_by and role = 'FINANCE' and status = 'ACTIVE')
    or not exists (select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'a cold wallet needs an active FINANCE and an active APPROVER' using errcode = 'check_violation';
  elsif new.version <> (select coalesce(max(version), 0) + 1 from cold_wallet where network = new.network) then
    raise exception 'version % of the cold wallet of % is not the next one', new.version, new.network using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger cold_wallet_is_allowed before insert on cold_wallet for each row execute function check_cold_wallet();
create trigger cold_wallet_stands before update or delete on cold_wallet for each row execute function refuse_rewriting('a new version replaces it');
create trigger cold_wallet_kept before truncate on cold_wallet for each statement execute function refuse_rewriting('a new version replaces it');

-- Derived from the descriptor by their number, some ahead of those in use, as holders' wallets look ahead too.
create table cold_address (
  wallet_id bigint not null references cold_wallet (id),
  number int not null check (number >= 0),
  network text not null check (network in ('BITCOIN', 'ERC20')),
  address text not null check (length(address) between 1 and 128),
  key text not null check (key ~ '^[0-9a-f]{40,128}$'),
  primary key (wallet_id, number),
  unique (network, key)
);

-- A payment to such an address would leave the books and stay in custody.
create function check_cold_address() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.network <> (select network from cold_wallet where id = new.wallet_id) then
    raise exception 'a cold address is of the network of its wallet' using errcode = 'check_violation';
  elsif exists (select from own_address where network = new.network and key = new.key)
    or exists (select from treasury_destination where network = new.network and address_key = new.key and removed_at is null)
    or exists (select from withdrawal where network = new.network and address_key = new.key and end_transfer_id is null) then
    raise exception 'address % is in use here', new.address using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function check_cold_address(), check_cold_wallet() from public;
create trigger cold_address_is_allowed before insert on cold_address for each row execute function check_cold_address();
create trigger cold_address_stands before update or delete on cold_address for each row execute function refuse_rewriting('it is derived');
create trigger cold_address_kept before truncate on cold_address for each statement execute function refuse_rewriting('it is derived');

create or replace view own_address as
  select network, key from deposit_address
  union all
  select network, key from house_address
  union all
  select network, key from cold_address;

grant select on cold_wallet, cold_address to lode_worker, lode_staff;
grant insert (network, version, descriptor, added_at, added_by, approved_by) on cold_wallet to lode_staff;
grant insert on cold_address to lode_worker, lode_staff;

-- Transfers -----------------------------------------------------------------------------------------------------------

create table cold_transfer (                   -- from the hot wallet into cold storage, or back; BITCOIN
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('OVERFLOW', 'REFILL')),
  wallet_id bigint not null references cold_wallet (id),     -- whose address receives, the change of a refill too
  cold_number int not null,
  amount bigint not null check (amount > 0),    -- that is received; the network fee comes on top
  begun_at timestamptz not null,
  added_by bigint references staff (id),        -- the two people of a refill
  approved_by bigint references staff (id),
  cancelled_at timestamptz,                     -- its file may be out: it is watched on, and another may take its place
  ended_at timestamptz,
  is_paid boolean,
  foreign key (wallet_id, cold_number) references cold_address (wallet_id, number),
  check ((kind = 'REFILL') = (added_by is not null) and (added_by is null) = (approved_by is null)),
  check ((ended_at is null) = (is_paid is null)),
  check (cancelled_at is null or kind = 'REFILL'),
  constraint cold_refill_of_two_people check (added_by <> approved_by)
);
create unique index cold_transfer_one_at_a_time on cold_transfer (kind) where ended_at is null and cancelled_at is null;
create trigger cold_transfer_stands before update on cold_transfer
  for each row when (old.ended_at is not null or old.cancelled_at is distinct from new.cancelled_at and old.cancelled_at is not null)
  execute function refuse_rewriting('what is over does not move again');

create function check_refill() returns trigger language plpgsql as $$
begin
  if not exists (select from staff where id = new.added_by and role = 'FINANCE' and status = 'ACTIVE')
    or not exists (select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'a refill needs an active FINANCE and an active APPROVER' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function check_refill() from public;
create trigger cold_refill_is_allowed before insert on cold_transfer for each row when (new.kind = 'REFILL') execute function check_refill();

create table cold_payment (                    -- attempts after the first are fee bumps that spend the same inputs
  transfer_id bigint not null references cold_transfer (id),
  attempt int not null check (attempt >= 0),
  payload text not null check (length(payload) <= 400000),             -- the unsigned PSBT
  outpoints text[] not null check (cardinality(outpoints) between 1 and 1000),
  txid text not null unique check (txid ~ '^[0-9a-f]{64}$'),            -- known before it is signed: inputs are segwit
  since_height int not null check (since_height >= 0),
  built_at timestamptz not null,
  hot_index int check (hot_index >= 0),        -- what comes to the hot wallet: the refill, the change of an overflow
  hot_amount bigint check (hot_amount > 0),
  cold_index int check (cold_index >= 0),
  cold_amount bigint check (cold_amount > 0),
  bytes text check (length(bytes) <= 400000),  -- stored before the first broadcast
  signed_at timestamptz,
  final_at timestamptz,
  fee_paid bigint check (fee_paid >= 0),
  block_height int check (block_height >= 0),
  block_hash text check (length(block_hash) between 1 and 128),
  primary key (transfer_id, attempt),
  check ((bytes is null) = (signed_at is null)),
  check ((hot_index is null) = (hot_amount is null) and (cold_index is null) = (cold_amount is null)),
  check ((final_at is null) = (fee_paid is null) and (final_at is null) = (block_height is null) and (final_at is null) = (block_hash is null))
);
create unique index cold_payment_final on cold_payment (transfer_id) where final_at is not null;
create trigger cold_payment_stands before update on cold_payment
  for each row when (old.bytes is not null and new.bytes is distinct from old.bytes)
  execute function refuse_rewriting('its bytes may be out');

-- One that is never signed may be built anew, to the same bytes.
create function refuse_dropping_cold_payment() returns trigger language plpgsql as $$
begin
  raise exception 'the transaction % is signed, or its file is out', old.txid;
end $$;
revoke all on function refuse_dropping_cold_payment() from public;
create trigger cold_payment_kept before delete on cold_payment
  for each row when (old.bytes is not null) execute function refuse_dropping_cold_payment();

-- An input of the hot wallet is spent by one payment to a customer or by one transfer; one of cold storage by one refill.
alter table outpoint_reservation alter withdrawal_id drop not null,
  add cold_transfer_id bigint references cold_transfer (id),
  add constraint outpoint_is_of_one check (num_nonnulls(withdrawal_id, cold_transfer_id) = 1);
create index outpoint_reservation_cold on outpoint_reservation (cold_transfer_id) where cold_transfer_id is not null;

create or replace view own_transaction as
  select network, txid from withdrawal_payment where txid is not null
  union all
  select 'ERC20', txid from sweep_payment where txid is not null
  union all
  select 'BITCOIN', txid from withdrawal_export
  union all
  select 'BITCOIN', txid from cold_payment;

create view final_cold_payment as              -- counted while it is in a block
  select t.kind, t.wallet_id, t.cold_number, p.* from cold_payment p join cold_transfer t on t.id = p.transfer_id
  where p.final_at is not null
    and not exists (select from chain_block b where b.network = 'BITCOIN' and b.height = p.block_height and b.hash <> p.block_hash);

create or replace view own_output as
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
  where a.network = 'BITCOIN' and a.status = 'POSTED'
  union all
  select 'customer', d.number, a.txid, a.output_index, a.amount::bigint
  from house_arrival a join deposit_address d on d.network = a.network and d.key = a.address_key
  where a.network = 'BITCOIN' and a.status = 'POSTED'
  union all
  select 'house', 0, txid, hot_index, hot_amount from final_cold_payment where hot_index is not null;

-- What holders can spend: what was sent into cold storage, the change of refills, and what came from outside.
create view cold_output as
  select o.* from (
    select wallet_id, cold_number as number, txid, cold_index as index, cold_amount as amount, bytes, block_hash
    from final_cold_payment where cold_index is not null
    union all
    select c.wallet_id, c.number, a.txid, a.output_index, a.amount::bigint, null, a.block_hash
    from house_arrival a join cold_address c on c.network = a.network and c.key = a.address_key
    where a.network = 'BITCOIN' and a.status = 'POSTED'
  ) o
  where not exists (select from outpoint_reservation s where s.network = 'BITCOIN' and s.outpoint = o.txid || ':' || o.index)
    and not exists (select from final_cold_payment f where o.txid || ':' || o.index = any (f.outpoints));

grant select on cold_transfer, cold_payment, final_cold_payment, cold_output to lode_worker, lode_staff;
grant insert, update (cancelled_at, ended_at, is_paid) on cold_transfer to lode_worker, lode_staff;
grant insert, update (bytes, signed_at) on cold_payment to lode_worker, lode_staff;
grant delete on cold_payment to lode_worker;
grant update (final_at, fee_paid, block_height, block_hash) on cold_payment to lode_worker;

-- Above `upper` the hot wallet sends what is above `target`, at most `perDay` on a business date; null is off.
insert into setting (key, effective_from, value, changed_by, reason)
  values ('hot.bounds.BTC', '2020-01-01Z', 'null', 'start', 'settings to start with');
alter table setting add constraint setting_of_hot_wallet_is_ordered check (
  key <> 'hot.bounds.BTC' or value = 'null' or coalesce(
    (value ->> 'upper') ~ '^\d{1,8}\.\d{8}$' and (value ->> 'target') ~ '^\d{1,8}\.\d{8}$' and (value ->> 'perDay') ~ '^\d{1,8}\.\d{8}$'
    and (value ->> 'target')::numeric > 0 and (value ->> 'target')::numeric < (value ->> 'upper')::numeric
    and (value ->> 'upper')::numeric - (value ->> 'target')::numeric <= (value ->> 'perDay')::numeric, false));
