-- What a person orders of a close, from the console: the worker does it, and says what came of it. And why a close stopped.

create table day_close_order (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('mining', 'coin-up')),
  date date not null,
  work text not null check (work in ('CHECK', 'CLOSE')),     -- name what stands in its way, or close it
  ordered_by bigint not null references staff,
  ordered_at timestamptz not null,
  ended_at timestamptz check (ended_at >= ordered_at),
  outcome text check (outcome in ('CLEAR', 'FOUND', 'CLOSED', 'REFUSED', 'FAILED')),
  findings jsonb check (jsonb_typeof(findings) = 'array'),   -- [{"stops": true, "reason": "…"}]
  check ((ended_at is null) = (outcome is null) and (ended_at is null) = (findings is null))
);
create unique index day_close_order_open on day_close_order (kind, date, work) where ended_at is null;
create index day_close_order_day on day_close_order (kind, date, id);

create trigger day_close_order_stands before update on day_close_order
  for each row when (old.ended_at is not null) execute function refuse_rewriting('it has ended');
create trigger day_close_order_kept before delete on day_close_order
  for each row execute function refuse_rewriting('it was ordered');

create table day_close_refusal (                 -- why the newest run of a day stopped; of a closed day, why it once did
  kind text not null check (kind in ('mining', 'coin-up')),
  date date not null,
  at timestamptz not null,
  count int not null check (count > 0),
  reasons jsonb not null check (jsonb_typeof(reasons) = 'array'),   -- the first of them
  primary key (kind, date)
);

grant select, insert (kind, date, work, ordered_by, ordered_at) on day_close_order to lode_staff;
grant select, update (ended_at, outcome, findings) on day_close_order to lode_worker;
grant select on day_close_refusal to lode_staff;
grant select, insert, update (at, count, reasons) on day_close_refusal to lode_worker;
