-- The operator's own money by hand, coins at the funding address that were a pool's, and pool payments that were matched wrongly.

-- Money of the operator's own that was put into CASH or taken out of it.
create table treasury_by_hand (
  id bigint generated always as identity primary key,
  key text not null unique check (length(key) between 1 and 160),       -- the same command is one movement
  direction text not null check (direction in ('IN', 'OUT')),
  coin text not null check (coin in ('BTC', 'USDT', 'ETH', 'DOGE')),
  amount bigint not null check (amount > 0),
  transfer_id bigint not null unique,           -- IN: CASH → TREASURY
  moved_at timestamptz not null
);
create trigger treasury_by_hand_stands before update or delete on treasury_by_hand
  for each row execute function refuse_rewriting('it is posted');
create trigger treasury_by_hand_kept before truncate on treasury_by_hand
  for each statement execute function refuse_rewriting('it is posted');
grant select, insert on treasury_by_hand to lode_app;

-- REOPENED: two people put back into SUSPENSE what had become TREASURY's or a pool's payment; `settled_as` says which.
alter table suspense_entry drop constraint suspense_entry_check;
alter table suspense_entry add constraint suspense_entry_change check (
  case kind when 'ARRIVED' then change > 0 when 'REOPENED' then change > 0 when 'REMOVED' then change < 0 else change <> 0 end);
alter table suspense_entry drop constraint suspense_entry_check1;
alter table suspense_entry add constraint suspense_entry_settled check ((settled_as is null) = (kind in ('ARRIVED', 'REMOVED')));
alter table suspense_entry drop constraint suspense_entry_check3;
alter table suspense_entry add constraint suspense_entry_from check (
  change < 0 or settled_as is null or settled_as = 'TREASURY' or kind = 'REOPENED' and settled_as = 'POOL');
alter table suspense_entry drop constraint suspense_entry_kind_check;
alter table suspense_entry add constraint suspense_entry_kind_check check (kind in ('ARRIVED', 'REMOVED', 'SETTLED', 'REOPENED'));

create or replace function refuse_suspense_entry() returns trigger language plpgsql as $$
declare
  state text;
  stands bigint;
begin
  select status into strict state from house_arrival where id = new.arrival_id for update;
  select coalesce(sum(change), 0) into stands from suspense_entry where arrival_id = new.arrival_id;
  if new.kind = 'ARRIVED' and state <> 'POSTED' or new.kind = 'REMOVED' and state <> 'ORPHANED' then
    raise exception 'arrival % is %', new.arrival_id, state using errcode = 'check_violation';
  elsif new.kind = 'SETTLED' and stands + new.change <> 0 then
    raise exception 'arrival % has % in SUSPENSE', new.arrival_id, stands using errcode = 'check_violation';
  elsif new.kind = 'REOPENED' and new.settled_as = 'TREASURY' and (state <> 'POSTED' or stands <> 0) then
    raise exception 'arrival % is % and has % in SUSPENSE', new.arrival_id, state, stands using errcode = 'check_violation';
  elsif new.kind = 'REOPENED' and new.settled_as = 'POOL' and not exists (
      select from pool_payment where arrival_id = new.arrival_id and undone_transfer_id = new.transfer_id and paid = new.change) then
    raise exception 'no pool payment by arrival % is undone by transfer %', new.arrival_id, new.transfer_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A pool payment is undone by a correction: its row stays and says so, its days and corrections are free for another payment.
alter table pool_payment add column undone_transfer_id bigint unique;
alter table pool_payment add column undone_at timestamptz check (undone_at >= paid_at);
alter table pool_payment add check ((undone_transfer_id is null) = (undone_at is null));
alter table pool_payment drop constraint pool_payment_arrival_id_key;
create unique index pool_payment_arrival on pool_payment (arrival_id) where undone_transfer_id is null;
drop trigger pool_payment_stands on pool_payment;
create trigger pool_payment_stands before update on pool_payment for each row
  when (old.undone_transfer_id is not null
    or (new.id, new.coin, new.from_date, new.to_date, new.arrival_id, new.paid, new.expected, new.variance_reason, new.transfer_id, new.paid_at)
      is distinct from
      (old.id, old.coin, old.from_date, old.to_date, old.arrival_id, old.paid, old.expected, old.variance_reason, old.transfer_id, old.paid_at))
  execute function refuse_rewriting('it is posted, and undone once');
create trigger pool_payment_stays before delete on pool_payment
  for each row execute function refuse_rewriting('it is posted');

alter table pool_payment_day add column undone boolean not null default false;
alter table pool_payment_day drop constraint pool_payment_day_pkey;
alter table pool_payment_day add primary key (payment_id, date);
create unique index pool_payment_day_once on pool_payment_day (coin, date) where not undone;
alter table pool_payment_correction add column undone boolean not null default false;
alter table pool_payment_correction drop constraint pool_payment_correction_pkey;
alter table pool_payment_correction add primary key (payment_id, transfer_id, line);
create unique index pool_payment_correction_once on pool_payment_correction (transfer_id, line) where not undone;

create function refuse_pool_undo() returns trigger language plpgsql as $$
begin
  if old.undone or not new.undone
    or (to_jsonb(new) - 'undone') <> (to_jsonb(old) - 'undone')
    or not exists (select from pool_payment where id = old.payment_id and undone_transfer_id is not null) then
    raise exception '% of % is refused: its payment stands', tg_op, tg_table_name;
  end if;
  return new;
end $$;
drop trigger pool_payment_day_stands on pool_payment_day;
create trigger pool_payment_day_stands before update on pool_payment_day for each row execute function refuse_pool_undo();
create trigger pool_payment_day_stays before delete on pool_payment_day
  for each row execute function refuse_rewriting('it is paid');
drop trigger pool_payment_correction_stands on pool_payment_correction;
create trigger pool_payment_correction_stands before update on pool_payment_correction for each row execute function refuse_pool_undo();
create trigger pool_payment_correction_stays before delete on pool_payment_correction
  for each row execute function refuse_rewriting('it is counted');

grant update (undone_transfer_id, undone_at) on pool_payment to lode_app;
grant update (undone) on pool_payment_day, pool_payment_correction to lode_app;
