-- Two more roles, and proposals: an action of the staff that waits for a second person.

alter table staff drop constraint staff_role_check;
alter table staff add constraint staff_role_check
  check (role in ('SUPPORT', 'OPERATIONS', 'FINANCE', 'APPROVER', 'ADMIN', 'AUDITOR'));

create table staff_proposal (
  id bigint generated always as identity primary key,
  action text not null check (length(action) between 1 and 64),          -- the name of the command: `terms:set`
  input jsonb not null check (length(input::text) <= 1000000),           -- its options as they were given
  summary text not null check (length(summary) between 1 and 4000),      -- what the second person reads
  reason text not null check (length(reason) between 1 and 500),
  proposed_by bigint not null references staff (id),
  proposed_at timestamptz not null,
  outcome text check (outcome in ('APPROVED', 'REJECTED')),              -- null while it waits
  decided_by bigint references staff (id),
  decided_at timestamptz check (decided_at >= proposed_at),
  check ((outcome is null) = (decided_by is null) and (outcome is null) = (decided_at is null)),
  constraint approved_by_another_person check (outcome is distinct from 'APPROVED' or decided_by <> proposed_by)
);
create index staff_proposal_open on staff_proposal (id) where outcome is null;
create trigger staff_proposal_stands before update or delete on staff_proposal
  for each row when (old.outcome is not null) execute function refuse_rewriting('it is decided');

grant select, insert, update (outcome, decided_by, decided_at) on staff_proposal to lode_app;
