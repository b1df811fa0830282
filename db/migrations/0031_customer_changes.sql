-- Changes of a customer: nickname and tags, and the contact (phone or e-mail, the column `account`) under which it logs in.

alter table customer add constraint tags_are_bounded check (cardinality(tags) <= 20);
-- Withdrawals are held until then: the contact was replaced without a code to the old one.
alter table customer add column contact_held_until timestamptz;
grant update (nickname, tags) on customer to lode_app;

create or replace view customer_guard as
  select c.id as customer_id, c.status = 'ACTIVE' as is_active, greatest(password_changed_at, funds_password_changed_at) as password_changed_at,
    exists (select from customer_freeze f where f.customer_id = c.id and f.lifted_at is null) as is_frozen, contact_held_until
  from customer c;

-- What a code is good for beyond its scene: `customer 10001 to 13900000001`.
alter table one_time_code add column subject text not null default '' check (length(subject) <= 200);
alter table one_time_code drop constraint one_time_code_scene_check;
alter table one_time_code add constraint one_time_code_scene_check
  check (scene in ('LOGIN', 'SET_PASSWORD', 'FUNDS_PASSWORD', 'WITHDRAW', 'CHANGE_CONTACT'));

-- Each change of a contact. The new contact is always proved by a code; instead of a code to the old one, two people and a hold.
create table customer_contact_change (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  old_contact text not null check (length(old_contact) between 5 and 128),
  new_contact text not null check (length(new_contact) between 5 and 128),
  new_code_id bigint not null unique,           -- the used code that was sent to the new contact; codes are deleted after 30 days
  old_code_id bigint unique,                    -- the same of the old one; null: the old contact is lost
  staff_id bigint not null references staff (id),
  approved_by bigint references staff (id),
  changed_at timestamptz not null,
  held_until timestamptz check (held_until >= changed_at + interval '72 hours'),
  check (old_contact <> new_contact),
  constraint two_people_when_lost check ((old_code_id is null) = (approved_by is not null) and approved_by is distinct from staff_id),
  constraint held_when_lost check ((old_code_id is null) = (held_until is not null))
);
create index customer_contact_change_customer on customer_contact_change (customer_id, id);

-- A code proves a contact for a day: the second person need not be there at once.
create function is_contact_proved(code bigint, contact text, wanted_subject text, at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from one_time_code
    where id = code and account = contact and scene = 'CHANGE_CONTACT' and subject = wanted_subject
      and used_at <= at and used_at > at - interval '24 hours')
$$;

-- The only writer of `customer.account`: no role of the application may update it.
create function change_contact() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject constant text := format('customer %s to %s', new.customer_id, new.new_contact);
begin
  if not is_contact_proved(new.new_code_id, new.new_contact, subject, new.changed_at)
    or new.old_code_id is not null and not is_contact_proved(new.old_code_id, new.old_contact, subject, new.changed_at) then
    raise exception 'no used code proves this change of a contact' using errcode = 'check_violation';
  end if;
  if new.approved_by is not null and not exists (
    select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'staff % may not approve a change of a contact', new.approved_by using errcode = 'check_violation';
  end if;
  update customer set account = new.new_contact, contact_held_until = greatest(contact_held_until, new.held_until)
    where id = new.customer_id and account = new.old_contact;
  if not found then
    raise exception 'customer % does not have the contact %', new.customer_id, new.old_contact using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger customer_contact_is_changed before insert on customer_contact_change for each row execute function change_contact();
create trigger customer_contact_change_stands before update or delete on customer_contact_change
  for each row execute function refuse_rewriting('a contact was changed');

grant select, insert on customer_contact_change to lode_app;
grant execute on function is_contact_proved(bigint, text, text, timestamptz) to lode_app;
