-- Runs of the nightly books:check: their outcome decides whether coins leave.

create table books_check_run (
  day date primary key,                         -- the day (UTC) on which it was due
  started_at timestamptz not null,              -- of the newest run of the day
  ended_at timestamptz check (ended_at >= started_at),
  differences jsonb,                            -- per coin, how many: {"BTC": 1, "USDT": 0}
  first_words text,                             -- the first difference
  check ((ended_at is null) = (differences is null))
);

grant select, insert, update (started_at, ended_at, differences, first_words) on books_check_run to lode_app;
