-- A removed deposit is taken back in parts, as its customer has the money, and what is never paid back is written off against
-- TREASURY. Mined again, each part returns to whom it came from.

alter table deposit_claw_back add column part int not null default 1 check (part > 0);
alter table deposit_claw_back alter column part drop default;
alter table deposit_claw_back add column amount bigint check (amount > 0);
alter table deposit_claw_back disable trigger deposit_claw_back_stands;
update deposit_claw_back set amount = deposit.amount from deposit where id = deposit_id;
alter table deposit_claw_back enable trigger deposit_claw_back_stands;
alter table deposit_claw_back alter column amount set not null;
alter table deposit_claw_back drop constraint deposit_claw_back_pkey;
alter table deposit_claw_back add primary key (deposit_id, removal, part);

create table deposit_write_off (
  deposit_id bigint not null references deposit (id),
  removal int not null check (removal > 0),     -- which of the deposit's removals
  part int not null check (part > 0),
  key text not null check (length(key) between 1 and 160),              -- the same command is one write-off
  amount bigint not null check (amount > 0),
  transfer_id bigint not null unique,           -- TREASURY → SUSPENSE
  written_off_at timestamptz not null,
  reversal_transfer_id bigint unique,           -- SUSPENSE → TREASURY, when the same output is mined again
  reversed_at timestamptz,
  primary key (deposit_id, removal, part),
  unique (deposit_id, removal, key),
  check ((reversal_transfer_id is null) = (reversed_at is null))
);

-- What SUSPENSE still lacks of credited deposits that a reorg removed.
create or replace view deposit_to_claw_back as
  select id, customer_id, coin, lacking.amount
  from deposit
  cross join lateral (
    select deposit.amount
      - (select coalesce(sum_units(taken.amount), 0) from deposit_claw_back taken where taken.deposit_id = id and taken.removal = removals)
      - (select coalesce(sum_units(written.amount), 0) from deposit_write_off written where written.deposit_id = id and written.removal = removals)
      as amount
  ) lacking
  where status = 'ORPHANED' and transfer_id is not null and lacking.amount > 0;

create or replace function refuse_claw_back() returns trigger language plpgsql as $$
declare
  lacking bigint;
begin
  -- Of two parts at the same time the second one sees the first.
  perform from deposit where id = new.deposit_id for update;
  select amount into lacking from deposit_to_claw_back where id = new.deposit_id
    and exists (select from deposit where deposit.id = new.deposit_id and removals = new.removal);
  if new.amount <= lacking is not true then
    raise exception 'deposit % lacks %, not %', new.deposit_id, coalesce(lacking, 0), new.amount using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger deposit_write_off_is_allowed before insert on deposit_write_off for each row execute function refuse_claw_back();
create trigger deposit_write_off_stands before update on deposit_write_off
  for each row when (old.reversal_transfer_id is not null) execute function refuse_rewriting('it is reversed once');

-- A freeze says which removed deposit it is for: it ends when the rest of that is written off.
alter table customer_freeze add column deposit_id bigint references deposit (id);
update customer_freeze set deposit_id = (regexp_match(reason, '^deposit ([0-9]{1,18}) was credited'))[1]::bigint
  where reason ~ '^deposit [0-9]{1,18} was credited' and lifted_at is null
    and exists (select from deposit where id = (regexp_match(reason, '^deposit ([0-9]{1,18}) was credited'))[1]::bigint);

grant select, insert, update (reversal_transfer_id, reversed_at) on deposit_write_off to lode_app;
