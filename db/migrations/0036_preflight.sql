-- Pre-flight checks of closes: what would stand in the way, asked some hours before.

create table day_close_preflight (
  kind text not null check (kind in ('mining', 'coin-up')),
  date date not null,
  ran_at timestamptz not null,
  findings jsonb not null check (jsonb_typeof(findings) = 'array'),     -- of the newest run: [{"stops": true, "reason": "…"}]
  primary key (kind, date)
);
create index day_close_preflight_open on day_close_preflight (kind, date) where findings <> '[]';

grant select, insert, update (ran_at, findings) on day_close_preflight to lode_app;
