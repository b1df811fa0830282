-- Credits for outages in closed mining days, for a machine or a site in one go: what the days would have been had the status log said
-- that the machines stood. Corrections as by hand, in batches of customers.

create table outage_credit (
  id bigint generated always as identity primary key,
  site_id bigint references site (id),          -- each machine for the closed days on which it stood there, or
  machine_id bigint references machine (id),    -- one machine
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  keeps_output boolean not null,                -- what was paid out for the time stays with the customers
  reason text not null check (length(reason) between 1 and 100),   -- customers read it
  proposed_by text not null,
  approved_by text not null check (approved_by <> proposed_by),
  credited_at timestamptz not null,             -- when two people had agreed; each batch has its own time
  finished_at timestamptz check (finished_at >= credited_at),      -- null: batches are left
  check ((site_id is null) <> (machine_id is null)),
  unique nulls not distinct (site_id, machine_id, from_at, to_at)  -- the same outage is credited once
);
create index outage_credit_open on outage_credit (id) where finished_at is null;

create table outage_credit_batch (              -- a range of customers; a worker locks its row
  credit_id bigint not null references outage_credit (id),
  batch int not null,
  first_customer bigint not null,
  last_customer bigint not null check (last_customer >= first_customer),
  finished_at timestamptz,
  transfer_id bigint,                           -- null: nothing moved
  primary key (credit_id, batch),
  check (finished_at is not null or transfer_id is null)
);
create index outage_credit_batch_transfer on outage_credit_batch (transfer_id) where transfer_id is not null;

alter table charge_adjustment add column outage_credit_id bigint references outage_credit (id);
create index charge_adjustment_outage on charge_adjustment (outage_credit_id, customer_id) where outage_credit_id is not null;

create trigger outage_credit_stands before update or delete on outage_credit
  for each row when (old.finished_at is not null) execute function refuse_rewriting('it is credited');
create trigger outage_credit_batch_stands before update or delete on outage_credit_batch
  for each row when (old.finished_at is not null) execute function refuse_rewriting('the batch is finished');

-- Whole seconds of some spans of time between two instants, parts of a second dropped, as a close counts them.
create function seconds_within(spans tstzmultirange, starts timestamptz, ends timestamptz) returns int
language sql immutable parallel safe return (
  select coalesce(floor(sum(extract(epoch from upper(part) - lower(part)))), 0)::int
  from unnest(spans * tstzmultirange(tstzrange(starts, ends))) part
);

grant select, insert, update (finished_at) on outage_credit to lode_app;
grant select, insert, update (finished_at, transfer_id) on outage_credit_batch to lode_app;
