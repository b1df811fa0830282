-- Transfers and postings by month, so that what a day costs does not grow with the history. See docs/adr/0057-months-of-the-ledger.md.

-- Partitions ----------------------------------------------------------------------------------------------------------

-- One more partition of a table, for any table by any range: `posting` and `2026_11` make `posting_2026_11`. Bounds are texts of
-- the parent's key, null for no bound. Triggers of rows come with the attachment, triggers of statements do not: a statement on the
-- partition itself would fire none, so they are made here. No role is granted anything: all read and write through the parent. To attach
-- takes no lock that readers or writers of the parent would meet: a statement that runs already does not see the new partition. Called by functions of the migration role alone.
create function make_partition(parent regclass, suffix text, first text, beyond text) returns regclass language plpgsql
set search_path = pg_catalog, pg_temp as $$
declare
  schema_name text;
  parent_name text;
  name text;
  definition text;
begin
  select n.nspname, c.relname into strict schema_name, parent_name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = parent;
  name := parent_name || '_' || suffix;
  execute format('create table %I.%I (like %I.%I including defaults including constraints including storage)', schema_name, name, schema_name, parent_name);
  for definition in
    select pg_get_triggerdef(oid) from pg_trigger where tgrelid = parent and not tgisinternal and tgtype & 1 = 0 order by tgname
  loop
    execute replace(definition, format(' ON %I.%I ', schema_name, parent_name), format(' ON %I.%I ', schema_name, name));
  end loop;
  execute format('alter table %I.%I attach partition %I.%I for values from (%s) to (%s)', schema_name, parent_name, schema_name, name,
    coalesce(quote_literal(first), 'minvalue'), coalesce(quote_literal(beyond), 'maxvalue'));
  return format('%I.%I', schema_name, name)::regclass;
end $$;
revoke all on function make_partition(regclass, text, text, text) from public;

-- Months of the ledger -------------------------------------------------------------------------------------------------

-- A month is a range of ids: ids grow in the order in which accounts moved, so a month that is over takes no further row, and every
-- balance in it follows from what came before. It begins when it is opened, which the first close in it does.
create table ledger.month (
  month date primary key,                       -- its first day; -infinity: before any month was opened
  first_transfer bigint not null unique
);
grant select on ledger.month to lode_public, lode_worker, lode_staff;

-- Of a month that is opened. Far enough apart for any number of transfers, and together below 2^53.
create function ledger.first_transfer_of(month date) returns bigint language sql immutable parallel safe return
  ((extract(year from month)::bigint - 2000) * 12 + extract(month from month)::bigint) * 100000000000;

-- What is unique in all months, also in those that are kept elsewhere: a key, and an event. A row each, never removed.
create table ledger.transfer_key (
  key ledger.key primary key,
  transfer_id bigint not null,
  business_date date,                           -- these three where the transfer is that of an event
  kind varchar(64),
  source_id varchar(128)
);
create unique index transfer_key_source on ledger.transfer_key (business_date, kind, source_id) where source_id is not null;
grant select on ledger.transfer_key to lode_public, lode_worker, lode_staff;

create trigger append_only before update or delete or truncate on ledger.transfer_key for each statement execute function ledger.refuse();
create trigger only_by_function before insert on ledger.transfer_key for each statement execute function ledger.refuse_direct_write();
create trigger append_only before update or delete or truncate on ledger.month for each statement execute function ledger.refuse();
create trigger only_by_function before insert on ledger.month for each statement execute function ledger.refuse_direct_write();

-- The tables anew -------------------------------------------------------------------------------------------------------

-- Functions and views whose text PostgreSQL has bound to the tables are bound anew, each with the rights that it has.
create temporary table rebound on commit drop as
  select p.oid, pg_get_functiondef(p.oid) as text, p.oid = 'ledger.check_line_of_customer'::regproc as takes_row
  from pg_proc p
  where p.oid = 'ledger.check_line_of_customer'::regproc or exists (
    select from pg_depend d
    where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass
      and d.refobjid in ('ledger.posting'::regclass, 'ledger.transfer'::regclass));
create temporary table rebound_view on commit drop as select pg_get_viewdef('ledger.entry'::regclass) as text;

alter table ledger.transfer rename to transfer_before;
alter table ledger.transfer_before rename constraint transfer_pkey to transfer_before_pkey;
alter table ledger.posting rename to posting_before;
alter table ledger.posting_before rename constraint posting_pkey to posting_before_pkey;
drop index ledger.posting_customer, ledger.posting_customer_type;

create sequence ledger.transfer_number;

