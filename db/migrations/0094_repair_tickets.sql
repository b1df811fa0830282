-- Repairs of machines as the staff works on them: who has it, how far it is, and what was written about it. A machine has one open ticket. What is
-- written is written once: INTERNAL for the staff, CUSTOMER for the owner as well.

create table repair_ticket (
  id bigint generated always as identity primary key,
  machine_id bigint not null references machine (id),
  title text not null check (length(title) between 1 and 100),
  status text not null default 'OPEN' check (status in ('OPEN', 'WORKING', 'WAITING', 'DONE')),
  assignee bigint references staff (id),
  opened_by bigint not null references staff (id),
  opened_at timestamptz not null,
  changed_at timestamptz not null check (changed_at >= opened_at),
  closed_at timestamptz,
  check ((closed_at is not null) = (status = 'DONE'))
);
create unique index repair_ticket_open on repair_ticket (machine_id) where status <> 'DONE';
create index repair_ticket_of_machine on repair_ticket (machine_id, id desc);
create index repair_ticket_of_status on repair_ticket (status, id desc);

create table repair_note (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references repair_ticket (id),
  staff_id bigint not null references staff (id),
  audience text not null check (audience in ('INTERNAL', 'CUSTOMER')),
  text text not null check (length(text) between 1 and 500),
  at timestamptz not null
);
create index repair_note_of_ticket on repair_note (ticket_id, id desc);

-- A ticket that is done stays as it is.
create function check_repair_ticket() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.status = 'DONE' then
    raise exception 'repair ticket % is done', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function check_repair_ticket() from public;
create trigger repair_ticket_ends before update on repair_ticket for each row execute function check_repair_ticket();
create trigger repair_ticket_stays before delete on repair_ticket for each row execute function refuse_rewriting('a repair is kept');
create trigger repair_ticket_is_kept before truncate on repair_ticket for each statement execute function refuse_rewriting('it is kept');

-- Nothing is written about a repair that is done, and no more than 200 notes about one.
create function check_repair_note() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from repair_ticket where id = new.ticket_id and status <> 'DONE' for share;
  if not found then
    raise exception 'no open repair ticket %', new.ticket_id using errcode = 'check_violation';
  end if;
  if (select count(*) from repair_note where ticket_id = new.ticket_id) >= 200 then
    raise exception 'repair ticket % has 200 notes', new.ticket_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function check_repair_note() from public;
create trigger repair_note_fits_ticket before insert on repair_note for each row execute function check_repair_note();
create trigger repair_note_stands before update or delete on repair_note
  for each row execute function refuse_rewriting('a note is written once');
create trigger repair_note_is_kept before truncate on repair_note for each statement execute function refuse_rewriting('it is kept');

grant select, insert (machine_id, title, assignee, opened_by, opened_at, changed_at), update (status, assignee, changed_at, closed_at)
  on repair_ticket to lode_staff;
grant select, insert (ticket_id, staff_id, audience, text, at) on repair_note to lode_staff;
