-- Three guards of a money call cost as much as its rows: they were asked row by row. What they hold stays; a whole group is looked at once.

-- A time of now is seen by the trigger's condition: the function is called for others only. It knows whether they are allowed.
drop trigger withdrawal_begins_now on withdrawal;
create trigger withdrawal_begins_now before insert on withdrawal for each row
  when ((new.applied_at between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes') is not true)
  execute function refuse_backdating('applied_at');
drop trigger withdrawal_step_is_of_now on withdrawal_step;
create trigger withdrawal_step_is_of_now before insert on withdrawal_step for each row
  when ((new.at between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes') is not true)
  execute function refuse_backdating('at');
drop trigger security_event_is_of_now on security_event;
create trigger security_event_is_of_now before insert on security_event for each row
  when ((new.at between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes') is not true
    and is_public_login(current_user))
  execute function refuse_backdating('at');
drop trigger session_begins_now on session;
create trigger session_begins_now before insert on session for each row
  when ((new.created_at between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes') is not true)
  execute function refuse_backdating('created_at');

create function check_withdrawals_taken() returns trigger language plpgsql set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare
  wrong bigint;
begin
  select w.transfer_id into wrong
  from fresh w cross join lateral (
    select count(*) = 1 and bool_and(type = 'WITHDRAW'
      and debit = case when w.customer_id is null then ledger.house_id('TREASURY', w.coin)
        when w.coin = 'BTC' then ledger.account_id(w.customer_id, 'OUTPUT_ACCOUNT', 'BTC')
        else ledger.account_id(w.customer_id, 'ELE_ACCOUNT', 'USDT') end
      and credit = ledger.house_id('WITHDRAWAL_PENDING', w.coin) and amount = w.amount) as fits
    from ledger.posting where transfer_id = w.transfer_id
      and type in ('WITHDRAW', 'WITHDRAW_RETURN', 'WITHDRAW_OFFSET', 'WITHDRAWAL_PAID', 'WITHDRAWAL_FEE')
  ) taken
  where taken.fits is not true limit 1;
  if found then
    raise exception 'transfer % did not take the amount of this withdrawal from its wallet', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
revoke all on function check_withdrawals_taken() from public;

create or replace function check_withdrawal_transfer() returns trigger language plpgsql set search_path to 'public', 'pg_temp'
  set plan_cache_mode = force_generic_plan as $$
begin
  if new.end_transfer_id is not null and not (
    withdrawal_transfer_is(new, new.end_transfer_id, new.phase)
    and exists (select from ledger.transfer where id = new.end_transfer_id and key = 'withdrawal-end:' || new.id)
  ) then
    raise exception 'transfer % does not end withdrawal % as %', new.end_transfer_id, new.id, new.phase using errcode = 'check_violation';
  end if;
  return new;
end $$;

drop trigger withdrawal_has_its_transfer on withdrawal;
create trigger withdrawal_has_its_transfer after insert on withdrawal referencing new table as fresh
  for each statement execute function check_withdrawals_taken();
create trigger withdrawal_is_made_with_its_end before insert on withdrawal for each row
  when (new.end_transfer_id is not null) execute function check_withdrawal_transfer();

create or replace function ledger.check_credit_is_recorded() returns trigger language plpgsql security definer
  set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  unrecorded bigint;
begin
  -- The first of the transaction's rows has looked at all that were posted after it. What others left behind dead lies below.
  if not exists (select from credit_to_record where transfer_id = new.transfer_id) then return null; end if;
  select asked.transfer_id into unrecorded
  from (
    select c.transfer_id, t.key, t.posted_at,
      case when t.key ~ '^(deposit|withdrawal-end):' then split_part(t.key, ':', 2)::bigint end as row_id
    from credit_to_record c
      -- The limit keeps the planner from reading all transfers: this table is empty whenever it is analysed.
      left join lateral (select key, posted_at from transfer where id = c.transfer_id limit 1) t on true
    where c.transfer_id >= new.transfer_id
  ) asked
  where (case
    when row_id is not null then
      exists (select from public.deposit where id = row_id and transfer_id = asked.transfer_id and asked.key = 'deposit:' || id)
      or exists (select from public.withdrawal where id = row_id and end_transfer_id = asked.transfer_id and asked.key = 'withdrawal-end:' || id)
    -- A call of a customer posts one line.
    when key is not null then (
      select count(*) = 1 and bool_and(case
        when line.type = 'WITHDRAW' then exists (select from public.withdrawal where transfer_id = line.transfer_id)
        when line.type::text like 'COIN\_UP\_IN\_%' then public.is_position_ordered(line.customer, coin_of(line.debit))
        else is_interest_ordered(line.customer, coin_of(line.debit), line.amount, asked.posted_at)
      end)
      from posting line where line.transfer_id = asked.transfer_id)
  end) is not true limit 1;
  if found then
    raise exception 'transfer % is recorded by no row', unrecorded using errcode = 'check_violation';
  end if;
  delete from credit_to_record where transfer_id >= new.transfer_id;
  return null;
end $$;

-- Keys are looked up one by one, by their index. As `not exists` they became a set of all keys, read anew by each group, wherever statistics knew few of
-- them; and a plan that is made while the table is small is kept.
create or replace function ledger.post_group(
  keys text[], hashes bytea[], kinds text[], sources text[], days date[], times timestamptz[],
  debits bigint[], credits bigint[], types ledger.posting_type[], amounts bigint[], dates date[], source_ids bigint[], given_answers text[]
) returns table (ids bigint[], others json)
  language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off as $$
#variable_conflict use_column
declare
  usual int[];               -- places of those that are posted as a set, in their order
  debits_after bigint[];
  credits_after bigint[];
  new_accounts bigint[];
  new_ids bigint[];
  outcomes json[];
begin
  -- Lists are read by order and by subscript: both must be the same.
  if array_dims(keys) is distinct from format('[1:%s]', cardinality(keys))
    or (array_dims(hashes), array_dims(kinds), array_dims(sources), array_dims(days), array_dims(times), array_dims(debits), array_dims(credits),
        array_dims(types), array_dims(amounts), array_dims(dates), array_dims(source_ids), array_dims(given_answers))
      is distinct from (array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys),
        array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys)) then
    raise exception 'a group needs at least one transfer, and every list of it one value each, numbered from one' using errcode = 'LD003';
  end if;

  -- All accounts are locked here, in the order of all callers: those that are posted one by one wait for no more.
  with
    asked as materialized (
      select n::int, debit, credit, amount, case when debit > 0 then debit else credit end / 100 as customer,
        amount > 0 and is_stored(debit) = (debit > 0) and is_stored(credit) = (credit > 0)
          and debit not between -144 and -141 and credit not between -144 and -141
          and count(*) over (partition by key) = 1 and (select k.transfer_id from transfer_key k where k.key = a.key) is null
          and (source is null or count(*) over (partition by day, kind, source) = 1 and not is_posted_event(kind, source, day)) as is_plain
      from unnest(keys, kinds, sources, days, debits, credits, amounts) with ordinality a (key, kind, source, day, debit, credit, amount, n)
    ),
    leg as materialized (
      select n, customer, true as is_debit, debit as account, -amount as change from asked where is_stored(debit)
      union all select n, customer, false, credit, amount from asked where is_stored(credit)
    ),
    locked as materialized (
      select b.account, b.posted, b.held, b.closed from balance b where b.account in (select account from leg) order by b.account for update
    ),
    summed as materialized (
      select n, customer, is_debit, account, posted, held, closed,
        coalesce(posted, 0) + sum(change) over (partition by account order by n) as after
      from leg left join locked using (account)
    ),
    troubled as (
      select customer from asked where is_plain is not true
      union all select customer from summed where after < coalesce(held, 0) or closed
    ),
    outcome as (
      select n, max(after) filter (where is_debit) as debit_after, max(after) filter (where not is_debit) as credit_after,
        min(account) filter (where posted is null) as new_account
      from summed where customer > 0 and customer not in (select customer from troubled) group by n
    )
  select array_agg(n order by n), array_agg(debit_after order by n), array_agg(credit_after order by n),
      array_agg(distinct new_account order by new_account) filter (where new_account is not null)
    into usual, debits_after, credits_after, new_accounts from outcome;

  if usual is not null then
    new_ids := post_usual(
      usual, keys, hashes, kinds, sources, days, times, debits, credits, types, amounts, dates, source_ids, given_answers, debits_after, credits_after,
      new_accounts);
  end if;
  if cardinality(new_ids) = cardinality(keys) then
    return query select new_ids, null::json;
    return;
  end if;

  ids := array_fill(null::bigint, array[cardinality(keys)]);
  for place in 1 .. coalesce(cardinality(new_ids), 0) loop ids[usual[place]] := new_ids[place]; end loop;
  for place in 1 .. cardinality(keys) loop
    if ids[place] is null then
      outcomes := outcomes || post_or_refuse(place,
        keys[place], hashes[place], kinds[place], sources[place], days[place], times[place], debits[place], credits[place], types[place],
        amounts[place], dates[place], source_ids[place], given_answers[place]);
    end if;
  end loop;
  others := array_to_json(outcomes);
  return next;
end $$;
