-- Authentication and authorisation: customers, staff, sessions, one-time codes, guards in front of money calls, audit log.

create table customer (
  id bigint generated always as identity (start with 10001) primary key,
  account text not null unique check (length(account) between 5 and 128),   -- mainland phone, or e-mail in lower case
  nickname text not null default '' check (length(nickname) <= 64),
  tags text[] not null default '{}',            -- the tag `vip` selects that theme
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  password_hash text,                           -- argon2id; null until the first password is set with a code
  funds_password_hash text,
  password_changed_at timestamptz,              -- null after the first setting, which is not a change
  created_at timestamptz not null,
  funds_password_changed_at timestamptz,        -- the same for the funds password
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

-- Sessions ------------------------------------------------------------------------------------------------------------

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

-- Sessions that are not revoked, with what every request needs of their customer. Expiry depends on the product clock: the
-- reader compares expires_at with it.
create view open_session as
  select s.id, s.token_hash, s.device_id, s.created_at, s.expires_at, s.customer_id, c.account, c.status as customer_status,
    c.funds_password_hash is not null as has_funds_password
  from session s join customer c on c.id = s.customer_id
  where s.revoked_at is null;

-- Since when a customer's devices are known, and which was the first. Old sessions are deleted: for an account older than
-- the retained sessions the first device is unknown.
create view customer_device as
  select customer_id, device_id, min(s.created_at) as known_since,
    min(s.id) = (select min(any_session.id) from session any_session where any_session.customer_id = s.customer_id) as is_first,
    c.created_at as customer_since
  from session s join customer c on c.id = s.customer_id
  where device_id is not null
  group by customer_id, device_id, c.created_at;

-- Login and codes -----------------------------------------------------------------------------------------------------

-- Login attempts that failed or whose secret is being compared now: an attempt is inserted before the comparison and
-- deleted when the secret was right, so that parallel guesses cannot exceed the limit.
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

-- Messages of the local driver; written in demo mode only.
create table local_message (
  id bigint generated always as identity primary key,
  recipient text not null,
  scene text not null,
  code text not null,
  sent_at timestamptz not null
);
create index local_message_newest on local_message (sent_at desc, id desc);

-- Guards in front of money calls --------------------------------------------------------------------------------------

-- Guesses at a funds password that were wrong or are being compared now. A guess is inserted before the comparison, so that
-- parallel guesses cannot exceed the limit; a right one deletes all of the customer's.
create table funds_password_attempt (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  at timestamptz not null,
  failed boolean not null default false
);
create index funds_password_attempt_newest on funds_password_attempt (customer_id, at desc, id desc);

-- Issued for a right funds password: valid once, for one purpose, for two minutes.
create table funds_password_token (
  token_hash bytea primary key check (length(token_hash) = 32),   -- sha-256 of the opaque token
  customer_id bigint not null references customer (id),
  purpose text not null check (purpose in ('WITHDRAW', 'COIN_UP')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index funds_password_token_customer on funds_password_token (customer_id);
create index funds_password_token_expires on funds_password_token (expires_at);

-- Idempotency keys of money calls, never deleted: a repeated request returns the stored answer.
create table money_request (
  customer_id bigint not null references customer (id),
  call text not null check (length(call) between 1 and 64),
  request_id text not null check (length(request_id) between 1 and 128),
  input_hash bytea not null check (length(input_hash) = 32),
  at timestamptz not null,
  answer json,                                  -- null only inside the transaction that executes the request
  primary key (customer_id, call, request_id)
);

-- Confirmations of the risk disclosure; the hash is that of the text that was shown.
create table risk_confirmation (
  customer_id bigint not null references customer (id),
  version text not null check (length(version) between 1 and 32),
  content_hash bytea not null check (length(content_hash) = 32),
  device_id text check (length(device_id) <= 128),
  confirmed_at timestamptz not null,
  primary key (customer_id, version)
);

-- A customer whose withdrawals are stopped until two of the staff lift the freeze.
create table customer_freeze (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  reason text not null check (length(reason) between 1 and 500),
  frozen_at timestamptz not null,
  lifted_at timestamptz check (lifted_at >= frozen_at)
);
create index customer_freeze_open on customer_freeze (customer_id) where lifted_at is null;

-- What a security hold on withdrawals depends on.
create view customer_guard as
  select c.id as customer_id, c.status = 'ACTIVE' as is_active, greatest(password_changed_at, funds_password_changed_at) as password_changed_at,
    exists (select from customer_freeze f where f.customer_id = c.id and f.lifted_at is null) as is_frozen
  from customer c;

-- Audit ---------------------------------------------------------------------------------------------------------------

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

-- Names, roles and accounts are never updated: a compromised server cannot promote a member of the staff.
grant select, insert on customer, staff to lode_app;
grant update (status, password_hash, password_changed_at, funds_password_hash, funds_password_changed_at) on customer to lode_app;
grant select, insert, update on session to lode_app;
grant delete on session to lode_app;            -- sessions that ended long ago, by the clean-up job
grant select on open_session, customer_device, customer_guard to lode_app;
grant select, insert, update, delete on login_attempt, one_time_code to lode_app;
grant select, insert on local_message, audit_log to lode_app;
grant select, insert, update, delete on funds_password_attempt to lode_app;
grant select, insert, update (used_at), delete on funds_password_token to lode_app;
grant select, insert, update (answer) on money_request to lode_app;
grant select, insert on risk_confirmation to lode_app;
grant select, insert, update (lifted_at) on customer_freeze to lode_app;
