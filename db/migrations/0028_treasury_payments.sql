-- Payments out of TREASURY: withdrawals of the operator's own coins, to a fixed list of destinations.

create table treasury_destination (            -- added by two people; a change is a new row
  id bigint generated always as identity primary key,
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,31}$'),
  network text not null check (network in ('BITCOIN', 'ERC20')),
  address text not null check (length(address) between 14 and 128),
  address_key text not null check (address_key ~ '^([0-9a-f]{2}){4,42}$'),
  added_at timestamptz not null,
  added_by bigint not null references staff (id),
  approved_by bigint not null references staff (id),
  in_force_from timestamptz not null check (in_force_from >= added_at),
  removed_at timestamptz check (removed_at >= added_at),
  removed_by bigint references staff (id),
  check ((removed_at is null) = (removed_by is null)),
  constraint added_by_two_people check (added_by <> approved_by)
);
create unique index treasury_destination_name on treasury_destination (name) where removed_at is null;

create function check_treasury_destination() returns trigger language plpgsql as $$
begin
  if not exists (select from staff where id = new.added_by and role = 'FINANCE' and status = 'ACTIVE')
    or not exists (select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'a destination needs an active FINANCE and an active APPROVER' using errcode = 'check_violation';
  elsif exists (select from own_address where network = new.network and key = new.address_key) then
    raise exception 'an address of the product is no destination' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger treasury_destination_is_allowed before insert on treasury_destination
  for each row execute function check_treasury_destination();
create trigger treasury_destination_stands before update on treasury_destination
  for each row when (old.removed_at is not null) execute function refuse_rewriting('it is removed');

-- A withdrawal is a customer's, or the operator's own to one destination.
alter table withdrawal alter customer_id drop not null,
  add destination_id bigint references treasury_destination (id),
  add constraint of_one_owner check ((customer_id is null) = (destination_id is not null)),
  add constraint treasury_pays_no_fee check (destination_id is null or fee = 0 and device_id is null),
  add constraint treasury_ends check (destination_id is null or phase not in ('CANCELLED', 'OFFSET'));

-- The destination is in force at the request and at the approval.
create function check_treasury_payment() returns trigger language plpgsql as $$
begin
  if not exists (
    select from treasury_destination where id = new.destination_id and in_force_from <= new.applied_at
      and (network, address, address_key) = (new.network, new.address, new.address_key)
      and removed_at is null for share
  ) then
    raise exception 'treasury pays only to a destination that is in force' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger treasury_payment_is_allowed before insert on withdrawal
  for each row when (new.destination_id is not null) execute function check_treasury_payment();
create trigger treasury_payment_is_approved before update on withdrawal
  for each row when (new.destination_id is not null and old.phase = 'AWAITING_APPROVAL' and new.phase = 'APPROVED')
  execute function check_treasury_payment();

create function refuse_changing_destination() returns trigger language plpgsql as $$
begin
  raise exception 'what a withdrawal asks for never changes';
end $$;
create trigger withdrawal_keeps_destination before update on withdrawal
  for each row when (old.destination_id is distinct from new.destination_id) execute function refuse_changing_destination();

grant select, update (removed_at, removed_by) on treasury_destination to lode_app;
grant insert (name, network, address, address_key, added_at, added_by, approved_by, in_force_from) on treasury_destination to lode_app;
grant insert (destination_id) on withdrawal to lode_app;
