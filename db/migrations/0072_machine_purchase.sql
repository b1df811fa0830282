-- What a customer paid for a machine, where the staff knows it: how much of it came back is shown, and nothing is posted by it.
create table machine_purchase (
  machine_id bigint not null references machine (id),
  customer_id bigint not null references customer (id),
  price bigint not null check (price > 0),
  recorded_at timestamptz not null,
  recorded_by text not null check (length(recorded_by) between 1 and 64),
  primary key (machine_id, customer_id)
);
grant select on machine_purchase to lode_public;
grant select, insert, update (price, recorded_at, recorded_by) on machine_purchase to lode_staff;
