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

-- Log -----------------------------------------------------------------------------------------------------------------

-- The chain over security_event: each link holds the hash of the one before it, numbered without gaps.
create table security_link (
  number bigint primary key check (number > 0),
  event_id bigint not null unique references security_event (id),
  previous bytea not null check (length(previous) = 32),
  hash bytea not null check (length(hash) = 32)
);
create trigger security_link_stands before update or delete or truncate on security_link
  for each statement execute function refuse_rewriting('it is chained');

-- The newest link.
create table security_head (
  is_only boolean primary key default true check (is_only),
  number bigint not null,
  hash bytea not null check (length(hash) = 32)
);
insert into security_head (number, hash) values (0, sha256('security log'));

-- Over the hash before and a text that is the same in every session: no time zone, no order of keys.
create function security_hash(previous bytea, number bigint, event security_event) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(number, event.id, (extract(epoch from event.at) * 1000000)::bigint, event.kind,
    event.customer_id, event.staff_id, event.detail)::text, 'UTF8'))
$$;

-- Events that stand in no link yet. A chain made at commit would let one event in for each flush of the disk: it is made a moment later.
create table security_unchained (
  event_id bigint primary key references security_event (id)
);
create function await_chaining() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into security_unchained select id from added;
  return null;
end $$;
create trigger security_event_is_chained after insert on security_event referencing new table as added
  for each statement execute function await_chaining();

-- Chains at most so many events, oldest first: how many. An event that is gone stays in the list, for the check.
create function chain_security_events(most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head security_head;
  event security_event;
  ids constant bigint[] := array(select event_id from security_unchained order by event_id limit most);
  chained int := 0;
begin
  if cardinality(ids) = 0 then
    return 0;
  end if;
  select * into head from security_head for update;
  for event in select e.* from security_unchained u join security_event e on e.id = u.event_id where u.event_id = any (ids) order by e.id loop
    head.hash := security_hash(head.hash, head.number + 1, event);
    insert into security_link (number, event_id, previous, hash)
      values (head.number + 1, event.id, (select hash from security_head), head.hash);
    head.number := head.number + 1;
    update security_head set number = head.number, hash = head.hash;
    chained := chained + 1;
  end loop;
  delete from security_unchained u where event_id = any (ids) and exists (select from security_event e where e.id = u.event_id);
  return chained;
end $$;

-- Staff actions are in the same chain. Their texts can name a customer in full: here they are a hash, which the audit row has to match.
create function audit_hash(audit audit_log) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(audit.id, (extract(epoch from audit.at) * 1000000)::bigint, audit.staff_id, audit.approved_by,
    audit.action, audit.subject, audit.reason, audit.detail)::text, 'UTF8')), 'hex')
$$;
create function log_staff_action() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into security_event (at, kind, staff_id, detail) values (new.at, 'STAFF_ACTION', new.staff_id,
    jsonb_build_object('audit', new.id::text, 'action', new.action, 'hash', audit_hash(new)));
  return null;
end $$;
create trigger audit_log_is_chained after insert on audit_log for each row execute function log_staff_action();
create trigger audit_log_stands before update or delete or truncate on audit_log
  for each statement execute function refuse_rewriting('it was done');

-- What a check of the chain found. The head that it saw has to be there in every later one: a chain that lost its end is shorter.
create table security_check_run (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  number bigint not null,
  hash bytea not null check (length(hash) = 32),
  faults int not null check (faults >= 0),
  first_fault text check ((first_fault is null) = (faults = 0))
);
create index security_check_run_at on security_check_run (at desc);
create trigger security_check_run_stands before update or delete or truncate on security_check_run
  for each statement execute function refuse_rewriting('it was found');

grant select on security_link, security_head, security_unchained to lode_app;
grant select, insert on security_check_run to lode_app;

-- Staff actions of before are chained as they stand.
insert into security_event (at, kind, staff_id, detail)
  select a.at, 'STAFF_ACTION', a.staff_id, jsonb_build_object('audit', a.id::text, 'action', a.action, 'hash', audit_hash(a)) from audit_log a order by a.id;
