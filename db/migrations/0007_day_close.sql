-- The day close: inputs of a mining day, the run and its seal, outputs, charges and their corrections.

-- Inputs ------------------------------------------------------------------------------------------------------------

create table network_day (                     -- one immutable row per coin and mining day (UTC)
  coin text not null check (coin in ('BTC', 'ETH', 'DOGE')),
  date date not null,
  blocks int not null check (blocks > 0),
  subsidy_sum bigint not null check (subsidy_sum > 0),     -- minor units of the coin
  fee_sum bigint not null check (fee_sum >= 0),
  first_height int, first_hash text, last_height int, last_hash text,   -- null on imported days
  epochs jsonb not null,                        -- [{"difficulty": "15546745765529.31", "seconds": 86400}], in order; the seconds add up to 86400
  source text not null check (source in ('node', 'import', 'demo-replay')),
  created_at timestamptz not null,
  primary key (coin, date)
);

create table reference_price (                 -- the price of a mining day, USDT for one coin
  coin text not null check (coin in ('BTC', 'ETH', 'DOGE')),
  date date not null,
  usdt bigint not null check (usdt > 0),        -- micro-USDT
  source text not null,
  created_at timestamptz not null,
  primary key (coin, date)
);

create table pool_report (                     -- for coins without a node
  machine_id bigint not null references machine (id),
  date date not null,
  coin text not null check (coin in ('ETH', 'DOGE')),
  gross bigint not null check (gross >= 0),
  pool_fee bigint not null check (pool_fee >= 0 and pool_fee <= gross),
  created_at timestamptz not null,
  primary key (machine_id, date, coin)
);
create index pool_report_day on pool_report (date, machine_id);

-- The run -----------------------------------------------------------------------------------------------------------

create table day_close (                       -- one row per kind and day
  kind text not null check (kind in ('mining', 'coin-up')),
  date date not null,
  started_at timestamptz not null,
  inputs jsonb not null,                        -- what the run is computed from, besides the machines' rows
  closed_at timestamptz,
  seal bytea check (length(seal) = 32),         -- sha-256 over inputs, postings and the previous seal
  tie_out jsonb,                                -- per line: expected, posted, difference
  primary key (kind, date),
  check ((closed_at is null) = (seal is null) and (closed_at is null) = (tie_out is null))
);

create table day_close_batch (                 -- a range of customers in one stage of a close; a worker locks its row
  kind text not null,
  date date not null,
  stage text not null,
  batch int not null,
  first_customer bigint not null,
  last_customer bigint not null check (last_customer >= first_customer),
  finished_at timestamptz,
  result jsonb,                                 -- counts, sums, transfers, digest
  primary key (kind, date, stage, batch),
  foreign key (kind, date) references day_close (kind, date),
  check ((finished_at is null) = (result is null))
);

-- The newest day that is closed; before the first close, a date before all dates.
create function last_closed_day(close_kind text) returns date language sql stable parallel safe return
  (select coalesce(max(date), '-infinity'::date) from day_close where kind = close_kind and closed_at is not null);

-- No close begins until the caller's transaction ends; returns the first mining day that no close has begun, null before
-- the first. A change dated in the past under this lock lies in no closed day.
create function hold_mining_days() returns date language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table day_close in share mode;
  return (select max(date) + 1 from day_close where kind = 'mining');
end $$;

-- sum(bigint) returns numeric, which is slow in a window over a day's charges. Overflow is an error here too.
create aggregate sum_units(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe);

-- Results -----------------------------------------------------------------------------------------------------------

create table machine_output (                  -- what one machine mined on one day; never edited
  machine_id bigint not null,
  date date not null,
  coin text not null,
  customer_id bigint not null,
  hashrate numeric not null,                    -- as of that day: a later change of the machine does not alter it
  running_seconds int not null check (running_seconds between 0 and 86400),
  epoch_seconds int[],                          -- the machine's own seconds in each epoch of the day; null when the pool reported the output
  pool_fee_rate numeric,                        -- null when the pool reported the output
  gross bigint not null check (gross >= 0),
  pool_fee bigint not null check (pool_fee >= 0),
  net bigint not null check (net >= 0 and gross = net + pool_fee),
  primary key (machine_id, date, coin)
);
create index machine_output_customer on machine_output (customer_id, date desc, machine_id desc, coin desc);

