-- The message centre. A message follows from the row of its event, in the transaction that writes it, whatever statement that is:
-- triggers write it, and no role may insert one itself. Its key makes one of an event that is written again.
create table customer_message (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  key text not null check (length(key) between 3 and 120),
  kind text not null check (kind in ('DEPOSIT', 'WITHDRAWAL', 'ELECTRICITY', 'MACHINE', 'TERMS', 'MAINTENANCE', 'SECURITY')),
  event text not null check (event ~ '^[A-Z_]{3,40}$'),
  -- What its text is made of.
  detail jsonb not null default '{}' check (length(detail::text) <= 4000),
  target text check (target in ('DEPOSIT', 'WITHDRAWAL', 'ELECTRICITY', 'MACHINE')),
  target_id bigint,
  at timestamptz not null,
  -- NEVER: its event has a security notice, which goes out by itself. CHOSEN: as the customer chose for the kind.
  delivery text not null check (delivery in ('NEVER', 'CHOSEN', 'ALWAYS')),
  sent_at timestamptz,
  read_at timestamptz,
  unique (customer_id, key),
  check (target_id is null or target is not null)
);
create index customer_message_newest on customer_message (customer_id, at desc, id desc);
create index customer_message_unread on customer_message (customer_id) where read_at is null;
create index customer_message_old on customer_message (at);

-- Which kinds a customer gets by SMS or mail too. Without a row: the usual choice of the kind.
create table message_preference (
  customer_id bigint not null references customer (id),
  kind text not null check (kind in ('DEPOSIT', 'WITHDRAWAL', 'ELECTRICITY', 'MACHINE', 'TERMS', 'MAINTENANCE')),
  sms boolean not null,
  mail boolean not null,
  primary key (customer_id, kind)
);

-- The last warning level of a customer's prepaid electricity: a message follows when it falls to 7, 3 or 1 days.
create table electricity_warning (
  customer_id bigint primary key references customer (id),
  level smallint not null check (level in (1, 3, 7, 99)),
  days_left int not null check (days_left >= 0),
  available bigint not null,
  owes boolean not null,
  date date not null,
  at timestamptz not null
);

-- Recipients ----------------------------------------------------------------------------------------------------------

-- The contacts of each kind, with what is chosen for them; the usual choice is the contact that the customer logs in with.
create view message_channel as
  select c.customer_id, kind.name as kind, contact, is_main,
    coalesce(case when contact like '%@%' then p.mail else p.sms end,
      is_main and kind.name in ('ELECTRICITY', 'MACHINE', 'TERMS', 'MAINTENANCE')) as is_chosen
  from customer_contacts c
  cross join unnest(array['DEPOSIT', 'WITHDRAWAL', 'ELECTRICITY', 'MACHINE', 'TERMS', 'MAINTENANCE']) kind (name)
  cross join lateral (values (c.account, true), (c.second_contact, false)) one (contact, is_main)
  left join message_preference p on p.customer_id = c.customer_id and p.kind = kind.name
  where c.status <> 'CLOSED' and contact is not null;

-- The outbox: one job for up to 200 messages that go out by SMS or mail.
create function queue_messages() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payloads json[];
begin
  select array_agg(json_build_object('messages', ids)) into payloads from (
    select json_agg(id::text order by id) as ids from (
      select fresh.id, (row_number() over (order by fresh.id) - 1) / 200 as part from fresh
      where delivery <> 'NEVER' and exists (
        select from message_channel channel
        where channel.customer_id = fresh.customer_id and channel.kind = fresh.kind and (is_chosen or is_main and delivery = 'ALWAYS'))
    ) wanted group by part
  ) parts;
  if payloads is not null then
    perform count(*) from graphile_worker.add_jobs(array(
      select row('deliver-messages', payload, null, null, null, null, null, null)::graphile_worker.job_spec from unnest(payloads) payload));
  end if;
  return null;
end $$;
create trigger customer_message_is_queued after insert on customer_message referencing new table as fresh
  for each statement execute function queue_messages();

-- Events --------------------------------------------------------------------------------------------------------------

