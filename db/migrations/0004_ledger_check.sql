-- Proof that the books balance, for `npm run books:check` and the day close.

-- One row per violated invariant, with the expected and the found value; no row when the books balance.
create function ledger.check_books() returns table (check_name text, subject text, expected text, found text)
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

revoke all on function ledger.check_books() from public;
grant execute on function ledger.check_books() to lode_app;
