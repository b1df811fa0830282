-- The staff and what its members log in with change by two different people, through functions that write the audit log with each
-- change. A daily check compares the rows with that log.

-- A password that another person has seen is good until then, and only for choosing an own one.
alter table staff add initial_until timestamptz;

create table staff_totp (
  staff_id bigint primary key references staff (id),
  sealed_secret bytea not null check (length(sealed_secret) between 40 and 200),
  started_at timestamptz not null,
  confirmed_at timestamptz,                     -- null: being set up, nothing asks for it
  last_step bigint not null default 0           -- each code is good once
);

create table staff_passkey (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff (id),
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null check (length(public_key) between 16 and 2000),
  counter bigint not null check (counter >= 0),
  label text not null check (length(label) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkey_staff on staff_passkey (staff_id);

-- What a passkey is to sign, once.
create table staff_challenge (
  challenge text primary key check (length(challenge) between 40 and 100),
  staff_id bigint references staff (id),        -- null: of a login
  expires_at timestamptz not null
);

create table staff_session (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  device_hash bytea not null check (length(device_hash) = 32),
  factor text not null check (factor in ('PASSWORD', 'TOTP', 'PASSKEY')),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  model text check (length(model) between 1 and 40),
  system text check (length(system) between 1 and 40),
  browser text check (length(browser) between 1 and 40),
  network text check (length(network) between 1 and 45),
  ended_at timestamptz,
  end_reason text check (end_reason in ('logout', 'revoked', 'password-changed', 'factor-added', 'staff-changed')),
  check ((ended_at is null) = (end_reason is null)),
  check (expires_at <= created_at + interval '12 hours')
);
create index staff_session_staff on staff_session (staff_id, device_hash);

-- Wrong guesses, and guesses that are being compared: of a member's known device, of the terminal, or of all strangers.
create table staff_attempt (
  id bigint generated always as identity primary key,
  name text not null check (length(name) <= 64),
  caller text not null check (length(caller) between 1 and 64),
  at timestamptz not null,
  failed boolean not null default false
);
create index staff_attempt_caller on staff_attempt (name, caller, at desc, id desc);
create index staff_attempt_at on staff_attempt (at);

create function refuse_staff_row() returns trigger language plpgsql as $$
begin
  raise exception '% of %: it is ended or confirmed', tg_op, tg_table_name using errcode = 'check_violation';
end $$;
create trigger staff_session_stays_ended before update on staff_session for each row
  when (old.ended_at is not null) execute function refuse_staff_row();
create trigger staff_totp_stands before update on staff_totp for each row
  when (old.confirmed_at is not null and (new.sealed_secret <> old.sealed_secret or new.last_step < old.last_step))
  execute function refuse_staff_row();

-- The audit log as the only witness --------------------------------------------------------------------------------------

-- One value for all that a member is and logs in with.
create function staff_state(of_staff bigint) returns text language sql stable security definer set search_path = public, pg_temp
return (
  select encode(sha256(convert_to(jsonb_build_array(s.name, s.role, s.status, s.password_hash, extract(epoch from s.initial_until),
    (select encode(t.sealed_secret, 'hex') from staff_totp t where t.staff_id = s.id and t.confirmed_at is not null),
    (select jsonb_agg(jsonb_build_array(p.credential_id, encode(p.public_key, 'hex')) order by p.id) from staff_passkey p where p.staff_id = s.id),
    (select k.public_key from approver_key k where k.staff_id = s.id)
  )::text, 'UTF8')), 'hex')
  from staff s where s.id = of_staff);

create function record_staff(line_at timestamptz, done_by bigint, approver bigint, line_action text, line_subject text, why text, ids bigint[])
returns void language sql security definer set search_path = public, pg_temp as $$
  insert into audit_log (at, staff_id, approved_by, action, subject, reason, detail)
  select line_at, done_by, approver, line_action, line_subject, why, jsonb_build_object('members',
    (select jsonb_object_agg(id::text, jsonb_build_object('name', name, 'role', role, 'status', status, 'state', staff_state(id)))
     from staff where id = any (ids)))
$$;

-- Each difference between the staff and the newest line of the audit log about it.
create function altered_staff() returns table (name text, fault text)
language sql stable security definer set search_path = public, pg_temp as $$
  with line as (
    select distinct on (m.key) m.key::bigint as id, m.value as member
    from audit_log a, jsonb_each(case jsonb_typeof(a.detail -> 'members') when 'object' then a.detail -> 'members' else '{}' end) m
    where starts_with(a.action, 'staff:') and m.key ~ '^\d{1,18}$'
    order by m.key, a.id desc)
  select coalesce(s.name, line.member ->> 'name'), case
    when s.id is null then 'is gone'
    when line.id is null then 'stands in no line of the audit log'
    when s.name is distinct from line.member ->> 'name' then format('is %s in the audit log', line.member ->> 'name')
    when s.role is distinct from line.member ->> 'role' then format('is %s, the audit log says %s', s.role, line.member ->> 'role')
    when s.status is distinct from line.member ->> 'status' then format('is %s, the audit log says %s', s.status, line.member ->> 'status')
    else 'has a password, app, passkey or key that the audit log does not know' end
  from staff s full join line on line.id = s.id
  where s.id is null or line.id is null or line.member ->> 'state' is distinct from staff_state(s.id)
  order by 1 limit 100
$$;

-- Who was on the staff before the comparison began.
select record_staff(now(), id, null, 'staff:baseline', 'staff ' || name, 'as it stood when the audit log began to hold it', array[id])
from staff order by id;

-- Lines about the staff are written by these functions alone, and a disabled member acts in no line.
create function check_audit_line() returns trigger language plpgsql as $$
begin
  if starts_with(new.action, 'staff:')
    and not pg_has_role(current_user, (select relowner from pg_class where oid = 'public.audit_log'::regclass), 'member') then
    raise exception 'permission denied for audit lines of %', new.action using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger audit_line_of_staff before insert on audit_log for each row execute function check_audit_line();

create function refuse_disabled() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_row constant jsonb := to_jsonb(new);
  who text;
begin
  select name into who from staff
  where status = 'DISABLED' and id::text in (of_row ->> 'staff_id', of_row ->> 'approved_by', of_row ->> 'proposed_by', of_row ->> 'decided_by');
  if who is not null and not (tg_table_name = 'staff_proposal' and of_row ->> 'outcome' is not distinct from 'REJECTED') then
    raise exception '% is disabled', who using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger audit_of_active_staff before insert on audit_log for each row execute function refuse_disabled();
create trigger proposal_of_active_staff before insert or update on staff_proposal for each row execute function refuse_disabled();

-- What a disabled member proposed is not approved.
create function refuse_disabled_proposer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from withdrawal_review r join staff s on s.id = r.staff_id
    where r.withdrawal_id = new.withdrawal_id and r.part = 'PROPOSED' and s.status = 'DISABLED') then
    raise exception 'withdrawal % was proposed by a disabled member', new.withdrawal_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger review_of_active_proposer before insert on withdrawal_review for each row
  when (new.part = 'APPROVED') execute function refuse_disabled_proposer();

-- Changes ----------------------------------------------------------------------------------------------------------------

-- The first members: two ADMINs at once, and never again. The demo and tests bring members of their own.
create function found_staff(members jsonb, founded_at timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids bigint[];
begin
  lock table staff in share row exclusive mode;
  if is_bound_login() and (exists (select from staff) or jsonb_array_length(members) <> 2
    or exists (select from jsonb_array_elements(members) m where m ->> 'role' <> 'ADMIN')) then
    raise exception 'an empty staff begins with two ADMIN' using errcode = 'insufficient_privilege';
  end if;
  with added as (
    insert into staff (name, role, password_hash, created_at)
    select m ->> 'name', m ->> 'role', m ->> 'passwordHash', founded_at from jsonb_array_elements(members) with ordinality e (m, n) order by n
    on conflict (name) do nothing returning id)
  select array_agg(id order by id) into ids from added;
  if ids is null then return 0; end if;
  perform record_staff(founded_at, ids[1], ids[2], 'staff:set-up', 'staff', 'the first members', ids);
  return cardinality(ids);
end $$;

-- By an ADMIN, approved by another ADMIN or an APPROVER; none of them is the one who is changed.
create function change_staff(change text, member_name text, to_role text, to_hash text, hash_until timestamptz,
  decided_by bigint, approver bigint, why text, changed_at timestamptz)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member staff;
begin
  lock table staff in share row exclusive mode;
  if decided_by is not distinct from approver
    or not exists (select from staff where id = decided_by and role = 'ADMIN' and status = 'ACTIVE' and initial_until is null)
    or not exists (select from staff where id = approver and role in ('ADMIN', 'APPROVER') and status = 'ACTIVE' and initial_until is null) then
    raise exception 'ADMIN changes the staff, another ADMIN or APPROVER approves it' using errcode = 'insufficient_privilege';
  end if;
  select * into member from staff where name = member_name for update;
  if (member.id is null) <> (change = 'staff:add') or member.id in (decided_by, approver) then
    raise exception '% may not do % to %', decided_by, change, member_name using errcode = 'check_violation';
  end if;
  case change
    when 'staff:add' then
      insert into staff (name, role, password_hash, initial_until, created_at) values (member_name, to_role, to_hash, hash_until, changed_at)
      returning * into member;
    when 'staff:role' then
      update staff set role = to_role where id = member.id;
    when 'staff:disable' then
      update staff set status = 'DISABLED' where id = member.id;
      update staff_proposal set outcome = 'REJECTED', decided_by = approver, decided_at = greatest(changed_at, proposed_at)
      where proposed_by = member.id and outcome is null;
    when 'staff:enable' then
      update staff set status = 'ACTIVE' where id = member.id;
    when 'staff:reset' then
      update staff set password_hash = to_hash, initial_until = hash_until where id = member.id;
      delete from staff_totp where staff_id = member.id;
      delete from staff_passkey where staff_id = member.id;
  end case;
  update staff_session set ended_at = changed_at, end_reason = 'staff-changed' where staff_id = member.id and ended_at is null;
  if not exists (select from staff a join staff b on b.id <> a.id where a.role = 'ADMIN' and b.role in ('ADMIN', 'APPROVER')
    and a.status = 'ACTIVE' and b.status = 'ACTIVE' and a.initial_until is null and b.initial_until is null) then
    raise exception 'no two would be left who may change the staff' using errcode = 'check_violation';
  end if;
  perform record_staff(changed_at, decided_by, approver, change, 'staff ' || member_name, why, array[member.id]);
  return member.id;
end $$;

-- Comparing a password takes long: a session begins only if the member is still as it was compared. Held to the end of the transaction, so
-- that a change of the member ends this session too.
create function hold_staff(member bigint, from_hash text)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from staff where id = member and status = 'ACTIVE' and (from_hash is null or password_hash = from_hash) for share;
  return found;
end $$;

-- By the member itself: the hash of the old password is named, so that of two changes at once one counts.
create function change_own_password(member bigint, from_hash text, to_hash text, changed_at timestamptz)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update staff set password_hash = to_hash, initial_until = null
  where id = member and password_hash = from_hash and status = 'ACTIVE' and (initial_until is null or initial_until > changed_at);
  if not found then return false; end if;
  update staff_session set ended_at = changed_at, end_reason = 'password-changed'
  where staff_id = member and ended_at is null;
  perform record_staff(changed_at, member, null, 'staff:password', 'staff ' || name, 'a password of its own', array[id]) from staff where id = member;
  return true;
end $$;

create function confirm_totp(member bigint, step bigint, confirmed timestamptz)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from staff where id = member and status = 'ACTIVE' and initial_until is null for update;
  if not found then return false; end if;
  update staff_totp set confirmed_at = confirmed, last_step = step where staff_id = member and confirmed_at is null;
  if not found then return false; end if;
  update staff_session set ended_at = confirmed, end_reason = 'factor-added' where staff_id = member and ended_at is null;
  perform record_staff(confirmed, member, null, 'staff:totp', 'staff ' || name, 'an app was set up', array[id]) from staff where id = member;
  return true;
end $$;

create function add_passkey(member bigint, new_credential text, new_key bytea, new_counter bigint, new_label text, added_at timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from staff where id = member and status = 'ACTIVE' and initial_until is null for update;
  if not found then raise exception 'member % takes no passkey', member using errcode = 'check_violation'; end if;
  insert into staff_passkey (staff_id, credential_id, public_key, counter, label, created_at)
  values (member, new_credential, new_key, new_counter, new_label, added_at);
  update staff_session set ended_at = added_at, end_reason = 'factor-added' where staff_id = member and ended_at is null;
  perform record_staff(added_at, member, null, 'staff:passkey', 'staff ' || name, 'a passkey was added', array[id]) from staff where id = member;
end $$;

-- The key that a member approves payments with is made by its command; the line follows from the row.
create function record_approver_key() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform record_staff(new.created_at, new.staff_id, null, 'staff:key', 'staff ' || name, 'a key for approvals was made', array[id])
  from staff where id = new.staff_id;
  return null;
end $$;
create trigger approver_key_is_audited after insert on approver_key for each row execute function record_approver_key();

-- Rights -----------------------------------------------------------------------------------------------------------------

revoke insert on staff from lode_staff;
revoke all on function staff_state(bigint), record_staff(timestamptz, bigint, bigint, text, text, text, bigint[]), altered_staff(), check_audit_line(),
  refuse_disabled(), refuse_disabled_proposer(), refuse_staff_row(), record_approver_key(), found_staff(jsonb, timestamptz),
  change_staff(text, text, text, text, timestamptz, bigint, bigint, text, timestamptz),
  hold_staff(bigint, text), change_own_password(bigint, text, text, timestamptz), confirm_totp(bigint, bigint, timestamptz),
  add_passkey(bigint, text, bytea, bigint, text, timestamptz) from public;
grant execute on function altered_staff() to lode_worker, lode_staff;
grant execute on function found_staff(jsonb, timestamptz), change_staff(text, text, text, text, timestamptz, bigint, bigint, text, timestamptz),
  hold_staff(bigint, text), change_own_password(bigint, text, text, timestamptz), confirm_totp(bigint, bigint, timestamptz),
  add_passkey(bigint, text, bytea, bigint, text, timestamptz) to lode_staff;
grant select, insert (staff_id, sealed_secret, started_at), update (sealed_secret, started_at, last_step) on staff_totp to lode_staff;
grant select, update (counter, last_used_at) on staff_passkey to lode_staff;
grant select, insert, delete on staff_challenge to lode_staff;
grant select, insert, update (last_used_at, idle_until, network, ended_at, end_reason) on staff_session to lode_staff;
grant select, insert, update (failed), delete on staff_attempt to lode_staff;
grant select, insert, update, delete on request_count to lode_staff;
grant select, delete on staff_challenge, staff_session, staff_attempt to lode_worker;
