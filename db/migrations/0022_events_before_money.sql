-- What was asked for before is judged before what there is. An event that was posted under another key is told so although the
-- money is gone meanwhile; it was told of a shortage, and whoever makes a debt of one would have made a second. And `post_many`
-- judges such an event by itself, where it asked to be called again for ever.
--
-- Two functions of 0006, whole, with that: in the first the condition before the shortage, in the second the first condition of
-- the loop.

create function ledger.is_posted_event(wanted_kind text, source text, day date) returns boolean language sql stable
set search_path = ledger, pg_temp as $$
  select exists (select from transfer t where t.business_date = day and t.kind = wanted_kind and t.source_id = source);
$$;

create or replace function ledger.post_lines(
  transfer_key text, hash bytea, transfer_kind text, source text, day date, at timestamptz,
  debits bigint[], credits bigint[], types ledger.posting_type[], amounts bigint[], dates date[], source_ids bigint[],
  correction_of bigint, given_answer json,
  out transfer_id bigint, out replayed boolean, out answer json
) language plpgsql as $$
declare
  lines int := coalesce(cardinality(debits), 0);
  accounts int;
  found_accounts int;
  short_account bigint;
begin
  if lines = 0 or (cardinality(credits), cardinality(types), cardinality(amounts), cardinality(dates), cardinality(source_ids))
                  is distinct from (lines, lines, lines, lines, lines) then
    raise exception 'a transfer needs at least one line, and every list of it the same length' using errcode = 'LD003';
  end if;
  select r.transfer_id, r.answer into transfer_id, answer from replay(transfer_key, hash) r;
  replayed := transfer_id is not null;
  if replayed then return; end if;
  answer := given_answer;
  if correction_of is not null and not exists (select from transfer where id = correction_of) then
    raise exception 'there is no transfer % to correct', correction_of using errcode = 'LD003';
  end if;

  loop
    with
      line as materialized (
        select n, debit, credit, type, amount, date, source_id
        from unnest(debits, credits, types, amounts, dates, source_ids) with ordinality as l (debit, credit, type, amount, date, source_id, n)
      ),
      -- One leg a line, and a second one where both sides are a customer's.
      leg as materialized (
        select true as is_first, *,
               case when debit > 0 then debit when credit > 0 then credit end as account,
               case when debit > 0 then -amount else amount end as change
        from line
        union all
        select false, *, credit, amount from line where debit > 0 and credit > 0
      ),
      change as materialized (
        select account, total(change) as change
        from (
          select account, change from leg where account is not null
          union all select debit, -amount from line where debit between -114 and -111
          union all select credit, amount from line where credit between -114 and -111
        ) stored group by account
      ),
      locked as materialized (
        select b.account, b.posted, b.held, c.change from change c join balance b using (account) order by b.account for update of b
      ),
      judged as materialized (
        select (select count(*) from change) as accounts, count(*) as found_accounts,
               min(account) filter (where posted + locked.change < held) as short_account
        from locked
      ),
      taken as (
        insert into transfer (key, input_hash, kind, source_id, business_date, posted_at, corrects, answer)
        select transfer_key, hash, transfer_kind, source, day, at, correction_of, given_answer
        from judged j where j.found_accounts = j.accounts and j.short_account is null
        on conflict do nothing returning id
      ),
      -- The row that this statement sees may be older than the one that it locked, and it is the seen one that the table's
      -- check is first tried on: the new values come from the locked row alone.
      moved as (
        update balance b set posted = l.posted + l.change, held = l.held from locked l, taken where b.account = l.account
      ),
      summed as materialized (
        select leg.*, posted + total(leg.change) over (partition by account order by n) as after
        from leg left join locked using (account)
      ),
      written as (
        insert into posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
        select taken.id, f.n, f.debit, f.credit, f.account / 100, f.type, f.amount,
               case when f.debit > 0 then case when f.after < 0 then refuse_shortage(f.account) else f.after end end,
               case when f.debit > 0 then s.after else f.after end, f.date, f.source_id
        from taken, summed f left join summed s on s.n = f.n and not s.is_first
        where f.is_first
      )
    select j.accounts, j.found_accounts, j.short_account, (select id from taken)
      into accounts, found_accounts, short_account, transfer_id from judged j;
    exit when transfer_id is not null;

    if found_accounts < accounts then
      perform from lock_balances(debits || credits);
      continue;
    end if;
    -- Whoever held the locks may have posted this very request: then it is no shortage, but the answer.
    select r.transfer_id, r.answer into transfer_id, answer from replay(transfer_key, hash) r;
    if transfer_id is null and short_account is not null and not is_posted_event(transfer_kind, source, day) then
      perform refuse_shortage(short_account);
    elsif transfer_id is null then
      select r.transfer_id, r.answer into transfer_id, answer from replay_after_conflict(transfer_key, hash, transfer_kind, source, day) r;
    end if;
    replayed := true;
    exit;
  end loop;
