-- Alerts for the staff: an ongoing problem is one open row per kind and subject.

create table alert (
  id bigint generated always as identity primary key,
  kind text not null check (length(kind) between 1 and 64),
  subject text not null check (length(subject) between 1 and 200),
  message text not null check (length(message) between 1 and 1000),
  raised_at timestamptz not null,
  resolved_at timestamptz
);
create unique index alert_open on alert (kind, subject) where resolved_at is null;

grant select, insert, update (resolved_at) on alert to lode_app;
