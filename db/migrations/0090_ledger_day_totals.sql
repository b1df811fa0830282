-- What each business date moved on each class of account, so that a trial balance of any date reads a few rows a day however many postings
-- there are, and what the staff finds transfers by. See docs/adr/0076-books-in-the-console.md.

-- Lists of the staff ---------------------------------------------------------------------------------------------------

-- Kinds that are rare among all are walked along this. Those of the customers' own calls are most of all transfers and are found along the primary
-- key: in the index they would cost every such call.
create index transfer_of_kind on ledger.transfer (kind, id)
  where kind not in ('withdrawal', 'withdrawal-end', 'coin-up-subscription', 'coin-up-interest-redemption', 'deposit');
create index transfer_corrects on ledger.transfer (corrects) where corrects is not null;

-- Totals of a date -----------------------------------------------------------------------------------------------------

-- All customers' accounts of one name and coin are one class, each house account is its own: `name_of` and `coin_of` read a class as an account.
create function ledger.class_of(account bigint) returns bigint language sql immutable parallel safe return
  case when account > 0 then account % 100 else account end;

create table ledger.day_total (
  date date not null,                           -- business date of the transfers
  class bigint not null,
  given numeric(38) not null check (given >= 0),
  received numeric(38) not null check (received >= 0),
  first_transfer bigint not null,               -- of those that moved it
  last_transfer bigint not null,
  primary key (date, class)
);

-- One row. `candidate` was the newest id that had been given out when `posting` were the transactions that could still commit an id up to it.
create table ledger.day_total_progress (
  is_only boolean primary key default true check (is_only),
  counted_to bigint not null,                   -- each transfer up to this id is in the totals, each above is not
  candidate bigint not null,
  posting text[] not null,
  from_carried boolean not null default false   -- some are of what a month carried forward: all of it on one day, and net
);
insert into ledger.day_total_progress values (true, 0, 0, '{}');

grant select on ledger.day_total, ledger.day_total_progress to lode_worker, lode_staff;
create trigger not_deleted before delete or truncate on ledger.day_total for each statement execute function ledger.refuse();
create trigger only_by_function before insert or update on ledger.day_total for each statement execute function ledger.refuse_direct_write();
create trigger not_deleted before delete or truncate on ledger.day_total_progress for each statement execute function ledger.refuse();
create trigger only_by_function before insert or update on ledger.day_total_progress for each statement execute function ledger.refuse_direct_write();

-- The totals of a range of ids, its own bounds left out below and in above. Of a month that is kept elsewhere stands what it carried forward, on its last day.
create function ledger.totals_between(after bigint, upto bigint)
returns table (date date, class bigint, given numeric, received numeric, first_transfer bigint, last_transfer bigint)
language sql stable parallel safe set search_path = ledger, pg_temp set jit = off as $$
  select moved.date, moved.class, sum(moved.given), sum(moved.received), min(moved.first_transfer), max(moved.last_transfer)
  from (
    select t.business_date as date, side.class, sum(side.given) as given, sum(side.received) as received, min(t.id) as first_transfer, max(t.id) as last_transfer
    from (
      select p.transfer_id, class_of(p.debit) as giver, class_of(p.credit) as taker, sum(p.amount::bigint) as amount
      from posting p where p.transfer_id > after and p.transfer_id <= upto group by 1, 2, 3
    ) line
    join transfer t on t.id = line.transfer_id and t.id > after and t.id <= upto
    cross join lateral (values (line.giver, line.amount, 0), (line.taker, 0, line.amount)) side (class, given, received)
    group by t.business_date, side.class
    union all
    select coalesce(seal.last_day, seal.month), class_of(c.account), sum(greatest(-c.amount, 0)), sum(greatest(c.amount, 0)), min(seal.first_transfer), max(seal.beyond - 1)
    from month_seal seal join carried c using (month)
    where seal.detached_at is not null and seal.beyond - 1 > after and seal.beyond - 1 <= upto
    group by 1, 2
  ) moved group by 1, 2;
$$;

-- Adds the next transfers, up to the one in which `most` lines are passed. True: more can be added at once. An id that is given out may still be committed
-- later than a greater one, so nothing is added above an id until each transaction that could hold a smaller one has ended: it has the table's lock before it
-- is given an id, and to its end.
create function ledger.add_day_totals(most int) returns boolean language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  progress day_total_progress;
  reached bigint;
begin
  if exists (select from day_total_progress p, transfer_id_seq s
      where p.counted_to = p.candidate and p.candidate = case when s.is_called then s.last_value else s.last_value - 1 end) then
    return false;
  end if;
  select * into progress from day_total_progress for update skip locked;
  if not found then return false; end if;
  if progress.counted_to >= progress.candidate then
    select case when is_called then last_value else last_value - 1 end into progress.candidate from transfer_id_seq;
    select coalesce(array_agg(l.virtualtransaction), '{}') into progress.posting
      from pg_locks l
      where l.locktype = 'relation' and l.relation = 'ledger.transfer'::regclass and l.mode = 'RowExclusiveLock' and l.pid is distinct from pg_backend_pid()
        and l.database = (select oid from pg_database where datname = current_database());
  elsif exists (
      select from pg_locks l
      where l.locktype = 'relation' and l.relation = 'ledger.transfer'::regclass and l.mode = 'RowExclusiveLock' and l.virtualtransaction = any (progress.posting)
        and l.database = (select oid from pg_database where datname = current_database())) then
    return false;
  else
    progress.posting := '{}';
  end if;
  reached := progress.counted_to;
  if progress.posting = '{}' and progress.candidate > progress.counted_to then
    if exists (select from month_seal where detached_at is not null and first_transfer <= reached and beyond - 1 > reached) then
      raise exception 'a month was taken away while its totals were being made: attach it until they are' using errcode = 'LD005';
    end if;
    select p.transfer_id into reached from posting p where p.transfer_id > progress.counted_to and p.transfer_id <= progress.candidate
      order by p.transfer_id, p.line offset most limit 1;
    reached := coalesce(reached, progress.candidate);
    insert into day_total as total
      select * from totals_between(progress.counted_to, reached)
      on conflict (date, class) do update set given = total.given + excluded.given, received = total.received + excluded.received,
        first_transfer = least(total.first_transfer, excluded.first_transfer), last_transfer = greatest(total.last_transfer, excluded.last_transfer);
  end if;
  update day_total_progress set counted_to = reached, candidate = progress.candidate, posting = progress.posting,
    from_carried = from_carried or exists (select from month_seal where detached_at is not null and beyond - 1 > progress.counted_to and beyond - 1 <= reached);
  return reached > progress.counted_to and reached < progress.candidate;
