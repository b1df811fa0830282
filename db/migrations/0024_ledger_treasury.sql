-- TREASURY becomes a stored balance, as INTEREST_FUND is: the operator cannot spend what it has not put in.

-- Customer accounts, INTEREST_FUND and TREASURY may not go below zero: they have a balance row. The other house accounts are
-- summed from their entries: a shared row that every posting updates would serialise all of them.
create or replace function ledger.is_stored(account bigint) returns boolean language sql immutable parallel safe return
  account > 0 or account between -114 and -111 or account between -34 and -31;

do $$
declare
  short record;
begin
  select ledger.coin_of(account) as coin, -ledger.total(amount) as missing into short
    from ledger.entry where account between -34 and -31 group by account having ledger.total(amount) < 0 limit 1;
  if found then
    raise exception 'TREASURY % is % minor units below zero', short.coin, short.missing
      using hint = 'Send that much to the hot wallet and let the previous release post it, then migrate.';
  end if;
end $$;

-- The guards of the ledger's tables know its functions by their search path.
set local search_path = ledger, pg_temp;
insert into balance (account, posted)
  select account, total(amount) from entry where account between -34 and -31 group by account;
set local search_path to default;

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
          union all select debit, -amount from line where debit < 0 and is_stored(debit)
          union all select credit, amount from line where credit < 0 and is_stored(credit)
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

create or replace function ledger.post_transfer(
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
    if line_debit > 0 and line_credit < 0 and not is_stored(line_credit) then
      stored_account := line_debit;
      change := -line_amount;
    elsif line_credit > 0 and line_debit < 0 and not is_stored(line_debit) then
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

create or replace function ledger.check_books() returns table (check_name text, subject text, expected text, found text)
language sql stable set search_path = ledger, pg_temp
begin atomic
  with
    sums as (select account, ledger.total(amount) as amount from ledger.entry group by account),
    open_holds as (select account, ledger.total(amount) as amount from ledger.hold where released_at is null group by account),
    history as (
      select transfer_id, line, account, balance_after, ledger.total(amount) over (partition by account order by transfer_id, line) as summed
      from ledger.entry where account > 0
    )
  select 'a balance is the sum of its entries', coalesce(s.account, b.account)::text, coalesce(s.amount, 0)::text, coalesce(b.posted, 0)::text
    from (select account, amount from sums where ledger.is_stored(account)) s full join ledger.balance b on b.account = s.account
    where coalesce(s.amount, 0) <> coalesce(b.posted, 0)
  union all
  select 'the entries of a coin sum to zero', ledger.coin_of(account), '0', sum(amount)::text
    from sums group by ledger.coin_of(account) having sum(amount) <> 0
  union all
  select 'no kept account is below zero or below what is held', account::text, 'at least ' || greatest(held, 0), posted::text
    from ledger.balance where posted < 0 or posted < held or held < 0
  union all
  select 'revenue and pending accounts are not below zero', ledger.name_of(account) || ' ' || ledger.coin_of(account), 'at least 0', amount::text
    from sums where amount < 0 and -account / 10 in (6, 7, 8, 9)
  union all
  select 'custody, cash and expense accounts are not above zero', ledger.name_of(account) || ' ' || ledger.coin_of(account), 'at most 0', amount::text
    from sums where amount > 0 and -account / 10 in (1, 2, 10, 12)
  union all
  select 'held is the sum of the open holds', coalesce(h.account, b.account)::text, coalesce(h.amount, 0)::text, coalesce(b.held, 0)::text
    from open_holds h full join ledger.balance b on b.account = h.account
    where coalesce(h.amount, 0) <> coalesce(b.held, 0)
  union all
  select 'each entry tells the balance after it', account || ' at ' || transfer_id || '/' || line, summed::text, balance_after::text
    from history where summed is distinct from balance_after
  union all
  select 'a posting is listed with its customer', transfer_id || '/' || line, (greatest(debit, credit) / 100)::text, customer::text
    from ledger.posting where customer is distinct from case when greatest(debit, credit) > 0 then greatest(debit, credit) / 100 end
  union all
  select 'a posting belongs to a transfer', p.transfer_id::text, 'a transfer', 'none'
    from (select distinct transfer_id from ledger.posting) p where not exists (select from ledger.transfer t where t.id = p.transfer_id)
  union all
  select 'a transfer has postings', t.id::text, 'at least one', 'none'
    from ledger.transfer t where not exists (select from ledger.posting p where p.transfer_id = t.id);
end;
