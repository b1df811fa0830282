-- Locks that no stranger can set for others, a price for anonymous calls, and counts that all processes share.

-- Wrong logins count for each known device of an account, and for all other callers together (null).
alter table login_attempt add column device_id text check (length(device_id) <= 128);
drop index login_attempt_account;
create index login_attempt_caller on login_attempt (account, device_id, at desc, id desc);

-- Solved challenges of anonymous calls: each is good once, in all processes. Kept until they expire, five minutes.
create table spent_challenge (
  nonce bytea primary key check (length(nonce) = 16),
  expires_at timestamptz not null
);
create index spent_challenge_expires on spent_challenge (expires_at);
grant select, insert, delete on spent_challenge to lode_app;

-- Requests of a network in a window, counted by all processes together. Shape and statements are rate-limiter-flexible's; expire is
-- in milliseconds of the machine's time. Unlogged: a count that a crash loses costs less than a flush for each request.
create unlogged table request_count (
  key text primary key check (length(key) <= 128),
  points int not null default 0,
  expire bigint
);
create index request_count_expire on request_count (expire);
grant select, insert, update, delete on request_count to lode_app;
