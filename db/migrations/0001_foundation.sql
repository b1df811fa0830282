-- What every other domain uses: the guard of written rows, settings with a history, facts about this installation.

-- The trigger function of tables whose rows are final. Its argument is the reason that the error gives.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: %', tg_op, tg_table_name, tg_argv[0];
end $$;

-- Settings: a value is in force from `effective_from` on. Each key is one value, so that a rate announced for later carries
-- nothing else with it. A further version for the same moment replaces an announced value; every version stays.
create table setting (
  key text not null check (length(key) <= 64),
  effective_from timestamptz not null,
  value jsonb not null,
  changed_by text not null,
  reason text not null,
  version int not null default 1 check (version > 0),
  primary key (key, effective_from, version)
);

-- The value in force at a time, null before the first.
create function setting_at(wanted text, at timestamptz) returns jsonb language sql stable as $$
  select value from setting where key = wanted and effective_from <= at order by effective_from desc, version desc limit 1
$$;

insert into setting (key, effective_from, value, changed_by, reason)
  select key, '2020-01-01Z', value::jsonb, 'start', 'settings to start with'
  from (values
    ('coin-up.open', 'false'),
    ('coin-up.min.BTC', '"0.00100000"'),
    ('coin-up.min.USDT', '"100.000000"'),
    ('coin-up.apy.BTC', '"1.80"'),
    ('coin-up.apy.USDT', '"4.20"'),
    ('deposit.min.BTC', '"0.00010000"'),
    ('deposit.min.USDT', '"1.000000"'),
    ('withdraw.min.BTC', '"0.00100000"'),
    ('withdraw.min.USDT', '"10.000000"'),
    ('withdraw.max.BTC', '"5.00000000"'),
    ('withdraw.max.USDT', '"100000.000000"'),
    ('withdraw.day.BTC', '"10.00000000"'),
    ('withdraw.day.USDT', '"200000.000000"'),
    ('withdraw.fee.BTC', '"0.00020000"'),
    ('withdraw.fee.USDT', '"3.000000"'),
    ('withdraw.rule.BTC', 'null'),              -- approval without people is off
    ('withdraw.rule.USDT', 'null'),
    ('sweep.min.USDT', '"20.000000"'),
    ('sweep.max-fee.ETH', '"0.00500000"'),
    ('webview.hosts', '[]')
  ) initial (key, value);

-- Facts about this database that commands share with the server.
create table installation (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('demo', 'demo-empty', 'production')),
  clock_offset_hours int not null default 0 check (clock_offset_hours >= 0),
  pepper_fingerprint bytea not null check (length(pepper_fingerprint) = 32),   -- of the pepper that the password hashes were made with
  demo_first_day date,                          -- fixed before the first day of the demo's history is made
  demo_seeded_at timestamptz                    -- the demo's history is complete
);

grant select, insert on setting to lode_app;           -- a setting is never edited: a new version supersedes it
grant execute on function setting_at(text, timestamptz) to lode_app;
grant select, update (clock_offset_hours, demo_first_day, demo_seeded_at) on installation to lode_app;