-- What a customer has mined in all, kept up as outputs are inserted: the home page does not sum years at each visit.
create table output_total (
  customer_id bigint not null,
  coin text not null,
  net bigint not null check (net >= 0),         -- of sealed days and of the one that is being closed
  primary key (customer_id, coin)
);

create function add_to_output_total() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into output_total as total (customer_id, coin, net)
    select customer_id, coin, sum_units(net) from fresh group by customer_id, coin
    on conflict (customer_id, coin) do update set net = total.net + excluded.net;
  return null;
end $$;

-- Once per statement: a batch of the day close is one.
create trigger machine_output_adds_up after insert on machine_output referencing new table as fresh
  for each statement execute function add_to_output_total();

create table electricity_charge (              -- one machine's fee for one mining day
  machine_id bigint not null,
  date date not null,
  customer_id bigint not null,
  machine_no text not null,
  coin text not null,                           -- the machine's own coin: what OUTPUT pays with
  running_seconds int not null check (running_seconds between 0 and 86400),
  power_watts int not null,
  price numeric not null,                       -- USDT per kWh
  amount bigint not null check (amount >= 0),               -- micro-USDT; a later correction is a charge_adjustment
  paid_prepaid bigint not null default 0 check (paid_prepaid >= 0),         -- micro-USDT from ELE
  paid_output bigint not null default 0 check (paid_output >= 0),           -- minor units of coin from OUTPUT
  paid_output_usdt bigint not null default 0 check (paid_output_usdt >= 0), -- what that covered, micro-USDT
  owed bigint not null check (owed >= 0),
  waived bigint not null default 0 check (waived >= 0),     -- taken off what was owed by a correction, whose charge_adjustment is the other side
  primary key (machine_id, date),
  constraint electricity_charge_adds_up check (amount = paid_prepaid + paid_output_usdt + waived + owed)
);
create index electricity_charge_owed on electricity_charge (customer_id, date, machine_no) where owed > 0;
create index electricity_charge_customer on electricity_charge (customer_id, date desc);

create table charge_adjustment (               -- a late correction or an outage credit, made on a later day
  id bigint generated always as identity primary key,
  key text not null unique check (length(key) between 1 and 160),     -- idempotency key of the correction
  machine_id bigint not null references machine (id),
  customer_id bigint not null,
  machine_no text not null,
  about_date date not null,                     -- the closed mining day that was wrong
  date date not null check (date > about_date), -- the mining day on which it is corrected
  adjusted text not null check (adjusted in ('output', 'electricity')),
  coin text not null,                           -- the machine's own coin: what OUTPUT pays with
  adjusted_coin text not null check (adjusted = 'electricity' or adjusted_coin <> 'USDT'),
  adjusted_amount bigint not null check (adjusted_amount <> 0),       -- minor units; above zero in the customer's favour
  moved bigint not null default 0 check (moved between least(adjusted_amount, 0) and greatest(adjusted_amount, 0)),   -- the part that was posted at once
  amount bigint not null default 0 check (amount >= 0),     -- the charge for the rest, micro-USDT
  paid_prepaid bigint not null default 0 check (paid_prepaid >= 0),
  paid_output bigint not null default 0 check (paid_output >= 0),
  paid_output_usdt bigint not null default 0 check (paid_output_usdt >= 0),
  owed bigint not null check (owed >= 0),
  reason text not null check (length(reason) between 1 and 500),
  adjusted_at timestamptz not null,
  waived bigint not null default 0 check (waived >= 0),
  constraint charge_adjustment_adds_up check (amount = paid_prepaid + paid_output_usdt + waived + owed)
);
create index charge_adjustment_machine on charge_adjustment (machine_id, date);
create index charge_adjustment_about on charge_adjustment (machine_id, about_date);
create index charge_adjustment_owed on charge_adjustment (customer_id, date, machine_no) where owed > 0;