create table ledger.transfer (
  id bigint not null default nextval('ledger.transfer_number') primary key,
  key ledger.key not null,                      -- unique by its row of transfer_key, which is where a key is looked up
  input_hash ledger.digest not null,
  kind varchar(64) not null,
  source_id varchar(128),
  business_date date not null,
  posted_at timestamptz not null,               -- the product's clock
  corrects bigint,
  answer json                                   -- what a replay returns, byte for byte: jsonb would reorder it
) partition by range (id);
alter sequence ledger.transfer_number owned by ledger.transfer.id;

create table ledger.posting (
  transfer_id bigint not null,
  line int not null,
  debit ledger.side not null,                   -- account that gives
  credit ledger.side not null,                  -- account that receives
  customer bigint,                              -- null between two house accounts
  type ledger.posting_type not null,
  amount ledger.amount not null,
  debit_after ledger.remainder,                 -- the account's balance after this line; null for house accounts
  credit_after ledger.remainder,
  date date not null,                           -- the record's own day, not the day of posting
  source_id bigint,                             -- the machine, where there is one
  primary key (transfer_id, line),
  constraint two_accounts_of_one_coin_and_one_customer check (
    debit <> credit and abs(debit) % '10'::bigint = abs(credit) % '10'::bigint
    and (least(debit, credit) < 0 or debit / 100 = credit / 100))
) partition by range (transfer_id);
-- A customer's records, newest first. Mining outputs are listed from machine_output and would double the index.
create index posting_customer on ledger.posting (customer, transfer_id desc, line desc) where type <> 'MINING_OUTPUT';
create index posting_customer_type on ledger.posting (customer, type, transfer_id desc, line desc) where type <> 'MINING_OUTPUT';

create trigger append_only before update or delete or truncate on ledger.transfer for each statement execute function ledger.refuse();
create trigger append_only before update or delete or truncate on ledger.posting for each statement execute function ledger.refuse();
create trigger only_by_function before insert on ledger.transfer for each statement execute function ledger.refuse_direct_write();
create trigger only_by_function before insert on ledger.posting for each statement execute function ledger.refuse_direct_write();
create trigger key_is_of_its_part before insert on ledger.transfer for each row execute function ledger.check_key();

grant select on ledger.transfer, ledger.posting to lode_public, lode_worker, lode_staff;

-- As it was, and before it the key is taken. A key or event that is known leaves the transfer out, as a conflict of its own would:
-- the functions that post say `on conflict do nothing` and look whether a row came back.
create or replace function ledger.check_key() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  insert into transfer_key (key, transfer_id, business_date, kind, source_id)
    values (new.key, new.id, case when new.source_id is not null then new.business_date end,
      case when new.source_id is not null then new.kind end, new.source_id)
    on conflict do nothing;
  if not found then return null; end if;
  if pg_has_role(session_user, 'lode_public', 'member')
    and not pg_has_role(session_user, 'lode_worker', 'member') and not pg_has_role(session_user, 'lode_staff', 'member') then
    if new.key !~ '^((withdraw|coin-up):[a-zA-Z]+ [0-9]+ |pay-(owed|hosting):|withdrawal-end:[0-9]{1,18}$)' then
      raise exception 'permission denied to post under the key %', new.key using errcode = 'insufficient_privilege';
    elsif new.key like 'withdrawal-end:%' then
      insert into credit_to_record values (new.id) on conflict do nothing;
    end if;
  end if;
  return new;
end $$;

-- What is there goes into the months in which it was posted. A transfer that names an earlier time than one before it belongs to the
-- later month: ids are what a month is made of.
do $$
declare
  before constant text := current_setting('search_path');
  opened record;
begin
  perform set_config('search_path', 'ledger, pg_temp', true);
  insert into month
    select month, min(id) from (
      select id, max(date_trunc('month', posted_at at time zone 'Asia/Shanghai')::date) over (order by id) as month from transfer_before
    ) known group by month;
  if not found then insert into month values ('-infinity', 0); end if;
  for opened in
    select month, first_transfer, lag(first_transfer) over (order by month) is null as is_first, lead(first_transfer) over (order by month) as beyond
    from month order by month
  loop
    perform public.make_partition(parent, case when isfinite(opened.month) then to_char(opened.month, 'YYYY_MM') else 'first' end,
        case when not opened.is_first then opened.first_transfer::text end,
        coalesce(opened.beyond, first_transfer_of(case when isfinite(opened.month) then (opened.month + interval '1 month')::date else '2000-01-01' end))::text)
      from unnest(array['ledger.transfer', 'ledger.posting']::regclass[]) parent;
  end loop;
  insert into transfer (id, key, input_hash, kind, source_id, business_date, posted_at, corrects, answer)
    select id, key, input_hash, kind, source_id, business_date, posted_at, corrects, answer from transfer_before order by id;
  insert into posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
    select transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id from posting_before order by transfer_id, line;
  if (select count(*) from transfer) <> (select count(*) from transfer_before)
    or (select (count(*), sum(amount::numeric)) from posting) <> (select (count(*), sum(amount::numeric)) from posting_before) then
    raise exception 'not every transfer and posting went into a month';
  end if;
  perform setval('transfer_number', greatest((select max(id) from transfer), 1), exists (select from transfer));
  perform set_config('search_path', before, true);
