-- What a customer recognises a session by, and when it was used last.

-- From the request that logged in: model, system and browser as the browser names itself. The network is coarse, a /24 or a /56, and
-- that of the last noted use. Null in older sessions. `idle_until` moves with each noted use; the session ends there.
alter table session
  add column model text check (length(model) between 1 and 40),
  add column system text check (length(system) between 1 and 40),
  add column browser text check (length(browser) between 1 and 40),
  add column network text check (length(network) between 1 and 45),
  add column last_used_at timestamptz,
  add column idle_until timestamptz;

create or replace view open_session as
  select s.id, s.token_hash, s.device_id, s.created_at, least(s.expires_at, s.idle_until) as expires_at, s.customer_id, c.account,
    c.status as customer_status, c.funds_password_hash is not null as has_funds_password,
    s.model, s.system, s.browser, s.network, coalesce(s.last_used_at, s.created_at) as last_used_at
  from session s join customer c on c.id = s.customer_id
  where s.revoked_at is null;

-- A customer's authenticator app (TOTP), and what stands in its place when the phone is lost.
create table second_factor (
  customer_id bigint primary key references customer (id),
  sealed_secret bytea not null check (length(sealed_secret) between 29 and 100),  -- sealed by a key made of the pepper
  started_at timestamptz not null,
  confirmed_at timestamptz,                     -- null: being set up, nothing asks for it yet
  last_step bigint not null default 0,          -- of the newest code that was used: each step is good once
  failures int not null default 0 check (failures between 0 and 5),   -- wrong guesses in a row
  failed_at timestamptz,
  check ((failures = 0) = (failed_at is null))
);

create function second_factor_stands() returns trigger language plpgsql as $$
begin
  if (new.sealed_secret, new.confirmed_at) is distinct from (old.sealed_secret, old.confirmed_at) or new.last_step < old.last_step then
    raise exception 'the second factor of customer % is set: it can only be removed', old.customer_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger second_factor_stands before update on second_factor
  for each row when (old.confirmed_at is not null) execute function second_factor_stands();

create table recovery_code (
  customer_id bigint not null references second_factor (customer_id) on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (customer_id, code_hash)
);

-- Each removal, and the hold on withdrawals that it starts. By the customer itself, or by two people because the phone is lost.
create table second_factor_removal (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  removed_at timestamptz not null,
  held_until timestamptz not null check (held_until >= removed_at + interval '72 hours'),
  staff_id bigint references staff (id),
  approved_by bigint references staff (id),
  constraint two_people_when_lost check ((staff_id is null) = (approved_by is null) and (staff_id is null or staff_id <> approved_by))
);
create index second_factor_removal_customer on second_factor_removal (customer_id, id);

alter table customer add column second_factor_held_until timestamptz;

-- The only way out of `second_factor`: no role of the application may delete from it, and none ends the hold.
create function remove_second_factor() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.approved_by is not null and not exists (
    select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'staff % may not approve the removal of a second factor', new.approved_by using errcode = 'check_violation';
  end if;
  delete from second_factor where customer_id = new.customer_id and confirmed_at is not null;
  if not found then
    raise exception 'customer % has no second factor', new.customer_id using errcode = 'check_violation';
  end if;
  update customer set second_factor_held_until = greatest(second_factor_held_until, new.held_until) where id = new.customer_id;
  return new;
end $$;
create trigger second_factor_is_removed before insert on second_factor_removal for each row execute function remove_second_factor();
create trigger second_factor_removal_stands before update or delete on second_factor_removal
  for each row execute function refuse_rewriting('a second factor was removed');

create or replace view customer_guard as
  select c.id as customer_id, c.status = 'ACTIVE' as is_active, greatest(password_changed_at, funds_password_changed_at) as password_changed_at,
    exists (select from customer_freeze f where f.customer_id = c.id and f.lifted_at is null) as is_frozen,
    greatest(contact_held_until, second_factor_held_until) as contact_held_until
  from customer c;

alter table one_time_code drop constraint one_time_code_scene_check;
alter table one_time_code add constraint one_time_code_scene_check
  check (scene in ('LOGIN', 'SET_PASSWORD', 'FUNDS_PASSWORD', 'WITHDRAW', 'CHANGE_CONTACT', 'SECOND_FACTOR'));

grant select, insert, update on second_factor to lode_app;
grant select, insert, update (used_at) on recovery_code to lode_app;
grant select, insert on second_factor_removal to lode_app;
