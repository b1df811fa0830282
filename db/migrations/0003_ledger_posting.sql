-- The functions that write the books.
--
-- Each has the same order: replay a known key, lock the balances in the order of their ids, insert the key, update the
-- balances, insert the postings. Locks come before the key, so that transfer ids grow in the order in which an account's
-- balance changed; the key's unique index decides between two calls that both found it free.
--
-- They run as the owner with a pinned search path, in which no other schema can shadow a table; the guard triggers check for
-- it. Those without `security definer` are internal: no role may call them.
--
-- LD000 not through a function · LD001 insufficient funds · LD002 key used before with other input · LD003 malformed
-- posting · LD004 unknown hold

-- One movement of a transfer that has several.
create type ledger.transfer_line as (debit bigint, credit bigint, type ledger.posting_type, amount bigint, date date, source_id bigint);

-- sum(bigint) returns numeric, which would dominate the cost of a batch.
create aggregate ledger.total(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', parallel = safe, combinefunc = int8pl);

create function ledger.lock_balances(accounts bigint[])
returns table (account bigint, posted bigint, held bigint)
language plpgsql security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_column
begin
  insert into balance (account, posted)
    select wanted.account, 0
    from (select distinct a from unnest(accounts) a where is_stored(a)) wanted (account)
    where not exists (select from balance b where b.account = wanted.account)
    order by wanted.account
    on conflict do nothing;
  return query
    select b.account::bigint, b.posted, b.held::bigint from balance b where b.account = any (accounts) order by b.account for update;
end $$;

create function ledger.refuse_shortage(account bigint) returns bigint language plpgsql as $$
begin
  raise exception 'account % has less than is asked of it', account using errcode = 'LD001', detail = account;
end $$;

-- The earlier result of a key, or nulls when the key is free.
create function ledger.replay(transfer_key text, hash bytea, out transfer_id bigint, out answer json) language plpgsql as $$
declare
  known_hash bytea;
begin
  select t.id, t.answer, t.input_hash into transfer_id, answer, known_hash from transfer t where t.key = transfer_key;
  if known_hash <> hash then
    raise exception 'key % was used before with other input', transfer_key using errcode = 'LD002';
  end if;
end $$;

-- The result of a transfer whose key another call inserted first.
create function ledger.replay_after_conflict(
  transfer_key text, hash bytea, transfer_kind text, source text, day date, out transfer_id bigint, out answer json
) language plpgsql as $$
begin
  select r.transfer_id, r.answer into transfer_id, answer from replay(transfer_key, hash) r;
  if transfer_id is null then
    raise exception '% % of % was posted before under another key', transfer_kind, source, day using errcode = 'LD002';
  end if;
end $$;

-- Whether an event was posted, under whichever key.
create function ledger.is_posted_event(wanted_kind text, source text, day date) returns boolean language sql stable
set search_path = ledger, pg_temp as $$
  select exists (select from transfer t where t.business_date = day and t.kind = wanted_kind and t.source_id = source);
$$;

-- Any number of lines, of any number of customers, in one statement. Lines apply in their order: each must leave its
-- account at zero or more, and all together must leave what is held. An event that was posted under another key is reported
-- as such even when the balance no longer covers it: a caller that books a shortage as a debt would book a second one.
create function ledger.post_lines(
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
      decided as materialized (
        select (select count(*) from change) as accounts, count(*) as found_accounts,
               min(account) filter (where posted + locked.change < held) as short_account
        from locked
      ),
      taken as (
        insert into transfer (key, input_hash, kind, source_id, business_date, posted_at, corrects, answer)
        select transfer_key, hash, transfer_kind, source, day, at, correction_of, given_answer
        from decided d where d.found_accounts = d.accounts and d.short_account is null
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
               -- Rows come in any order: a later credit of an account that an earlier line overdrew is refused as a shortage too.
               case when f.debit > 0 then case when s.after < 0 then refuse_shortage(f.credit) else s.after end
                    else case when f.after < 0 then refuse_shortage(f.account) else f.after end end, f.date, f.source_id
        from taken, summed f left join summed s on s.n = f.n and not s.is_first
        where f.is_first
      )
    select d.accounts, d.found_accounts, d.short_account, (select id from taken)
      into accounts, found_accounts, short_account, transfer_id from decided d;
    exit when transfer_id is not null;

    if found_accounts < accounts then
      perform from lock_balances(debits || credits);
      continue;
    end if;
    -- The transaction that held the locks may have posted this request: then the stored answer comes before a shortage.
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

-- Thousands of lines of many customers as one transfer. The plan is made for the actual size: a generic plan uses a nested
-- loop per line.
create function ledger.post_batch(
  transfer_key text, hash bytea, transfer_kind text, day date, at timestamptz,
  debits bigint[], credits bigint[], types ledger.posting_type[], amounts bigint[], dates date[], source_ids bigint[]
) returns bigint language sql security definer
set search_path = ledger, pg_temp set plan_cache_mode = force_custom_plan set jit = off
begin atomic
  select p.transfer_id from ledger.post_lines(
    transfer_key, hash, transfer_kind, null, day, at, debits, credits, types, amounts, dates, source_ids, null, null) p;
end;

-- For a handful of lines the generic plan is right: planning anew would take longer than the execution.
create function ledger.post_few_lines(
  transfer_key text, hash bytea, transfer_kind text, source text, day date, at timestamptz,
  lines ledger.transfer_line[], correction_of bigint, given_answer json,
  out transfer_id bigint, out replayed boolean, out answer json
) language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  debits bigint[];
  credits bigint[];
  types ledger.posting_type[];
  amounts bigint[];
  dates date[];
  source_ids bigint[];
begin
  select array_agg(l.debit order by n), array_agg(l.credit order by n), array_agg(l.type order by n),
         array_agg(l.amount order by n), array_agg(l.date order by n), array_agg(l.source_id order by n)
    into debits, credits, types, amounts, dates, source_ids
    from unnest(lines) with ordinality l (debit, credit, type, amount, date, source_id, n);
  select p.* into transfer_id, replayed, answer from post_lines(
    transfer_key, hash, transfer_kind, source, day, at, debits, credits, types, amounts, dates, source_ids, correction_of, given_answer) p;
end $$;

-- A use case's few lines, the first one as separate arguments. One line between a customer and the house, the common case,
-- is tried with three small statements whose plans are cached. Everything else (replay, shortage, missing row) falls back to
-- post_lines.
create function ledger.post_transfer(
  transfer_key text, hash bytea, transfer_kind text, source text, day date, at timestamptz,
  line_debit bigint, line_credit bigint, line_type ledger.posting_type, line_amount bigint, line_date date, line_source bigint,
  given_answer json default null, more_lines ledger.transfer_line[] default null, correction_of bigint default null,
  out transfer_id bigint, out replayed boolean, out answer json
) language plpgsql security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_column
declare
  stored_account bigint;
  change bigint;
  stored_after bigint;
  after_debit bigint;
  after_credit bigint;
begin
  if more_lines is null and correction_of is null then
    if line_debit > 0 and line_credit < 0 and line_credit not between -114 and -111 then
      stored_account := line_debit;
      change := -line_amount;
    elsif line_credit > 0 and line_debit < 0 and line_debit not between -114 and -111 then
      stored_account := line_credit;
      change := line_amount;
    end if;
  end if;
  if stored_account is not null then
    -- Should what this statement sees be out of date, it refuses too much at worst, and post_lines looks again.
    update balance set posted = posted + change where account = stored_account and posted + change >= held returning posted into stored_after;
    if stored_after is not null then
      insert into transfer (key, input_hash, kind, source_id, business_date, posted_at, answer)
        values (transfer_key, hash, transfer_kind, source, day, at, given_answer)
        on conflict do nothing returning id into transfer_id;
      if transfer_id is not null then
        if change < 0 then after_debit := stored_after; else after_credit := stored_after; end if;
        insert into posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
          values (post_transfer.transfer_id, 1, line_debit, line_credit, stored_account / 100, line_type, line_amount,
                  after_debit, after_credit, line_date, line_source);
        replayed := false;
        answer := given_answer;
        return;
      end if;
      -- The key was taken: what was moved a moment too early goes back.
      update balance set posted = posted - change where account = stored_account;
    end if;
  end if;
  select p.* into transfer_id, replayed, answer from post_few_lines(
    transfer_key, hash, transfer_kind, source, day, at,
    row(line_debit, line_credit, line_type, line_amount, line_date, line_source)::transfer_line || more_lines, correction_of, given_answer) p;
end $$;

-- Holds: money that stays in the account and cannot be spent ----------------------------------------------------------

create function ledger.place_hold(hold_key text, held_account bigint, held_amount bigint, why text, at timestamptz) returns boolean
language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  known hold;
begin
  perform from lock_balances(array[held_account]);
  insert into hold (key, account, amount, reason, placed_at) values (hold_key, held_account, held_amount, why, at) on conflict do nothing;
  if not found then
    select * into strict known from hold where key = hold_key;
    if (known.account, known.amount, known.reason) is distinct from (held_account, held_amount, why) then
      raise exception 'hold % was placed before with other input', hold_key using errcode = 'LD002';
    end if;
    return false;
  end if;
  update balance set held = held + held_amount where account = held_account and posted - held >= held_amount;
  if not found then
    perform refuse_shortage(held_account);
  end if;
  return true;
end $$;

create function ledger.release_hold(hold_key text, at timestamptz) returns boolean
language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  known hold;
begin
  select * into known from hold where key = hold_key;
  if not found then
    raise exception 'there is no hold %', hold_key using errcode = 'LD004';
  end if;
  perform from lock_balances(array[known.account]);
  update hold set released_at = at where key = hold_key and released_at is null;
  if not found then return false; end if;
  update balance set held = held - known.amount where account = known.account;
  return true;
end $$;

-- The functions that the application may call.
revoke all on all functions in schema ledger from public;
grant execute on function
  ledger.is_stored, ledger.total, ledger.lock_balances, ledger.post_transfer, ledger.post_batch,
  ledger.place_hold, ledger.release_hold
  to lode_app;
