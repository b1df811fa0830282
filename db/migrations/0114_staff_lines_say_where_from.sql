-- Lines of the audit log about the staff are written by functions alone, and said neither session nor network, nor what a member was before.
drop function record_staff(timestamptz, bigint, bigint, text, text, text, bigint[]);
create function record_staff(line_at timestamptz, done_by bigint, approver bigint, line_action text, line_subject text, why text, ids bigint[],
  before jsonb default null)
returns void language sql security definer set search_path = public, pg_temp as $$
  insert into audit_log (at, staff_id, approved_by, action, subject, reason, detail)
  select line_at, done_by, approver, line_action, line_subject, why, jsonb_strip_nulls(jsonb_build_object('members',
    (select jsonb_object_agg(id::text, jsonb_build_object('name', name, 'role', role, 'status', status, 'state', staff_state(id)))
     from staff where id = any (ids)),
    'before', before, 'session', given.place ->> 'session', 'origin', given.place ->> 'origin'))
  from (select nullif(current_setting('lode.given_from', true), '')::jsonb as place) given
$$;
revoke all on function record_staff(timestamptz, bigint, bigint, text, text, text, bigint[], jsonb) from public;

create or replace function change_staff(change text, member_name text, to_role text, to_hash text, hash_until timestamptz,
  decided_by bigint, approver bigint, why text, changed_at timestamptz)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member staff;
  before jsonb;
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
  if member.id is not null then
    before := jsonb_build_object('role', member.role, 'status', member.status);
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
  perform record_staff(changed_at, decided_by, approver, change, 'staff ' || member_name, why, array[member.id], before);
  return member.id;
end $$;
