-- Settings with a history: a value is in force from its time on.

create table setting (
  key text not null check (length(key) <= 64),
  effective_from timestamptz not null,
  value jsonb not null,
  changed_by text not null,
  reason text not null,
  primary key (key, effective_from)
);

insert into setting (key, effective_from, value, changed_by, reason) values
  ('coin-up', '2020-01-01Z', '{"isEnableFunction": false, "BTC": {"min": "0.00100000", "apy": "1.80"}, "USDT": {"min": "100.000000", "apy": "4.20"}}', 'start', 'settings to start with');

-- The value in force at a time, null before the first.
create function setting_at(wanted text, at timestamptz) returns jsonb language sql stable as $$
  select value from setting where key = wanted and effective_from <= at order by effective_from desc limit 1
$$;

-- Facts about this very database that commands must share with the server.
create table installation (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('demo', 'demo-empty', 'production')),
  clock_offset_hours int not null default 0 check (clock_offset_hours >= 0),
  pepper_fingerprint bytea not null check (length(pepper_fingerprint) = 32),   -- the pepper that the password hashes were made with
  demo_first_day date,                          -- the demo's history begins here: decided once, before the first of it is made
  demo_seeded_at timestamptz                    -- the demo's history is complete
);

grant select, insert on setting to lode_app;           -- a setting is never edited: a new version takes over
grant execute on function setting_at(text, timestamptz) to lode_app;
grant select, update (clock_offset_hours, demo_first_day, demo_seeded_at) on installation to lode_app;