-- Of security. A code is no event to its owner, and a login only from a device that has no other session.
create function message_security_events() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, target_id, at, delivery)
  select customer_id, 'event:' || id, case when kind like 'WITHDRAWAL\_%' then 'WITHDRAWAL' else 'SECURITY' end, kind, detail - 'network',
    case when kind like 'WITHDRAWAL\_%' then 'WITHDRAWAL' end,
    case when kind like 'WITHDRAWAL\_%' then (detail ->> 'withdrawal')::bigint end, at, 'NEVER'
  from fresh
  where customer_id is not null
    and kind in ('SESSION_OPENED', 'LOGIN_LOCKED', 'FUNDS_PASSWORD_LOCKED', 'PASSWORD_SET', 'PASSWORD_CHANGED', 'FUNDS_PASSWORD_SET',
      'ADDRESS_ADDED', 'ADDRESS_REMOVED', 'WITHDRAWAL_SUBMITTED', 'WITHDRAWAL_CANCELLED', 'WITHDRAWAL_RETURNED', 'WITHDRAWAL_PAID',
      'CONTACT_CHANGED', 'SECOND_FACTOR_SET', 'SECOND_FACTOR_REMOVED', 'PASSKEY_ADDED', 'PASSKEY_REMOVED', 'RECOVERY_CODES_RENEWED',
      'FROZEN', 'UNFROZEN')
    and (kind <> 'SESSION_OPENED' or not exists (
      select from (select id, device_id from session where session.customer_id = fresh.customer_id order by id desc limit 1) newest
      join session earlier on earlier.customer_id = fresh.customer_id and earlier.device_id = newest.device_id and earlier.id <> newest.id))
  on conflict (customer_id, key) do nothing;
  return null;
end $$;
create trigger security_event_has_message after insert on security_event referencing new table as fresh
  for each statement execute function message_security_events();

create function message_deposit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, target_id, at, delivery)
  select new.customer_id, 'deposit:' || new.id || ':' || said.name, 'DEPOSIT', 'DEPOSIT_' || said.name,
    jsonb_build_object('coin', new.coin, 'amount', new.amount::text), 'DEPOSIT', new.id,
    case said.name when 'SEEN' then new.seen_at else new.credited_at end, 'CHOSEN'
  from (values (case when new.status in ('SEEN', 'CONFIRMING') then 'SEEN' when new.status = 'CREDITED' then 'CREDITED' end)) said (name)
  where said.name is not null
  on conflict (customer_id, key) do nothing;
  return null;
end $$;
create trigger deposit_is_seen after insert on deposit for each row execute function message_deposit();
create trigger deposit_is_credited after update on deposit for each row
  when (old.status is distinct from new.status and new.status = 'CREDITED') execute function message_deposit();

-- The steps that have no security event.
create function message_withdrawal_steps() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, target_id, at, delivery)
  select w.customer_id, 'withdrawal:' || w.id || ':' || fresh.step, 'WITHDRAWAL', 'WITHDRAWAL_' || fresh.step,
    jsonb_build_object('coin', w.coin, 'amount', w.amount::text), 'WITHDRAWAL', w.id, fresh.at, 'CHOSEN'
  from fresh join withdrawal w on w.id = fresh.withdrawal_id
  where w.customer_id is not null and (fresh.step = 'BROADCAST' or fresh.step = 'APPROVED' and w.phase <> 'OFFSET')
  on conflict (customer_id, key) do nothing;
  return null;
end $$;
create trigger withdrawal_step_has_message after insert on withdrawal_step referencing new table as fresh
  for each statement execute function message_withdrawal_steps();

-- Machines that stopped, not by their owner: one message for all of a customer that stopped together for one reason.
create function message_machine_stops() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, target_id, at, delivery)
  select customer_id, 'machine:' || min(machine_id) || ':' || (array_agg(seq order by machine_id))[1], 'MACHINE', 'MACHINE_STOPPED',
    jsonb_build_object('reason', reason, 'count', count(*), 'machines', to_jsonb((array_agg(machine_no order by machine_id))[1:5])),
    'MACHINE', case when count(*) = 1 then min(machine_id) end, max(recorded_at), 'CHOSEN'
  from (
    select m.customer_id, m.id as machine_id, m.machine_no, fresh.seq, fresh.recorded_at,
      case when fresh.reason in ('electricityOwed', 'contractEnded') then fresh.reason when fresh.status = 'REPAIR' then 'repair' else 'staff' end as reason
    from fresh join machine m on m.id = fresh.machine_id
    where correction_id is null and fresh.status in ('ARREAR', 'SUSPEND', 'REPAIR') and by not in ('customer', 'payment', 'import')
      and (from_status = 'RUNNING' or by = 'clock')
  ) stopped
  group by customer_id, reason
  on conflict (customer_id, key) do nothing;
  return null;
