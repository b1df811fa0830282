-- A credited deposit that is in no block any more: what stands in SUSPENSE for it is taken from its customer, once, by two
-- of the staff; and given back, once, when the same output is mined again.

create table deposit_settlement (
  deposit_id bigint not null references deposit (id),
  removal int not null check (removal > 0),     -- which of the deposit's removals
  transfer_id bigint not null unique,           -- customer → SUSPENSE
  settled_at timestamptz not null,
  return_transfer_id bigint unique,             -- SUSPENSE → customer
  returned_at timestamptz,
  primary key (deposit_id, removal),
  check ((return_transfer_id is null) = (returned_at is null))
);

create view unsettled_deposit as
  select id, customer_id, coin, amount from deposit
  where status = 'ORPHANED' and transfer_id is not null
    and not exists (select from deposit_settlement where deposit_id = id and removal = removals);
create index deposit_removed on deposit (customer_id) where status = 'ORPHANED' and transfer_id is not null;

create function refuse_settlement() returns trigger language plpgsql as $$
begin
  if not exists (select from unsettled_deposit join deposit using (id) where id = new.deposit_id and removals = new.removal) then
    raise exception 'deposit % has nothing to settle', new.deposit_id;
  end if;
  return new;
end $$;
create trigger deposit_settlement_is_allowed before insert on deposit_settlement for each row execute function refuse_settlement();
create trigger deposit_settlement_stands before update on deposit_settlement
  for each row when (old.return_transfer_id is not null) execute function refuse_rewriting('it is given back once');

-- Ends every freeze of a customer; false when there was none, or while a deposit of theirs is unsettled: who may withdraw then
-- takes other people's coins. In the statement of the update, so that no removal of that moment falls between.
create or replace function lift_freeze(frozen_customer bigint, at timestamptz) returns boolean language sql as $$
  with lifted as (
    update customer_freeze set lifted_at = greatest(at, frozen_at)
    where customer_id = frozen_customer and lifted_at is null
      and not exists (select from unsettled_deposit where customer_id = frozen_customer)
    returning id)
  select exists (select from lifted)
$$;

grant select, insert, update (return_transfer_id, returned_at) on deposit_settlement to lode_app;
grant select on unsettled_deposit to lode_app;
