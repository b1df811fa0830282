-- Ten passkeys for each customer and each member of the staff, held where two enrolments at once meet.
create function limit_passkeys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Enrolments of one customer take turns here: the count is of a statement that begins after the lock.
  perform from second_factor where customer_id = new.customer_id for update;
  if (select count(*) from passkey where customer_id = new.customer_id) >= 10 then
    raise exception 'customer % has ten passkeys', new.customer_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger passkeys_are_limited before insert on passkey for each row execute function limit_passkeys();
revoke all on function limit_passkeys() from public;

-- No role may insert into `staff_passkey`: this function is the only way. False for a member who has ten.
drop function add_passkey(bigint, text, bytea, bigint, text, timestamptz);
create function add_passkey(member bigint, new_credential text, new_key bytea, new_counter bigint, new_label text, added_at timestamptz)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from staff where id = member and status = 'ACTIVE' and initial_until is null for update;
  if not found then raise exception 'member % takes no passkey', member using errcode = 'check_violation'; end if;
  if (select count(*) from staff_passkey where staff_id = member) >= 10 then return false; end if;
  insert into staff_passkey (staff_id, credential_id, public_key, counter, label, created_at)
  values (member, new_credential, new_key, new_counter, new_label, added_at);
  update staff_session set ended_at = added_at, end_reason = 'factor-added' where staff_id = member and ended_at is null;
  perform record_staff(added_at, member, null, 'staff:passkey', 'staff ' || name, 'a passkey was added', array[id]) from staff where id = member;
  return true;
end $$;
revoke all on function add_passkey(bigint, text, bytea, bigint, text, timestamptz) from public;
grant execute on function add_passkey(bigint, text, bytea, bigint, text, timestamptz) to lode_staff;

-- Customers do not log in by passkey: the purpose had no call.
delete from passkey_challenge where purpose = 'LOGIN';
alter table passkey_challenge drop constraint passkey_challenge_check, drop constraint passkey_challenge_purpose_check;
alter table passkey_challenge alter column customer_id set not null;
alter table passkey_challenge add constraint passkey_challenge_purpose_check check (purpose in ('ENROL', 'PROVE'));

-- The pepper can be replaced ---------------------------------------------------------------------------------------------

-- Only the owner of the tables writes another fingerprint down: `npm run migrate -- --replace-pepper`.
alter table installation add column previous_pepper_fingerprint bytea check (length(previous_pepper_fingerprint) = 32);

create or replace function keep_pepper_fingerprint() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.pepper_fingerprint is not null and new.pepper_fingerprint is distinct from old.pepper_fingerprint
    and current_user <> (select o.rolname from pg_class t join pg_roles o on o.oid = t.relowner where t.oid = tg_relid) then
    raise exception 'the fingerprint of the pepper is written once' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The pepper that an unused code is hashed with; null: made before peppers had ids.
alter table recovery_code add column pepper_id text check (length(pepper_id) = 8);

-- Whether a hash names the present pepper, by the `keyid` of the PHC string format.
create function is_under_present_pepper(hash text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select strpos(hash, ',keyid=' || encode(substr(pepper_fingerprint, 1, 6), 'base64') || '$') > 0 from installation
$$;

-- The same password under the pepper that took the place of its own: no change that withdrawals are held for. There is none before a pepper
-- was replaced, and one for each hash.
create function is_rehash(old_hash text, new_hash text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select previous_pepper_fingerprint is not null from installation)
    and not is_under_present_pepper(old_hash) and is_under_present_pepper(new_hash), false)
$$;

drop trigger customer_password_has_its_time on customer;
create trigger customer_password_has_its_time before update on customer for each row
  when (new.status <> 'CLOSED' and old.password_hash is not null and new.password_hash is distinct from old.password_hash
    and not is_rehash(old.password_hash, new.password_hash))
  execute function refuse_backdating('password_changed_at');
drop trigger customer_funds_password_has_its_time on customer;
create trigger customer_funds_password_has_its_time before update on customer for each row
  when (new.status <> 'CLOSED' and old.funds_password_hash is not null and new.funds_password_hash is distinct from old.funds_password_hash
    and not is_rehash(old.funds_password_hash, new.funds_password_hash))
  execute function refuse_backdating('funds_password_changed_at');

-- What only the previous pepper opens still.
create function under_previous_pepper() returns table (kind text, rows bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from (values
    ('login passwords', (select count(*) from customer where not is_under_present_pepper(password_hash))),
    ('funds passwords', (select count(*) from customer where not is_under_present_pepper(funds_password_hash))),
    ('passwords of the staff', (select count(*) from staff where status = 'ACTIVE' and not is_under_present_pepper(password_hash))),
    ('recovery codes', (select count(*) from recovery_code, installation
      where used_at is null and pepper_id is distinct from encode(substr(pepper_fingerprint, 1, 6), 'base64')))
  ) found (kind, rows)
  where exists (select from installation where previous_pepper_fingerprint is not null)
$$;

-- An app of a member is sealed anew with the pepper, by the owner alone.
create function refuse_staff_totp() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.last_step < old.last_step
    or current_user <> (select o.rolname from pg_class t join pg_roles o on o.oid = t.relowner where t.oid = tg_relid) then
    raise exception '% of %: it is ended or confirmed', tg_op, tg_table_name using errcode = 'check_violation';
  end if;
  return new;
end $$;
drop trigger staff_totp_stands on staff_totp;
create trigger staff_totp_stands before update on staff_totp for each row
  when (old.confirmed_at is not null and (new.sealed_secret <> old.sealed_secret or new.last_step < old.last_step))
  execute function refuse_staff_totp();

revoke all on function is_under_present_pepper(text), is_rehash(text, text), under_previous_pepper(), refuse_staff_totp() from public;
-- Asked by a trigger of the table, with the rights of its writer.
grant execute on function is_rehash(text, text) to lode_public, lode_staff;
grant execute on function under_previous_pepper() to lode_staff;