end $$;
create trigger machine_status_period_has_message after insert on machine_status_period referencing new table as fresh
  for each statement execute function message_machine_stops();

-- Who owes already has a notice of that.
create function message_low_electricity() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, at, delivery)
  values (new.customer_id, 'electricity:' || new.level || ':' || new.date, 'ELECTRICITY', 'ELECTRICITY_LOW',
    jsonb_build_object('days', new.days_left, 'available', new.available::text), 'ELECTRICITY', new.at, 'CHOSEN')
  on conflict (customer_id, key) do nothing;
  return null;
end $$;
create trigger electricity_warning_begins after insert on electricity_warning for each row
  when (new.level < 99 and not new.owes) execute function message_low_electricity();
create trigger electricity_warning_falls after update on electricity_warning for each row
  when (new.level < old.level and not new.owes) execute function message_low_electricity();

-- What another part of the product says to customers, in the transaction of its event: `messages` is an array of
-- {customer, key, text, target, targetId, at}. The key makes one of an event that is written again; answers how many were new.
create function post_messages(of_kind text, messages jsonb, always boolean) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  posted int;
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, target_id, at, delivery)
  select customer, key, of_kind, 'NOTICE', jsonb_build_object('text', text), target, "targetId", at, case when always then 'ALWAYS' else 'CHOSEN' end
  from jsonb_to_recordset(messages) one (customer bigint, key text, text text, target text, "targetId" bigint, at timestamptz)
  on conflict (customer_id, key) do nothing;
  get diagnostics posted = row_count;
  return posted;
end $$;

-- The same for notices that name the account; their event is a call that happens once, so each is a message of its own.
create function post_notices(of_kind text, recipients text[], texts text[], times timestamptz[], always boolean) returns int
language sql security definer set search_path = public, pg_temp as $$
  select post_messages(of_kind, coalesce(jsonb_agg(jsonb_build_object(
      'customer', customer.id, 'key', 'notice:' || gen_random_uuid(), 'text', body, 'at', posted_at,
      'target', case of_kind when 'TERMS' then 'MACHINE' when 'ELECTRICITY' then 'ELECTRICITY' when 'DEPOSIT' then 'DEPOSIT' end)
    order by place), '[]'), always)
  from unnest(recipients, texts, times) with ordinality notice (recipient, body, posted_at, place)
  join customer on account = recipient
$$;

-- To every customer, or to those with a machine at a site, once for each text; answers how many.
create function post_maintenance(body text, of_site text, posted_at timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  reached int;
begin
  insert into customer_message (customer_id, key, kind, event, detail, at, delivery)
  select customer.id, 'maintenance:' || md5(coalesce(of_site, '') || ' ' || body), 'MAINTENANCE', 'NOTICE', jsonb_build_object('text', body), posted_at, 'CHOSEN'
  from customer
  where status = 'ACTIVE' and (of_site is null or exists (
    select from machine join site on site.id = site_id where customer_id = customer.id and site.name = of_site and not contract_ended))
  order by customer.id
  on conflict (customer_id, key) do nothing;
  get diagnostics reached = row_count;
  return reached;
end $$;

revoke all on function queue_messages(), message_security_events(), message_deposit(), message_withdrawal_steps(), message_machine_stops(),
  message_low_electricity(), post_messages(text, jsonb, boolean),
  post_notices(text, text[], text[], timestamptz[], boolean), post_maintenance(text, text, timestamptz) from public;
grant execute on function post_messages(text, jsonb, boolean), post_notices(text, text[], text[], timestamptz[], boolean) to lode_worker, lode_staff;
grant execute on function post_maintenance(text, text, timestamptz) to lode_staff;
grant select, update (read_at) on customer_message to lode_public;
grant select, update (sent_at), delete on customer_message to lode_worker;
grant select on customer_message to lode_staff;
grant select, insert, update (sms, mail) on message_preference to lode_public;
grant select on message_preference to lode_worker;
grant select on message_channel to lode_public, lode_worker;
grant select, insert, update on electricity_warning to lode_worker;
