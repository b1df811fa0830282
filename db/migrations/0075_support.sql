-- Questions of customers to the house. A thread is about one record of the customer, or about none; what it is called by is kept
-- as it was, so that the list needs no record. Its messages are written once and never edited.
create table support_thread (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  about text not null check (about in ('GENERAL', 'WITHDRAWAL', 'DEPOSIT', 'MACHINE', 'CHARGE', 'COIN_UP')),
  -- The id of the record as the API has it.
  record text check (length(record) <= 64),
  detail jsonb not null default '{}' check (length(detail::text) <= 1000),
  -- WAITING: the customer wrote last. ANSWERED: the staff did.
  status text not null default 'WAITING' check (status in ('WAITING', 'ANSWERED', 'CLOSED')),
  assignee bigint references staff (id),
  opened_at timestamptz not null,
  changed_at timestamptz not null check (changed_at >= opened_at),
  check ((about = 'GENERAL') = (record is null))
);
create unique index support_thread_of_record on support_thread (customer_id, about, record) where status <> 'CLOSED';
create index support_thread_newest on support_thread (customer_id, changed_at desc, id desc);
create index support_thread_queue on support_thread (changed_at, id) where status <> 'CLOSED';

create table support_message (
  id bigint generated always as identity primary key,
  thread_id bigint not null references support_thread (id),
  customer_id bigint not null references customer (id),
  -- Null: the customer wrote it.
  staff_id bigint references staff (id),
  -- The customer's request: one that is sent again is not written again.
  key text check (length(key) <= 200),
  text text not null check (length(text) between 1 and 1000),
  at timestamptz not null,
  unique (customer_id, key),
  check (staff_id is null or key is null)
);
create index support_message_of_thread on support_message (thread_id, id desc);
create index support_message_of_customer on support_message (customer_id, at) where staff_id is null;

-- A message is of the customer of its thread, and nothing is written into a closed one.
create function check_support_message() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from support_thread thread
                 where thread.id = new.thread_id and thread.customer_id = new.customer_id and status <> 'CLOSED') then
    raise exception 'no open support thread % of customer %', new.thread_id, new.customer_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger support_message_fits_thread before insert on support_message for each row execute function check_support_message();
revoke all on function check_support_message() from public;

grant select on support_thread, support_message to lode_public, lode_staff;
grant insert (customer_id, about, record, detail, opened_at, changed_at) on support_thread to lode_public;
grant update (status, changed_at) on support_thread to lode_public;
-- Without `staff_id`: a customers' process writes no answer.
grant insert (thread_id, customer_id, key, text, at) on support_message to lode_public;
grant update (status, assignee, changed_at) on support_thread to lode_staff;
grant insert (thread_id, customer_id, staff_id, text, at) on support_message to lode_staff;

-- How customers reach the house, and what they ask most.
alter table setting add constraint setting_of_support_has_its_shape check (
  case key
    when 'support.contact' then jsonb_typeof(value) = 'object' and length(value::text) <= 2000
    when 'support.faq' then jsonb_typeof(value) = 'array' and length(value::text) <= 30000
    else true
  end);
insert into setting (key, effective_from, value, changed_by, reason) values
  ('support.contact', '2020-01-01Z', '{"name": null, "wechat": null, "phone": null, "mail": null, "hours": null}', 'start', 'settings to start with'),
  ('support.faq', '2020-01-01Z', '[]', 'start', 'settings to start with');

-- An answer is a message of the kind SUPPORT, and leads to its thread.
alter table customer_message drop constraint customer_message_kind_check, drop constraint customer_message_target_check,
  add constraint customer_message_kind_check
    check (kind in ('DEPOSIT', 'WITHDRAWAL', 'ELECTRICITY', 'MACHINE', 'TERMS', 'MAINTENANCE', 'SUPPORT', 'SECURITY')),
  add constraint customer_message_target_check check (target in ('DEPOSIT', 'WITHDRAWAL', 'ELECTRICITY', 'MACHINE', 'SUPPORT'));
alter table message_preference drop constraint message_preference_kind_check,
  add constraint message_preference_kind_check
    check (kind in ('DEPOSIT', 'WITHDRAWAL', 'ELECTRICITY', 'MACHINE', 'TERMS', 'MAINTENANCE', 'SUPPORT'));
create or replace view message_channel as
  select c.customer_id, kind.name as kind, contact, is_main,
    coalesce(case when contact like '%@%' then p.mail else p.sms end,
      is_main and kind.name in ('ELECTRICITY', 'MACHINE', 'TERMS', 'MAINTENANCE', 'SUPPORT')) as is_chosen
  from customer_contacts c
  cross join unnest(array['DEPOSIT', 'WITHDRAWAL', 'ELECTRICITY', 'MACHINE', 'TERMS', 'MAINTENANCE', 'SUPPORT']) kind (name)
  cross join lateral (values (c.account, true), (c.second_contact, false)) one (contact, is_main)
  left join message_preference p on p.customer_id = c.customer_id and p.kind = kind.name
  where c.status <> 'CLOSED' and contact is not null;
