-- Sites, tariffs, machines and their status log.

create table site (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 64)
);

create table tariff (                          -- USDT per kWh, versioned by mining day
  site_id bigint not null references site (id),
  name text not null default '',
  effective_from date not null,
  price numeric not null check (price >= 0 and price < 1000 and scale(price) <= 6),
  primary key (site_id, name, effective_from)
);

create table machine_model (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 64),
  coin text not null check (coin in ('BTC', 'ETH', 'DOGE')),
  hashrate numeric not null check (hashrate > 0),
  hashrate_unit text not null,
  power_watts int not null check (power_watts > 0),
  pool_fee_rate numeric not null default 0.04 check (pool_fee_rate >= 0 and pool_fee_rate < 1 and scale(pool_fee_rate) <= 6)
);

create table machine (
  id bigint generated always as identity primary key,
  machine_no text not null unique check (length(machine_no) between 1 and 64),
  customer_id bigint not null references customer (id),
  model_id bigint not null references machine_model (id),
  site_id bigint not null references site (id),
  tariff_name text not null default '',
  purchase_kind text not null check (purchase_kind in ('SUBSCRIBE', 'THIRD')),
  coin text not null check (coin in ('BTC', 'ETH', 'DOGE')),
  hashrate numeric not null check (hashrate > 0 and hashrate < 1000000000 and scale(hashrate) <= 6),   -- in hashrate_unit
  hashrate_unit text not null,
  power_watts int not null check (power_watts between 1 and 1000000),
  pool_fee_rate numeric not null check (pool_fee_rate >= 0 and pool_fee_rate < 1 and scale(pool_fee_rate) <= 6),
  hosting_fee_monthly bigint check (hosting_fee_monthly >= 0),       -- micro-USDT, THIRD only
  start_time timestamptz not null,
  end_time timestamptz check (end_time > start_time),               -- end of the contract
  status text not null check (status in ('WAITING', 'RUNNING', 'SUSPEND', 'REPAIR', 'ARREAR', 'ENCAPSULATION')),
  wanted_status text check (wanted_status in ('RUNNING', 'SUSPEND')),   -- requested while in ARREAR
  contract_ended boolean not null default false,
  status_since timestamptz not null,            -- start of the open period: no transition is dated before it
  expected_running_time timestamptz,
  last_running_time timestamptz,
  suspend_time timestamptz,
  repair_time timestamptz,
  arrear_time timestamptz,
  encapsulation_time timestamptz,
  created_at timestamptz not null
);
create index machine_customer on machine (customer_id, id desc);
create index machine_clock on machine (expected_running_time) where status = 'WAITING';
create index machine_contract on machine (end_time) where not contract_ended;

-- The status log, stored as periods so that running seconds are one overlap query. The open period has no end.
create table machine_status_period (
  machine_id bigint not null references machine (id),
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at >= started_at),
  seq int not null,                             -- 1, 2, 3 … per machine: two changes may share a timestamp
  from_status text,                             -- null for the first
  status text not null,
  by text not null,                             -- customer, clock, close, payment, import, or staff:<name>
  reason text not null check (length(reason) <= 500),
  recorded_at timestamptz not null,
  primary key (machine_id, seq)
);
create unique index machine_status_open on machine_status_period (machine_id) where ended_at is null;
create index machine_running_period on machine_status_period (machine_id, started_at, ended_at) where status = 'RUNNING';

-- The status log is written once: an update may only end an open period.
create function refuse_rewriting_status_period() returns trigger language plpgsql as $$
begin
  raise exception 'the status log of machine % is not rewritten', old.machine_id;
end $$;
create trigger machine_status_period_written_once before update on machine_status_period
  for each row when (old.ended_at is not null) execute function refuse_rewriting_status_period();

grant select, insert on site, tariff, machine_model to lode_app;
-- Owner, hashrate and power decide what a machine earns: they are never updated.
grant select, insert on machine to lode_app;
grant update (status, status_since, wanted_status, contract_ended, expected_running_time, last_running_time, suspend_time, repair_time,
              arrear_time, encapsulation_time) on machine to lode_app;
grant select, insert, update (ended_at) on machine_status_period to lode_app;
