-- What the console asks of withdrawals, in any number of them.

-- A list is read along an index for each phase and coin that it may hold: one of a rare phase would otherwise pass over all others.
create index withdrawal_phase on withdrawal (phase, coin, id);
-- Where an address was paid before, across the house.
create index withdrawal_of_address on withdrawal (network, address_key, id desc);
-- Ids grow with time: a range of dates becomes one of ids.
create index withdrawal_date on withdrawal (date, id);

-- The judgement of a member of the staff on a withdrawal that waits: what the second person reads before deciding. Written once.
create table withdrawal_note (
  id bigint generated always as identity primary key,
  withdrawal_id bigint not null references withdrawal (id),
  staff_id bigint not null references staff (id),
  text text not null check (length(text) between 1 and 500),
  at timestamptz not null
);
create index withdrawal_note_of on withdrawal_note (withdrawal_id, id);
create trigger withdrawal_note_stands before update or delete on withdrawal_note for each row execute function refuse_rewriting('it was written once');
create trigger withdrawal_note_is_kept before truncate on withdrawal_note for each statement execute function refuse_rewriting('it is kept');

grant select, insert (withdrawal_id, staff_id, text, at) on withdrawal_note to lode_staff;
