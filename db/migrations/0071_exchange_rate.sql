-- What one USDT is worth in CNY, as quoted at a time. It is shown beside figures in USDT and posts nothing; a quote is never edited.
create table exchange_rate (
  quoted_at timestamptz primary key,
  cny bigint not null check (cny > 0),
  source text not null check (length(source) between 1 and 64),
  created_at timestamptz not null
);
grant select on exchange_rate to lode_public;
grant select, insert on exchange_rate to lode_worker, lode_staff;
