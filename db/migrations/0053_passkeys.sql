-- Passkeys of customers beside the authenticator app, and a reason of its own for the hold of a removed factor.

-- One row for each customer with a factor: the app has a secret, a customer with passkeys alone has none.
alter table second_factor alter column sealed_secret drop not null;
alter table second_factor add constraint app_has_secret check (confirmed_at is null or sealed_secret is not null);

create table passkey (
  id bigint generated always as identity primary key,
  customer_id bigint not null references second_factor (customer_id) on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) between 1 and 2000),
  counter bigint not null check (counter >= 0),         -- of the newest signature; 0 for one that does not count
  transports text[] not null check (cardinality(transports) <= 8),
  name text not null check (length(name) between 1 and 90),
  added_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_customer on passkey (customer_id, id);

create function passkey_stands() returns trigger language plpgsql as $$
begin
  if (new.customer_id, new.credential_id, new.public_key) is distinct from (old.customer_id, old.credential_id, old.public_key)
    or new.counter < old.counter then
    raise exception 'passkey % is enrolled: it can only be removed', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger passkey_stands before update on passkey for each row execute function passkey_stands();

-- What a passkey is asked to sign, and the token that its signature was exchanged for.
create table passkey_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  customer_id bigint references customer (id),          -- null: a login, before anybody is known
  purpose text not null check (purpose in ('ENROL', 'PROVE', 'LOGIN')),
  subject text not null check (length(subject) <= 300), -- the payment, the address or the change that it is good for
  expires_at timestamptz not null,
  answered_at timestamptz,
  passkey_id bigint references passkey (id) on delete cascade,
  token_hash bytea unique check (length(token_hash) = 32),
  used_at timestamptz,
  check ((customer_id is null) = (purpose = 'LOGIN')),
  check ((token_hash is null) = (passkey_id is null)),
  check (token_hash is null or purpose = 'PROVE' and answered_at is not null),
  check (used_at is null or token_hash is not null)
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
create index passkey_challenge_passkey on passkey_challenge (passkey_id);

create function passkey_challenge_stands() returns trigger language plpgsql as $$
begin
  if (new.challenge_hash, new.customer_id, new.purpose, new.subject, new.expires_at)
      is distinct from (old.challenge_hash, old.customer_id, old.purpose, old.subject, old.expires_at)
    or old.answered_at is not null and new.answered_at is distinct from old.answered_at
    or old.token_hash is not null and (new.token_hash, new.passkey_id) is distinct from (old.token_hash, old.passkey_id)
    or old.used_at is not null and new.used_at is distinct from old.used_at then
    raise exception 'a challenge is good once, for what it was made for' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger passkey_challenge_stands before update on passkey_challenge for each row execute function passkey_challenge_stands();

-- Null: the app, or everything where two people remove it because the device is lost.
alter table second_factor_removal add column passkey_id bigint;
alter table second_factor_removal add constraint lost_device_loses_all check (passkey_id is null or staff_id is null);

-- The removal below takes the app from a customer who has passkeys left, with the rights of the owner; no other role may.
create or replace function second_factor_stands() returns trigger language plpgsql as $$
begin
  if current_user = (select o.rolname from pg_class t join pg_roles o on o.oid = t.relowner where t.oid = tg_relid) then
    return new;
  end if;
  if (new.sealed_secret, new.confirmed_at) is distinct from (old.sealed_secret, old.confirmed_at) or new.last_step < old.last_step then
    raise exception 'the second factor of customer % is set: it can only be removed', old.customer_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The only way out of `second_factor` and `passkey`: no role of the application may delete from them, and none ends the hold.
create or replace function remove_second_factor() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.approved_by is not null and not exists (
    select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'staff % may not approve the removal of a second factor', new.approved_by using errcode = 'check_violation';
  end if;
  perform from second_factor where customer_id = new.customer_id for update;
  if new.passkey_id is not null then
    delete from passkey where id = new.passkey_id and customer_id = new.customer_id;
  elsif new.staff_id is null then
    update second_factor set sealed_secret = null, confirmed_at = null where customer_id = new.customer_id and confirmed_at is not null;
  else
    delete from second_factor f where customer_id = new.customer_id
      and (confirmed_at is not null or exists (select from passkey p where p.customer_id = f.customer_id));
  end if;
  if not found then
    raise exception 'customer % has no such second factor', new.customer_id using errcode = 'check_violation';
  end if;
  -- Recovery codes stand in for a factor: without one they end.
  delete from second_factor f where customer_id = new.customer_id and confirmed_at is null
    and not exists (select from passkey p where p.customer_id = f.customer_id);
  update customer set second_factor_held_until = greatest(second_factor_held_until, new.held_until) where id = new.customer_id;
  return new;
end $$;

create or replace view customer_guard as
  select c.id as customer_id, c.status = 'ACTIVE' as is_active, greatest(password_changed_at, funds_password_changed_at) as password_changed_at,
    exists (select from customer_freeze f where f.customer_id = c.id and f.lifted_at is null) as is_frozen,
    contact_held_until, second_factor_held_until
  from customer c;

revoke all on function passkey_stands, passkey_challenge_stands from public;
grant select, insert, update (counter, last_used_at) on passkey to lode_public;
grant select on passkey to lode_staff;
grant select, insert, update (answered_at, passkey_id, token_hash, used_at), delete on passkey_challenge to lode_public;