end $$;

create or replace function ledger.post_many(
  keys text[], hashes bytea[], kinds text[], sources text[], days date[], times timestamptz[],
  debits bigint[], credits bigint[], types text[], amounts bigint[], dates date[], source_ids bigint[], given_answers json[]
) returns table (request int, outcome text, transfer_id bigint, answer json)
language plpgsql security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_column
declare
  wanted record;
  accounts bigint[];
  holdings bigint[];
  available bigint[];
  giver_after bigint[];
  taker_after bigint[];
  winners int[] := '{}';
  refused int[] := '{}';
  reused int[] := '{}';
  ids bigint[];
begin
  select array_agg(l.account order by l.account), array_agg(l.posted order by l.account), array_agg(l.posted - l.held order by l.account)
    into accounts, holdings, available from lock_balances(debits || credits) l;

  return query
    select k.n::int, case when t.input_hash = hashes[k.n] then 'replayed' else 'key-reused' end, t.id, t.answer
    from unnest(keys) with ordinality k (key, n) join transfer t using (key);

  for wanted in
    select n, amounts[n] as amount, array_position(accounts, debits[n]) as giver, array_position(accounts, credits[n]) as taker
    from generate_subscripts(keys, 1) n
    where not exists (select from transfer t where t.key = keys[n]) order by n
  loop
    if sources[wanted.n] is not null and (
      is_posted_event(kinds[wanted.n], sources[wanted.n], days[wanted.n])
      or exists (select from unnest(winners) w where (kinds[w], sources[w], days[w]) = (kinds[wanted.n], sources[wanted.n], days[wanted.n]))
    ) then
      reused := reused || wanted.n;
      continue;
    end if;
    if available[wanted.giver] < wanted.amount then
      refused := refused || wanted.n;
      continue;
    end if;
    winners := winners || wanted.n;
    if wanted.giver is not null then
      holdings[wanted.giver] := holdings[wanted.giver] - wanted.amount;
      available[wanted.giver] := available[wanted.giver] - wanted.amount;
      if debits[wanted.n] > 0 then giver_after[wanted.n] := holdings[wanted.giver]; end if;
    end if;
    if wanted.taker is not null then
      holdings[wanted.taker] := holdings[wanted.taker] + wanted.amount;
      available[wanted.taker] := available[wanted.taker] + wanted.amount;
      if credits[wanted.n] > 0 then taker_after[wanted.n] := holdings[wanted.taker]; end if;
    end if;
  end loop;

  with taken as (
    insert into transfer (key, input_hash, kind, source_id, business_date, posted_at, answer)
    select keys[n], hashes[n], kinds[n], sources[n], days[n], times[n], given_answers[n] from unnest(winners) with ordinality w (n, place) order by place
    on conflict do nothing returning id
  )
  select array_agg(id order by id) into ids from taken;
  if coalesce(cardinality(ids), 0) <> cardinality(winners) then
    raise exception 'a key was taken meanwhile' using errcode = 'serialization_failure', hint = 'Call again.';
  end if;
  update balance b set posted = after.posted
    from unnest(accounts, holdings) after (account, posted) where b.account = after.account and b.posted <> after.posted;
  insert into posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
    select ids[place], 1, debits[n], credits[n], nullif(greatest(debits[n], credits[n], 0) / 100, 0), types[n]::posting_type, amounts[n],
           giver_after[n], taker_after[n], dates[n], source_ids[n]
    from unnest(winners) with ordinality w (n, place);

  return query select n, 'posted', ids[place], given_answers[n] from unnest(winners) with ordinality w (n, place);
  return query select n, 'key-reused', null::bigint, null::json from unnest(reused) n;
  return query select n, 'insufficient-funds', null::bigint, null::json from unnest(refused) n;
end $$;

revoke all on function ledger.is_posted_event from public;
