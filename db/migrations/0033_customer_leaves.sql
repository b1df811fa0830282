-- A customer leaves: with everything settled, by two people, and for good. The row, the postings and the statements stay.

-- The contact of a customer who has left is free again: numbers are given to other people, and one may come back.
alter table customer drop constraint customer_status_check;
alter table customer add constraint customer_status_check check (status in ('ACTIVE', 'DISABLED', 'CLOSED'));
alter table customer drop constraint customer_account_check1;
alter table customer add constraint customer_account_form check (
  case status when 'CLOSED' then account = 'closed-' || id
    else account ~ '^1[3-9][0-9]{9}$' or account ~ '^[a-z0-9_.+-]+@[a-z0-9.-]+$' end);
alter table customer add constraint closed_without_passwords check (
  status <> 'CLOSED' or password_hash is null and funds_password_hash is null);

-- What stands -----------------------------------------------------------------------------------------------------------

-- Everything of a customer that is not settled; a customer leaves when it is empty.
create function customer_outstanding(of_customer bigint)
returns table (what text, subject text, coin text, amount bigint) language sql stable as $$
  with first_open as (
    select coalesce(last_closed_day('mining') + 1, '-infinity'::date) as day
  )
  select 'BALANCE', account, coin, posted from ledger.customer_balance where customer = of_customer and posted <> 0
  union all
  select 'WITHDRAWAL', id::text, coin, amount from withdrawal where customer_id = of_customer and end_transfer_id is null
  union all
  select 'DEPOSIT', id::text, coin, amount from deposit
    where customer_id = of_customer and status in ('SEEN', 'CONFIRMING', 'BELOW_MINIMUM')
  union all
  -- Also one that was clawed back: it is the customer's again when it is mined again. One that is written off is not.
  select 'REMOVED_DEPOSIT', id::text, coin, amount from deposit
    where customer_id = of_customer and status = 'ORPHANED' and transfer_id is not null
      and (exists (select from deposit_to_claw_back lacking where lacking.id = deposit.id)
        or exists (select from deposit_claw_back taken where taken.deposit_id = deposit.id and taken.return_transfer_id is null))
  union all
  select 'FREEZE', reason, null, null from customer_freeze where customer_id = of_customer and lifted_at is null
  union all
  select 'ORDER', id::text, coin, amount from coin_up_order where customer_id = of_customer and state = 'INTRANSIT'
  union all
  select 'INTEREST_OWED', interest.coin, interest.coin, sum(interest.amount)::bigint
    from coin_up_interest interest join coin_up_interest_day day using (coin, date)
    where customer_id = of_customer and day.paid_at is null
    group by interest.coin having sum(interest.amount) > 0
  union all
  select 'FEE_OWED', machine_no, 'USDT', sum(owed)::bigint
    from owed_fees join machine on machine.id = machine_id where owed_fees.customer_id = of_customer group by machine_no
  union all
  -- A machine earns and costs on each day that is not closed and on which the customer has it under contract.
  select 'MACHINE', machine_no, null, null from machine
    where exists (
      select from machine_terms terms, first_open
      where terms.machine_id = machine.id and terms.customer_id = of_customer and terms.effective_to > first_open.day
        and (terms.end_time is null or terms.end_time > first_open.day::timestamp at time zone 'UTC'))
  union all
  select 'PROPOSAL', p.id::text, null, null from staff_proposal p join customer c on c.id = of_customer
    where outcome is null and action <> 'customer:leave'
      and (input ->> 'account' = c.account or action like 'customer:%' and input ->> 'id' = of_customer::text)
$$;

-- Leaving -----------------------------------------------------------------------------------------------------------------

create table customer_departure (
  customer_id bigint primary key references customer (id),
  contact text not null check (length(contact) between 5 and 128),      -- what `customer.account` was
  left_at timestamptz not null,
  staff_id bigint not null references staff (id),
  approved_by bigint not null references staff (id),
  transfer_id bigint unique,                    -- what was left in the accounts; null: nothing was
  receipt text check (length(receipt) between 1 and 200),               -- how the own part of it was paid outside the books
  constraint two_people check (approved_by <> staff_id),
  check (receipt is null or transfer_id is not null)
);

-- What the accounts still had: the customer's own, bought by the operator for money that was paid by hand, or promotional
-- credit, which ends with the account.
create table customer_departure_rest (
  customer_id bigint not null references customer_departure (customer_id),
  account text not null check (account in ('OUTPUT_ACCOUNT', 'ELE_ACCOUNT')),
  coin text not null check (coin in ('BTC', 'USDT', 'ETH', 'DOGE')),
  kind text not null check (kind in ('OWN', 'PROMOTION')),
  amount bigint not null check (amount > 0),
  primary key (customer_id, account, coin, kind),
  check (kind = 'OWN' or account = 'ELE_ACCOUNT')
);