end $$;

-- What moved on a coin's accounts on each date of a range, class by class. What the totals have not reached is summed here.
create function ledger.moved_between(of_coin text, first_day date, last_day date)
returns table (date date, class bigint, given numeric, received numeric)
language sql stable set search_path = ledger, pg_temp as $$
  select moved.date, moved.class, sum(moved.given), sum(moved.received)
  from (
    select t.date, t.class, t.given, t.received from day_total t where t.date between first_day and last_day
    union all
    select t.date, t.class, t.given, t.received
    from day_total_progress progress cross join lateral totals_between(progress.counted_to, 9223372036854775807) t
  ) moved
  where moved.date between first_day and last_day and is_in_coin(moved.class, of_coin)
  group by moved.date, moved.class;
$$;

-- What a coin's accounts had before a date, and what moved on them from it to another.
create function ledger.trial_balance(of_coin text, first_day date, last_day date)
returns table (class bigint, opening numeric, given numeric, received numeric)
language sql stable set search_path = ledger, pg_temp as $$
  select moved.class, coalesce(sum(moved.received - moved.given) filter (where moved.date < first_day), 0),
    coalesce(sum(moved.given) filter (where moved.date >= first_day), 0), coalesce(sum(moved.received) filter (where moved.date >= first_day), 0)
  from moved_between(of_coin, '-infinity', last_day) moved group by moved.class;
$$;

-- The range of ids in which transfers of some business dates lie. What the totals have not reached may be of any date that is not long past.
create function ledger.transfers_of(first_day date, last_day date, out first_transfer bigint, out last_transfer bigint)
language sql stable set search_path = ledger, pg_temp as $$
  select coalesce(
      case when first_day is null then 0 else (select min(t.first_transfer) from day_total t where t.date between first_day and coalesce(last_day, 'infinity')) end,
      (select counted_to + 1 from day_total_progress)),
    case when last_day is null or last_day >= coalesce((select max(t.date) from day_total t), '-infinity') - 1 then 9223372036854775807
      else coalesce((select max(t.last_transfer) from day_total t where t.date between coalesce(first_day, '-infinity') and last_day), 0) end;
$$;

-- For the check of the books: one row per date and class whose totals are not the sums of its entries. While a month is kept elsewhere its dates are
-- not known line by line, nor are those that were made of what it carried forward: then the sums of all dates are compared.
create function ledger.check_day_totals() returns table (check_name text, subject text, expected text, found text, coin text)
language sql stable set search_path = ledger, pg_temp as $$
  with progress as (
    select counted_to, from_carried or exists (select from month_seal where detached_at is not null) as is_cut from day_total_progress
  ), entries as (
    select case when is_cut then date '-infinity' else t.date end as date, t.class, sum(case when is_cut then 0 else t.given end) as given,
      sum(case when is_cut then t.received - t.given else t.received end) as received
    from progress cross join lateral totals_between(-1, counted_to) t group by 1, 2
  ), totals as (
    select case when is_cut then date '-infinity' else t.date end as date, t.class, sum(case when is_cut then 0 else t.given end) as given,
      sum(case when is_cut then t.received - t.given else t.received end) as received
    from progress cross join day_total t group by 1, 2
  )
  (select 'the totals of a date are the sums of its entries', concat_ws(' ', nullif(date, '-infinity'), name_of(class), coin_of(class)),
     concat(coalesce(e.given, 0), ' given, ', coalesce(e.received, 0), ' received'), concat(coalesce(d.given, 0), ' given, ', coalesce(d.received, 0), ' received'),
     coin_of(class)
   from entries e full join totals d using (date, class)
   where coalesce(e.given, 0) <> coalesce(d.given, 0) or coalesce(e.received, 0) <> coalesce(d.received, 0)
   order by date, class limit 20)
  union all
  select 'the totals of dates are kept', 'ledger.day_total_progress', '1', count(*)::text, null from day_total_progress having count(*) <> 1;
$$;

revoke all on function ledger.class_of(bigint), ledger.totals_between(bigint, bigint), ledger.add_day_totals(int), ledger.moved_between(text, date, date),
  ledger.trial_balance(text, date, date), ledger.transfers_of(date, date), ledger.check_day_totals() from public;
grant execute on function ledger.class_of(bigint), ledger.totals_between(bigint, bigint), ledger.moved_between(text, date, date),
  ledger.trial_balance(text, date, date), ledger.transfers_of(date, date) to lode_worker, lode_staff;
grant execute on function ledger.add_day_totals(int), ledger.check_day_totals() to lode_worker;
