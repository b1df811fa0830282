-- Who may come in: customers, staff, their sessions, one-time codes.

create table customer (
  id bigint generated always as identity (start with 10001) primary key,
  account text not null unique check (length(account) between 5 and 128),   -- mainland phone, or e-mail in lower case
  nickname text not null default '' check (length(nickname) <= 64),
  tags text[] not null default '{}',            -- the tag vip chooses that theme
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  password_hash text,                          -- argon2id; null until the first password is set with a code
  funds_password_hash text,
  password_changed_at timestamptz,             -- a first setting is no change and leaves this null
  created_at timestamptz not null,
  check (account ~ '^1[3-9][0-9]{9}$' or account ~ '^[a-z0-9_.+-]+@[a-z0-9.-]+$')
);

create table staff (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z][a-z0-9_.-]{1,31}$'),
  role text not null check (role in ('SUPPORT', 'FINANCE', 'APPROVER', 'ADMIN')),
  password_hash text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null
);

create table session (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  token_hash bytea not null unique check (length(token_hash) = 32),   -- sha-256 of the opaque token
  device_id text check (length(device_id) <= 128),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text
);
create index session_customer on session (customer_id, created_at desc);

-- Sessions that have not been ended, with what every request must know of their customer. Expiry depends on the product
-- clock: whoever reads compares expires_at with it.
create view open_session as
  select s.id, s.token_hash, s.device_id, s.created_at, s.expires_at, s.customer_id, c.account, c.status as customer_status,
    c.funds_password_hash is not null as has_funds_password
  from session s join customer c on c.id = s.customer_id
  where s.revoked_at is null;

-- Attempts to log in that failed, or whose secret is being compared at this moment: an attempt is written before the
-- comparison and taken back when the secret was right, so that parallel guesses cannot outrun the count.
create table login_attempt (
  id bigint generated always as identity primary key,
  account text not null check (length(account) <= 128),
  at timestamptz not null,
  failed boolean not null default false
);
create index login_attempt_account on login_attempt (account, at desc, id desc);
create index login_attempt_at on login_attempt (at);

create table one_time_code (
  id bigint generated always as identity primary key,
  account text not null check (length(account) <= 128),
  scene text not null check (scene in ('LOGIN', 'SET_PASSWORD', 'FUNDS_PASSWORD', 'WITHDRAW')),
  device_id text check (length(device_id) <= 128),
  code_hash bytea,                             -- null when the account does not exist: the request counts, nothing was sent
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_guesses int not null default 0,
  used_at timestamptz
);
create index one_time_code_account on one_time_code (account, scene, sent_at desc);
create index one_time_code_device on one_time_code (device_id, sent_at desc);
create index one_time_code_sent on one_time_code (sent_at desc);

-- What the local message driver "sent"; filled in demo mode only.
create table local_message (
  id bigint generated always as identity primary key,
  recipient text not null,
  scene text not null,
  code text not null,
  sent_at timestamptz not null
);
create index local_message_newest on local_message (sent_at desc, id desc);

-- Every staff action by command or console: who, what, on whom, why.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  staff_id bigint not null references staff (id),
  approved_by bigint references staff (id),
  action text not null,
  subject text not null,
  reason text not null check (length(reason) between 1 and 500),
  detail jsonb not null default '{}',
  check (approved_by is distinct from staff_id)
);

-- Who somebody is stays as it was written; a server that was taken over makes nobody an approver.
grant select, insert on customer, staff to lode_app;
grant update (status, password_hash, password_changed_at, funds_password_hash) on customer to lode_app;
grant select, insert, update on session to lode_app;
grant delete on session to lode_app;            -- long ended ones, by the clean-up job
grant select on open_session to lode_app;
grant select, insert, update, delete on login_attempt, one_time_code to lode_app;
grant select, insert on local_message, audit_log to lode_app;