create function close_customer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  standing record;
begin
  -- A transaction that writes a row of the customer holds its key: the check below waits for it, and it sees the outcome.
  perform from customer where id = new.customer_id and account = new.contact and status <> 'CLOSED' for update;
  if not found then
    raise exception 'customer % does not have the contact %, or has left', new.customer_id, new.contact using errcode = 'check_violation';
  end if;
  if not exists (select from staff where id = new.staff_id and role = 'FINANCE' and status = 'ACTIVE')
    or not exists (select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'a leaving needs an active FINANCE and an active APPROVER' using errcode = 'check_violation';
  end if;
  select * into standing from customer_outstanding(new.customer_id) limit 1;
  if found then
    raise exception 'customer % has % % % %', new.customer_id, standing.what, standing.subject, standing.amount, standing.coin
      using errcode = 'check_violation';
  end if;
  update session set revoked_at = new.left_at, revoked_reason = 'left' where customer_id = new.customer_id and revoked_at is null;
  update customer set status = 'CLOSED', account = 'closed-' || id, password_hash = null, funds_password_hash = null
    where id = new.customer_id;
  perform ledger.close_accounts(new.customer_id);
  return null;
end $$;
create trigger customer_leaves after insert on customer_departure for each row execute function close_customer();
create trigger customer_departure_stands before update or delete on customer_departure
  for each row execute function refuse_rewriting('the customer has left');
create trigger customer_departure_rest_stands before update or delete on customer_departure_rest
  for each row execute function refuse_rewriting('the customer has left');

create function keep_closed_customer() returns trigger language plpgsql as $$
begin
  if old.status = 'CLOSED' then
    raise exception 'customer % has left', old.id using errcode = 'check_violation';
  elsif not exists (select from customer_departure where customer_id = new.id) then
    raise exception 'customer % has not left by two people', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger closed_customer_stands before update on customer
  for each row when (old.status = 'CLOSED' or new.status = 'CLOSED') execute function keep_closed_customer();

-- Nothing begins for a customer who has left. The key is held until the transaction ends: a leaving waits for it.
create function refuse_closed_customer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_status text;
begin
  select status into found_status from customer where id = new.customer_id for key share;
  if found_status = 'CLOSED' then
    raise exception 'customer % has left', new.customer_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger no_closed_customer before insert on session for each row execute function refuse_closed_customer();
create trigger no_closed_customer before insert on withdrawal for each row execute function refuse_closed_customer();
create trigger no_closed_customer before insert on withdrawal_address for each row execute function refuse_closed_customer();
create trigger no_closed_customer before insert on coin_up_order for each row execute function refuse_closed_customer();
create trigger no_closed_customer before insert on deposit_address for each row execute function refuse_closed_customer();
create trigger no_closed_customer before insert on machine for each row execute function refuse_closed_customer();
create trigger no_closed_customer before insert on machine_terms for each row execute function refuse_closed_customer();
create trigger no_closed_owner before update on machine_terms
  for each row when (old.customer_id <> new.customer_id) execute function refuse_closed_customer();

-- A credited deposit of before may leave its block and be mined again: that stays between CUSTODY and SUSPENSE.
create function refuse_deposit_of_closed_customer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_status text;
begin
  select status into found_status from customer where id = new.customer_id for key share;
  if found_status = 'CLOSED' and not exists (
    select from deposit where (network, txid, output_index) = (new.network, new.txid, new.output_index) and transfer_id is not null) then
    raise exception 'customer % has left: what arrives waits in SUSPENSE', new.customer_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger no_closed_customer before insert on deposit for each row execute function refuse_deposit_of_closed_customer();

-- What arrives afterwards ----------------------------------------------------------------------------------------------

create view closed_deposit_address as
  select network, number, key from deposit_address a join customer c on c.id = a.customer_id where c.status = 'CLOSED';

-- As before, with what arrived at the deposit addresses of customers who had left.
create or replace view unswept as
  select a.number, a.address, a.key, d.amount - coalesce(s.amount, 0) as amount
  from (
    select address_number, sum(amount) as amount from (
      select address_number, amount::numeric from deposit where network = 'ERC20' and status = 'CREDITED'
      union all
      select a.number, amount from house_arrival h join deposit_address a on a.network = h.network and a.key = h.address_key
      where h.network = 'ERC20' and h.coin = 'USDT' and h.status = 'POSTED'
    ) received group by 1
  ) d
  join deposit_address a on a.network = 'ERC20' and a.number = d.address_number
  left join (
    select address_number, sum(amount) as amount from sweep where kind = 'SWEEP' and is_paid is not false group by 1
  ) s using (address_number)
  where d.amount > coalesce(s.amount, 0);

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
  where a.network = 'BITCOIN' and a.status = 'POSTED';

grant select, insert on customer_departure, customer_departure_rest to lode_app;
grant select on closed_deposit_address to lode_app;
grant execute on function customer_outstanding(bigint) to lode_app;
