-- Generations of the signer's seed. Their addresses share one space of numbers: those of generation g begin at g * 100000000.

-- Which keys the server follows: two people begin a generation. The signer's journal says which one is current.
create table key_generation (
  generation int primary key check (generation between 1 and 20),
  public_keys text[] not null check (cardinality(public_keys) = 3),   -- Bitcoin, its test chains, EVM: what approvers signed at the signer
  begun_at timestamptz not null,
  added_by bigint not null references staff (id),
  approved_by bigint not null references staff (id),
  constraint key_generation_of_two_people check (added_by <> approved_by)
);

-- An earlier generation at whose addresses nothing was left. They are watched on, and what comes late is moved.
create table key_retirement (
  generation int primary key check (generation between 0 and 19),
  retired_at timestamptz not null,
  retired_by bigint not null references staff (id),
  approved_by bigint not null references staff (id),
  constraint key_retirement_of_two_people check (retired_by <> approved_by)
);

create function check_key_generation() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from staff where id = new.added_by and role = 'FINANCE' and status = 'ACTIVE')
    or not exists (select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'a generation of keys needs an active FINANCE and an active APPROVER' using errcode = 'check_violation';
  elsif new.generation <> (select coalesce(max(generation), 0) + 1 from key_generation) then
    raise exception 'generation % is not the next one', new.generation using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function check_key_retirement() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from staff where id = new.retired_by and role = 'FINANCE' and status = 'ACTIVE')
    or not exists (select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'a retirement of keys needs an active FINANCE and an active APPROVER' using errcode = 'check_violation';
  elsif new.generation >= (select coalesce(max(generation), 0) from key_generation) then
    raise exception 'generation % has no later one', new.generation using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function check_key_generation(), check_key_retirement() from public;
create trigger key_generation_is_allowed before insert on key_generation for each row execute function check_key_generation();
create trigger key_generation_stands before update or delete on key_generation for each row execute function refuse_rewriting('keys are never taken back');
create trigger key_generation_kept before truncate on key_generation for each statement execute function refuse_rewriting('keys are never taken back');
create trigger key_retirement_is_allowed before insert on key_retirement for each row execute function check_key_retirement();
create trigger key_retirement_stands before update or delete on key_retirement for each row execute function refuse_rewriting('it happened');
create trigger key_retirement_kept before truncate on key_retirement for each statement execute function refuse_rewriting('it happened');
grant select on key_generation to lode_public, lode_worker, lode_staff;
grant insert on key_generation to lode_staff;
grant select on key_retirement to lode_worker, lode_staff;
grant insert on key_retirement to lode_staff;

-- Addresses -----------------------------------------------------------------------------------------------------------

alter table deposit_address
  add column generation int not null generated always as (number / 100000000) stored,
  drop constraint deposit_address_network_customer_id_key,
  add constraint deposit_address_network_customer_id_generation_key unique (network, customer_id, generation);

alter table house_address
  add column generation int not null generated always as (number / 100000000) stored,
  drop column purpose,
  add column purpose text not null
    generated always as (case number % 100000000 when 0 then 'FUNDING' when 1 then 'POOL' else 'OTHER' end) stored;

-- Numbers only rise: a process that has not heard of a new generation gives out none of the earlier ones.
create or replace function check_address_number() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_bound_login() and new.number <> (
    select greatest(
      (select coalesce(max(number) + 1, 0) from deposit_address where network = new.network),
      (select max(number) from deposit_address_floor where network = new.network),
      new.number / 100000000 * 100000000)
  ) then
    raise exception 'deposit address % of % is not the next one', new.number, new.network using errcode = 'check_violation';
  elsif new.number / 100000000 > (select coalesce(max(generation), 0) from key_generation) then
    raise exception 'deposit address % of % is of keys that two people have not begun', new.number, new.network using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Change ---------------------------------------------------------------------------------------------------------------

alter table withdrawal_payment add column change_number int not null default 0 check (change_number >= 0);
alter table cold_payment add column hot_number int not null default 0 check (hot_number >= 0);

-- A ROTATION brings bitcoin from earlier generations to the current one: `cold_amount` of it to `hot_number` too, beside the change.
alter table cold_transfer
  alter column wallet_id drop not null,
  alter column cold_number drop not null,
  drop constraint cold_transfer_kind_check,
  add constraint cold_transfer_kind_check check (kind in ('OVERFLOW', 'REFILL', 'ROTATION')),
  add constraint cold_transfer_has_its_wallet check (num_nulls(wallet_id, cold_number) = case kind when 'ROTATION' then 2 else 0 end);
drop index cold_transfer_one_at_a_time;
create unique index cold_transfer_one_at_a_time on cold_transfer (kind) where ended_at is null and cancelled_at is null and kind <> 'ROTATION';

create or replace view final_cold_payment as   -- counted while it is in a block
  select t.kind, t.wallet_id, t.cold_number, p.* from cold_payment p join cold_transfer t on t.id = p.transfer_id
  where p.final_at is not null
    and not exists (select from chain_block b where b.network = 'BITCOIN' and b.height = p.block_height and b.hash <> p.block_hash);

create or replace view own_output as
  select 'customer' as branch, address_number as number, txid, output_index as index, amount
  from deposit where network = 'BITCOIN' and status = 'CREDITED'
  union all
  select 'house', p.change_number, p.txid, p.change_index, p.change_amount
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
  select 'house', hot_number, txid, hot_index, hot_amount from final_cold_payment where hot_index is not null
  union all
  select 'house', hot_number, txid, cold_index, cold_amount from final_cold_payment where kind = 'ROTATION';

create or replace view cold_output as
  select o.* from (
    select wallet_id, cold_number as number, txid, cold_index as index, cold_amount as amount, bytes, block_hash
    from final_cold_payment where cold_index is not null and kind <> 'ROTATION'
    union all
    select c.wallet_id, c.number, a.txid, a.output_index, a.amount::bigint, null, a.block_hash
    from house_arrival a join cold_address c on c.network = a.network and c.key = a.address_key
    where a.network = 'BITCOIN' and a.status = 'POSTED'
  ) o
  where not exists (select from outpoint_reservation s where s.network = 'BITCOIN' and s.outpoint = o.txid || ':' || o.index)
    and not exists (select from final_cold_payment f where o.txid || ':' || o.index = any (f.outpoints));

-- Accounts -------------------------------------------------------------------------------------------------------------

-- A rotation moves the tokens and then the ether of an earlier hot wallet to the current one.
alter table sweep
  alter column address_number drop not null,
  add column house_number int,
  add foreign key (network, house_number) references house_address (network, number),
  drop constraint sweep_kind_check,
  add constraint sweep_kind_check check (kind in ('SWEEP', 'TOP_UP', 'ROTATE_USDT', 'ROTATE_ETH')),
  add constraint sweep_has_its_address check (
    case when kind in ('SWEEP', 'TOP_UP') then house_number is null and address_number is not null
    else address_number is null and house_number is not null end),
  drop constraint sweep_signed_as_check,
  add constraint sweep_signed_as_check check (signed_as ~ '^(sweep|top-up|rotate):[1-9][0-9]{0,18}$');
alter table account_nonce
  drop constraint account_nonce_holder_check,
  add constraint account_nonce_holder_check check (holder ~ '^(withdrawal|sweep|top-up|rotate):[1-9][0-9]{0,18}$');
create unique index sweep_one_of_house_at_a_time on sweep (house_number) where ended_at is null and signed_as is null;
drop trigger sweep_stands on sweep;
create trigger sweep_stands before update on sweep
  for each row when (old.ended_at is not null
    or (old.kind, old.address_number, old.house_number, old.amount) is distinct from (new.kind, new.address_number, new.house_number, new.amount))
  execute function refuse_rewriting('what is over does not move again');