-- Owed electricity, oldest first: by date, then machine number.
create view owed_electricity as
  select customer_id, date, machine_no, machine_id, null::bigint as adjustment_id, coin, owed, date as price_date
  from electricity_charge where owed > 0
  union all
  select customer_id, date, machine_no, machine_id, id, coin, owed, about_date
  from charge_adjustment where owed > 0;

create table hosting_charge (
  machine_id bigint not null,
  month date not null check (extract(day from month) = 1),   -- business month
  customer_id bigint not null,
  days int not null check (days between 1 and 31),
  amount bigint not null check (amount >= 0),
  paid bigint not null default 0 check (paid >= 0),
  owed bigint not null check (owed >= 0),
  charged_at timestamptz not null,
  paid_at timestamptz,
  primary key (machine_id, month),
  check (amount = paid + owed)
);
create index hosting_charge_customer on hosting_charge (customer_id, month desc, machine_id desc);
create index hosting_charge_owed on hosting_charge (customer_id, month, machine_id) where owed > 0;

create table electricity_account (             -- how a customer pays for electricity
  customer_id bigint primary key references customer (id),
  pay_mode text not null default 'PREPAID_FIRST' check (pay_mode in ('PREPAID_FIRST', 'OUTPUT_FIRST')),
  promo_remaining bigint not null default 0 check (promo_remaining >= 0)    -- micro-USDT of ELE from promotions; spent first, never withdrawn
);

-- Final rows ----------------------------------------------------------------------------------------------------------

create trigger network_day_stands before update or delete or truncate on network_day
  for each statement execute function refuse_rewriting('a network day is imported once');
create trigger reference_price_stands before update or delete or truncate on reference_price
  for each statement execute function refuse_rewriting('a price is fixed once');
create trigger pool_report_stands before update or delete or truncate on pool_report
  for each statement execute function refuse_rewriting('a pool report is imported once');
create trigger machine_output_stands before update or delete or truncate on machine_output
  for each statement execute function refuse_rewriting('an output is corrected by charge:adjust');
create trigger day_close_stands before update or delete on day_close
  for each row when (old.closed_at is not null) execute function refuse_rewriting('the day is sealed');
create trigger day_close_batch_stands before update or delete on day_close_batch
  for each row when (old.finished_at is not null) execute function refuse_rewriting('the batch is finished');
create trigger electricity_charge_is_only_paid before update on electricity_charge
  for each row when (new.owed > old.owed or new.paid_prepaid < old.paid_prepaid or new.paid_output < old.paid_output or new.waived < old.waived)
  execute function refuse_rewriting('a charge can only be paid');
create trigger charge_adjustment_is_only_paid before update on charge_adjustment
  for each row when (new.owed > old.owed or new.paid_prepaid < old.paid_prepaid or new.paid_output < old.paid_output or new.waived < old.waived)
  execute function refuse_rewriting('a charge can only be paid');
create trigger hosting_charge_is_only_paid before update on hosting_charge
  for each row when (new.owed > old.owed) execute function refuse_rewriting('a charge can only be paid');

-- A sealed day takes no more rows from the application. A policy is evaluated once per statement, a trigger per row.
alter table machine_output enable row level security;
create policy all_is_read on machine_output for select using (true);
create policy day_is_open on machine_output for insert with check (date > (select last_closed_day('mining')));
alter table electricity_charge enable row level security;
create policy all_is_read on electricity_charge for select using (true);
create policy day_is_open on electricity_charge for insert with check (date > (select last_closed_day('mining')));
create policy is_paid_later on electricity_charge for update using (true) with check (true);

grant select, insert on network_day, reference_price, pool_report, machine_output to lode_app;
grant select, insert on electricity_charge, charge_adjustment, hosting_charge to lode_app;
grant update (paid_prepaid, paid_output, paid_output_usdt, waived, owed) on electricity_charge, charge_adjustment to lode_app;
grant update (paid, owed, paid_at) on hosting_charge to lode_app;
grant select, insert, update on electricity_account to lode_app;
grant select on owed_electricity, output_total to lode_app;
grant select, insert, update (closed_at, seal, tie_out) on day_close to lode_app;
grant select, insert, update (finished_at, result) on day_close_batch to lode_app;
