-- What stands in front of every movement of money: the funds password, the risk statement, the request's own id.

alter table customer add column funds_password_changed_at timestamptz;   -- a first setting is no change and leaves this null

-- Guesses at a funds password that were wrong, or are being compared at this moment. A guess is written before the
-- comparison, so that parallel guesses cannot outrun the count; a right one takes all of the customer's away.
create table funds_password_attempt (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  at timestamptz not null,
  failed boolean not null default false
);
create index funds_password_attempt_newest on funds_password_attempt (customer_id, at desc, id desc);

-- What a right funds password was exchanged for: good once, for one purpose, for two minutes.
create table funds_password_token (
  token_hash bytea primary key check (length(token_hash) = 32),   -- sha-256 of the opaque token
  customer_id bigint not null references customer (id),
  purpose text not null check (purpose in ('WITHDRAW', 'COIN_UP')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index funds_password_token_customer on funds_password_token (customer_id);
create index funds_password_token_expires on funds_password_token (expires_at);

-- Money calls that were carried out, kept for ever: the same request again is told the same answer.
create table money_request (
  customer_id bigint not null references customer (id),
  call text not null check (length(call) between 1 and 64),
  request_id text not null check (length(request_id) between 1 and 128),
  input_hash bytea not null check (length(input_hash) = 32),
  at timestamptz not null,
  answer json,                                  -- null only inside the transaction that carries the request out
  primary key (customer_id, call, request_id)
);

-- Who read which version of the risk statement, when, on what device; the hash is that of the words that were shown.
create table risk_confirmation (
  customer_id bigint not null references customer (id),
  version text not null check (length(version) between 1 and 32),
  content_hash bytea not null check (length(content_hash) = 32),
  device_id text check (length(device_id) <= 128),
  confirmed_at timestamptz not null,
  primary key (customer_id, version)
);

grant update (funds_password_changed_at) on customer to lode_app;
grant select, insert, update, delete on funds_password_attempt to lode_app;
grant select, insert, update (used_at), delete on funds_password_token to lode_app;
grant select, insert, update (answer) on money_request to lode_app;
grant select, insert on risk_confirmation to lode_app;
