-- Transfers that wait at the same time are posted by one call.

-- What a customer's own call moves: from its wallet, or its interest into it.
create function ledger.is_own_money(type ledger.posting_type, debit bigint, credit bigint) returns boolean language sql immutable parallel safe
return case type
  when 'WITHDRAW' then ledger.is_customer_account(debit, 'OUTPUT_ACCOUNT', 'BTC') and credit = ledger.house_id('WITHDRAWAL_PENDING', 'BTC')
    or ledger.is_customer_account(debit, 'ELE_ACCOUNT', 'USDT') and credit = ledger.house_id('WITHDRAWAL_PENDING', 'USDT')
  when 'COIN_UP_IN_BTC' then ledger.is_customer_account(debit, 'OUTPUT_ACCOUNT', 'BTC') and ledger.is_customer_account(credit, 'COIN_UP_ACCOUNT', 'BTC')
  when 'COIN_UP_IN_USDT' then ledger.is_customer_account(debit, 'ELE_ACCOUNT', 'USDT') and ledger.is_customer_account(credit, 'COIN_UP_ACCOUNT', 'USDT')
  when 'INCOME_IN_BTC' then ledger.is_customer_account(debit, 'INCOME_ACCOUNT', 'BTC') and ledger.is_customer_account(credit, 'OUTPUT_ACCOUNT', 'BTC')
  when 'INCOME_IN_USDT' then ledger.is_customer_account(debit, 'INCOME_ACCOUNT', 'USDT') and ledger.is_customer_account(credit, 'ELE_ACCOUNT', 'USDT')
  else false end;

-- As check_posted, for the only lines of several transfers.
create function ledger.check_group(ids bigint[], types ledger.posting_type[], debits bigint[], credits bigint[]) returns void
  language plpgsql set search_path = ledger, pg_temp as $$
declare
  is_by_customer constant boolean := public.is_public_login(session_user);
  -- In a process that is every part.
  is_by_all constant boolean := pg_has_role(session_user, 'lode_worker', 'member') and pg_has_role(session_user, 'lode_public', 'member');
begin
  if is_by_customer then
    insert into credit_to_record
      select id from unnest(ids, types, debits, credits) line (id, type, debit, credit) where is_own_money(type, debit, credit)
      on conflict do nothing;
  end if;
  perform check_posted(id) from unnest(ids, types, debits, credits) line (id, type, debit, credit)
    where not ((is_by_customer or is_by_all) and is_own_money(type, debit, credit));
end $$;

-- Writes transfers whose accounts are locked and have enough; null, and nothing written, when a key or an event was taken meanwhile or a
-- guard refuses one of them.
create function ledger.post_usual(
  usual int[], keys text[], hashes bytea[], kinds text[], sources text[], days date[], times timestamptz[],
  debits bigint[], credits bigint[], types ledger.posting_type[], amounts bigint[], dates date[], source_ids bigint[], given_answers text[],
  debits_after bigint[], credits_after bigint[], new_accounts bigint[]
) returns bigint[] language plpgsql set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  new_ids bigint[];
begin
  if new_accounts is not null then
    insert into balance (account, posted) select account, 0 from unnest(new_accounts) account order by account;
  end if;
  with written as (
    insert into transfer (key, input_hash, kind, source_id, business_date, posted_at, answer)
    select keys[n], hashes[n], kinds[n], sources[n], days[n], times[n], given_answers[n]::json
      from unnest(usual) with ordinality p (n, place) order by place
    on conflict do nothing returning id
  )
  select array_agg(id order by id) into new_ids from written;
  if cardinality(new_ids) is distinct from cardinality(usual) then
    raise exception 'a key or an event was taken meanwhile' using errcode = 'LD002';
  end if;
  update balance b set posted = b.posted + c.change
    from (
      select account, total(change) as change
      from unnest(usual) n, lateral (values (debits[n], -amounts[n]), (credits[n], amounts[n])) leg (account, change)
      where account > 0 group by account
    ) c where b.account = c.account;
  insert into posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
    select id, 1, debits[n], credits[n], greatest(debits[n], credits[n]) / 100, types[n], amounts[n], debit_after, credit_after,
      dates[n], source_ids[n]
    from unnest(new_ids, usual, debits_after, credits_after) p (id, n, debit_after, credit_after);
  perform check_group(
    new_ids, array(select types[n] from unnest(usual) n), array(select debits[n] from unnest(usual) n),
    array(select credits[n] from unnest(usual) n));
  return new_ids;
exception
  when integrity_constraint_violation or data_exception or insufficient_privilege
    or sqlstate 'LD001' or sqlstate 'LD002' or sqlstate 'LD003' then return null;
end $$;

-- What became of one transfer; a refusal is undone and reported with what `ledgerError` reads.
create function ledger.post_or_refuse(
  place int, transfer_key text, hash bytea, transfer_kind text, source text, day date, at timestamptz,
  debit bigint, credit bigint, type ledger.posting_type, amount bigint, date date, source_id bigint, given_answer text
) returns json language plpgsql set search_path = ledger, pg_temp as $$
declare
  posted record;
  refusal text;
  reason text;
  about text;
  violated text;
  of_schema text;
begin
  select * into posted from post_transfer(
    transfer_key, hash, transfer_kind, source, day, at, debit, credit, type, amount, date, source_id, given_answer::json);
  return json_build_object('place', place, 'transferId', posted.transfer_id::text, 'replayed', posted.replayed, 'answer', posted.answer);
exception
  when integrity_constraint_violation or data_exception or insufficient_privilege
    or sqlstate 'LD001' or sqlstate 'LD002' or sqlstate 'LD003' then
    get stacked diagnostics refusal = returned_sqlstate, reason = message_text, about = pg_exception_detail,
      violated = constraint_name, of_schema = schema_name;
    return json_build_object('place', place, 'code', refusal, 'message', reason, 'detail', about, 'constraint', violated, 'schema', of_schema);
end $$;

-- Several transfers of one line each, as if they were posted one after the other in their order; one that is refused leaves no trace and
-- the others as they are. Those of customers of whom nothing is unusual are posted as a set. Unusual is a known key or event, a
-- shortage, a closed account, a stored account of the house, interest; then all transfers of that customer are posted one by one. `ids`
-- has null for each of these, and `others` says what became of them.
create function ledger.post_group(
  keys text[], hashes bytea[], kinds text[], sources text[], days date[], times timestamptz[],
  debits bigint[], credits bigint[], types ledger.posting_type[], amounts bigint[], dates date[], source_ids bigint[], given_answers text[]
) returns table (ids bigint[], others json)
  language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  usual int[];               -- places of those that are posted as a set, in their order
  debits_after bigint[];
  credits_after bigint[];
  new_accounts bigint[];
  new_ids bigint[];
  outcomes json[];
begin
  -- All accounts are locked here, in the order of all callers: those that are posted one by one wait for no more.
  with
    asked as materialized (
      select n::int, debit, credit, amount, case when debit > 0 then debit else credit end / 100 as customer,
        amount > 0 and is_stored(debit) = (debit > 0) and is_stored(credit) = (credit > 0)
          and debit not between -144 and -141 and credit not between -144 and -141
          and count(*) over (partition by key) = 1 and not exists (select from transfer_key k where k.key = a.key)
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

revoke all on function ledger.is_own_money, ledger.check_group, ledger.post_usual, ledger.post_or_refuse, ledger.post_group from public;
grant execute on function ledger.post_group to lode_public, lode_worker, lode_staff;
