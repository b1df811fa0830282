-- Locks that no stranger can set for others.

-- Wrong logins count for each known device of an account, and for all other callers together (null).
alter table login_attempt add column device_id text check (length(device_id) <= 128);
drop index login_attempt_account;
create index login_attempt_caller on login_attempt (account, device_id, at desc, id desc);
