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
