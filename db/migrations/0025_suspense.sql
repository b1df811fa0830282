-- Arrivals beside the operator's funding address wait in SUSPENSE until two people say what they are.

alter type ledger.posting_type add value 'SUSPENSE_MOVE';

-- What an address of the house is for: the operator's own coins, or the pool's payments.
alter table house_address add column purpose text not null
  generated always as (case number when 0 then 'FUNDING' when 1 then 'POOL' else 'OTHER' end) stored;

-- Decided by the address when the arrival is stored. Earlier arrivals are the treasury's.
alter table house_arrival add column goes_to text not null default 'TREASURY' check (goes_to in ('TREASURY', 'SUSPENSE'));
alter table house_arrival alter column goes_to drop default;
grant update (goes_to) on house_arrival to lode_app;

-- Each movement of SUSPENSE that belongs to an arrival, in the ledger's minor units: the sum per arrival is what it has there.
-- Below zero: coins that a reorg removed after the treasury had spent them, or after they were settled.
create table suspense_entry (
  id bigint generated always as identity primary key,
  arrival_id bigint not null references house_arrival (id),
  kind text not null check (kind in ('ARRIVED', 'REMOVED', 'SETTLED')),
  change bigint not null,
  settled_as text check (settled_as in ('TREASURY', 'POOL', 'CUSTOMER')),
  customer_id bigint references customer (id),
  transfer_id bigint not null unique,
  happened_at timestamptz not null,
  check (case kind when 'ARRIVED' then change > 0 when 'REMOVED' then change < 0 else change <> 0 end),
  check ((settled_as is null) = (kind <> 'SETTLED')),
  check ((customer_id is null) = (settled_as is distinct from 'CUSTOMER')),
  check (change < 0 or settled_as is null or settled_as = 'TREASURY')
);
create index suspense_entry_arrival on suspense_entry (arrival_id);

create view suspense_open as
  select arrival_id, sum(change)::bigint as amount, max(happened_at) filter (where kind <> 'SETTLED') as since
  from suspense_entry group by arrival_id having sum(change) <> 0;

-- The whole of what an arrival has in SUSPENSE is settled at once: of two commands at the same time one finds nothing.
create function refuse_suspense_entry() returns trigger language plpgsql as $$
declare
  state text;
  stands bigint;
begin
  select status into strict state from house_arrival where id = new.arrival_id for update;
  select coalesce(sum(change), 0) into stands from suspense_entry where arrival_id = new.arrival_id;
  if new.kind = 'ARRIVED' and state <> 'POSTED' or new.kind = 'REMOVED' and state <> 'ORPHANED' then
    raise exception 'arrival % is %', new.arrival_id, state using errcode = 'check_violation';
  elsif new.kind = 'SETTLED' and stands + new.change <> 0 then
    raise exception 'arrival % has % in SUSPENSE', new.arrival_id, stands using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger suspense_entry_is_allowed before insert on suspense_entry for each row execute function refuse_suspense_entry();
create trigger suspense_entry_stands before update or delete on suspense_entry
  for each row execute function refuse_rewriting('it is posted');
create trigger suspense_entry_kept before truncate on suspense_entry
  for each statement execute function refuse_rewriting('it is posted');

grant select, insert on suspense_entry to lode_app;
grant select on suspense_open to lode_app;
