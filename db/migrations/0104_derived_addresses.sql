-- Deposit addresses that the worker derived ahead from the extended public key. Processes that serve customers give these out, each by its
-- number, and no others: PostgreSQL cannot derive one, so what it compares with has to be there before.
create table derived_address (
  network text not null,
  number integer not null check (number >= 0),
  address text not null check (length(address) between 14 and 128),
  key text not null check (is_address_key(network, key)),
  primary key (network, number)
);
grant select, insert on derived_address to lode_worker;

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
  if is_bound_login() and not exists (
    select from derived_address d where (d.network, d.number, d.address, d.key) = (new.network, new.number, new.address, new.key)
  ) then
    raise exception 'deposit address % of % is not one that was derived', new.number, new.network
      using errcode = 'check_violation', constraint = 'deposit_address_was_derived';
  end if;
  return new;
end $$;
