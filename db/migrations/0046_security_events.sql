-- What concerns the security of customers and the actions of staff: one chained log, and the notices that customers get of it.

-- Contacts ------------------------------------------------------------------------------------------------------------

-- The second contact of a customer, which hears of what came through the first. It is no login. The newest row is in force.
create table customer_second_contact (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  contact text not null check (length(contact) between 5 and 128),
  new_code_id bigint not null unique,           -- the used code that was sent to the second contact; codes are deleted after 30 days
  own_code_id bigint not null unique,           -- the same of the contact that the customer logs in with
  staff_id bigint not null references staff (id),
  at timestamptz not null,
  check (contact ~ '^1[3-9][0-9]{9}$' or contact ~ '^[a-z0-9_.+-]+@[a-z0-9.-]+$')
);
create index customer_second_contact_newest on customer_second_contact (customer_id, id desc);

create function second_contact_is_proved() returns trigger language plpgsql as $$
declare
  subject constant text := format('customer %s to %s', new.customer_id, new.contact);
  own constant text := (select account from customer where id = new.customer_id);
begin
  if not is_contact_proved(new.new_code_id, new.contact, subject, new.at) or not is_contact_proved(new.own_code_id, own, subject, new.at) then
    raise exception 'no used codes prove this second contact' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger customer_second_contact_is_proved before insert on customer_second_contact
  for each row execute function second_contact_is_proved();
create trigger customer_second_contact_stands before update or delete or truncate on customer_second_contact
  for each statement execute function refuse_rewriting('a second contact was proved');

create view customer_contacts as
  select id as customer_id, account, status,
    (select contact from customer_second_contact s where s.customer_id = c.id order by s.id desc limit 1) as second_contact
  from customer c;

-- Events --------------------------------------------------------------------------------------------------------------

-- Holds no secret, and no account in full.
create table security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind ~ '^[A-Z_]{3,40}$'),
  customer_id bigint references customer (id),
  staff_id bigint references staff (id),
  detail jsonb not null default '{}' check (length(detail::text) <= 4000)
);
create index security_event_customer on security_event (customer_id, id);
create index security_event_at on security_event (at, id);
create trigger security_event_stands before update or delete or truncate on security_event
  for each statement execute function refuse_rewriting('it happened');

-- Notices -------------------------------------------------------------------------------------------------------------

-- A notice that was sent. Its link freezes the withdrawals of its customer, once.
create table security_notice (
  id bigint generated always as identity primary key,
  event_id bigint not null references security_event (id),
  customer_id bigint not null references customer (id),
  budget text not null check (budget in ('STRANGERS', 'SESSIONS', 'MONEY')),
  recipient text not null check (length(recipient) between 5 and 128),
  token_hash bytea not null unique check (length(token_hash) = 32),   -- sha-256 of the token in the link
  at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  unique (event_id, recipient)
);
create index security_notice_customer on security_notice (customer_id, budget, at desc);
create index security_notice_at on security_notice (budget, at desc);

grant select, insert on customer_second_contact, security_event to lode_app;
grant select on customer_contacts to lode_app;
grant select, insert, update (used_at), delete on security_notice to lode_app;