end $$;

do $$
declare
  bound record;
begin
  drop function ledger.check_line_of_customer(ledger.posting_before);
  for bound in select text from pg_temp.rebound order by takes_row desc loop
    execute bound.text;
  end loop;
  execute 'create or replace view ledger.entry as ' || (select text from pg_temp.rebound_view);
end $$;
revoke all on function ledger.check_line_of_customer(ledger.posting) from public;
drop table ledger.transfer_before, ledger.posting_before;
alter sequence ledger.transfer_number rename to transfer_id_seq;

-- Keys are looked up where they are unique ------------------------------------------------------------------------------

create or replace function ledger.replay(transfer_key text, hash bytea, out transfer_id bigint, out answer json) language plpgsql as $$
declare
  known_hash bytea;
begin
  select k.transfer_id, t.answer, t.input_hash into transfer_id, answer, known_hash
    from ledger.transfer_key k left join transfer t on t.id = k.transfer_id where k.key = replay.transfer_key;
  if transfer_id is not null and known_hash is distinct from hash then
    raise exception 'key % was used before with other input', transfer_key using errcode = 'LD002';
  end if;
end $$;

create or replace function ledger.is_posted_event(wanted_kind text, source text, day date) returns boolean language sql stable
set search_path = ledger, pg_temp as $$
  select exists (select from transfer_key k where k.business_date = day and k.kind = wanted_kind and k.source_id = source);
$$;

do $$
declare
  text constant text := pg_get_functiondef('ledger.check_interest'::regproc);
  by_key constant text := '(select id from transfer where key = concat(';
begin
  if strpos(text, by_key) = 0 then raise exception 'ledger.check_interest is not as this file knows it'; end if;
  execute replace(text, by_key, '(select transfer_id from transfer_key where key = concat(');
end $$;

-- What a transaction has just posted is read by its id. The plan for any id asks one partition too, when it runs; PostgreSQL does not see that when it
-- compares costs, and would plan anew at each call: half of what a lone credit costs.
alter function ledger.check_posted(bigint) set plan_cache_mode = force_generic_plan;
alter function ledger.check_credit_is_recorded() set plan_cache_mode = force_generic_plan;
alter function check_withdrawal_transfer() set plan_cache_mode = force_generic_plan;
alter function check_deposit_transfer() set plan_cache_mode = force_generic_plan;

-- A month begins ----------------------------------------------------------------------------------------------------------

-- Opens the month of a day, unless it or a later one is open: its partitions, and the ids that are given out from now on. All or nothing, and
-- no id of the month is given out while one of the month before is held by an open transaction. False, and postings go on in the month before:
-- transactions were in the way, or the clock is the real one and the month has not begun.
create function ledger.open_month(day date) returns boolean language plpgsql security definer
set search_path = ledger, pg_temp set lock_timeout = '500ms' as $$
declare
  wanted constant date := day - extract(day from day)::int + 1;
begin
  if wanted <= (select max(month) from month) then return true; end if;
  if wanted not between '2000-01-01' and '2199-12-01'
    or wanted > (clock_timestamp() at time zone 'Asia/Shanghai')::date and exists (select from public.installation where mode = 'production') then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('ledger.open_month', 0));
  if wanted <= (select max(month) from month) then return true; end if;
  -- Waits for the transactions that post, and lets no other begin to: one that had looked up the partitions and then got an id of the new month
  -- would find none for it.
  lock table transfer in share mode;
  execute format('alter sequence ledger.transfer_id_seq restart with %s', first_transfer_of(wanted));
  perform public.make_partition(parent, to_char(wanted, 'YYYY_MM'), first_transfer_of(wanted)::text,
      first_transfer_of((wanted + interval '1 month')::date)::text)
    from unnest(array['ledger.transfer', 'ledger.posting']::regclass[]) parent;
  insert into month values (wanted, first_transfer_of(wanted));
  return true;
exception when lock_not_available then
  return false;
end $$;
revoke all on function ledger.open_month(date), ledger.first_transfer_of(date) from public;
grant execute on function ledger.open_month(date) to lode_worker;
