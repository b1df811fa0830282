-- Each run of books:check is a row of its own, and the ledger's own check says which coin is wrong and lists no more than a few of a kind.

-- A run is numbered before it reads: the newest outcome is that of the run that began last, however long each took.
create sequence books_check_number;

alter table books_check_run drop constraint books_check_run_check1;
delete from books_check_run where ended_at is null;
alter table books_check_run
  drop constraint books_check_run_pkey,
  add column id bigint,
  add column failure text;                      -- why it could not look at everything
update books_check_run set id = numbered.id
  from (select day, nextval('books_check_number') as id from (select day from books_check_run order by started_at) in_order) numbered
  where numbered.day = books_check_run.day;
alter table books_check_run
  alter column id set not null,
  add primary key (id),
  alter column ended_at set not null,
  drop column day,
  drop column first_words,
  add check ((differences is null) = (failure is not null));

-- Per coin: how many differences and the first of them. Those of the old form had one text for all coins.
update books_check_run set differences = (
  select jsonb_object_agg(coin, jsonb_build_object('count', count, 'first', case when count::int > 0 then 'see books:check' end))
  from jsonb_each_text(differences) old (coin, count)
);

revoke all on books_check_run from lode_app;
grant select, insert on books_check_run to lode_app;
grant usage on sequence books_check_number to lode_app;

drop function ledger.check_books();

-- One row per violated invariant, at most twenty of each, the last of which counts the others; `coin` is null where any coin may be wrong.
create function ledger.check_books() returns table (check_name text, subject text, expected text, found text, coin text)
language sql stable set search_path = ledger, pg_temp
begin atomic
  with
    sums as (select account, ledger.total(amount) as amount from ledger.entry group by account),
    open_holds as (select account, ledger.total(amount) as amount from ledger.hold where released_at is null group by account),
    history as (
      select transfer_id, line, account, balance_after, ledger.total(amount) over (partition by account order by transfer_id, line) as summed
      from ledger.entry where account > 0
    ),
    difference (check_name, subject, expected, found, coin) as (
      select 'a balance is the sum of its entries', coalesce(s.account, b.account)::text, coalesce(s.amount, 0)::text, coalesce(b.posted, 0)::text,
        ledger.coin_of(coalesce(s.account, b.account))
        from (select account, amount from sums where ledger.is_stored(account)) s full join ledger.balance b on b.account = s.account
        where coalesce(s.amount, 0) <> coalesce(b.posted, 0)
      union all
      select 'the entries of a coin sum to zero', ledger.coin_of(account), '0', sum(amount)::text, ledger.coin_of(account)
        from sums group by ledger.coin_of(account) having sum(amount) <> 0
      union all
      select 'no kept account is below zero or below what is held', account::text, 'at least ' || greatest(held, 0), posted::text, ledger.coin_of(account)
        from ledger.balance where posted < 0 or posted < held or held < 0
      union all
      select 'revenue and pending accounts are not below zero', ledger.name_of(account) || ' ' || ledger.coin_of(account), 'at least 0', amount::text,
        ledger.coin_of(account)
        from sums where amount < 0 and -account / 10 in (6, 7, 8, 9)
      union all
      select 'custody, cash and expense accounts are not above zero', ledger.name_of(account) || ' ' || ledger.coin_of(account), 'at most 0', amount::text,
        ledger.coin_of(account)
        from sums where amount > 0 and -account / 10 in (1, 2, 10, 12)
      union all
      select 'held is the sum of the open holds', coalesce(h.account, b.account)::text, coalesce(h.amount, 0)::text, coalesce(b.held, 0)::text,
        ledger.coin_of(coalesce(h.account, b.account))
        from open_holds h full join ledger.balance b on b.account = h.account
        where coalesce(h.amount, 0) <> coalesce(b.held, 0)
      union all
      select 'each entry tells the balance after it', account || ' at ' || transfer_id || '/' || line, summed::text, balance_after::text,
        ledger.coin_of(account)
        from history where summed is distinct from balance_after
      union all
      select 'a posting is listed with its customer', transfer_id || '/' || line, (greatest(debit, credit) / 100)::text, customer::text,
        case when ledger.coin_of(debit) = ledger.coin_of(credit) then ledger.coin_of(debit) end
        from ledger.posting where customer is distinct from case when greatest(debit, credit) > 0 then greatest(debit, credit) / 100 end
      union all
      select 'a posting belongs to a transfer', p.transfer_id::text, 'a transfer', 'none', null
        from (select distinct transfer_id from ledger.posting) p where not exists (select from ledger.transfer t where t.id = p.transfer_id)
      union all
      select 'a transfer has postings', t.id::text, 'at least one', 'none', null
        from ledger.transfer t where not exists (select from ledger.posting p where p.transfer_id = t.id)
    ),
    numbered as (
      select d.*, row_number() over (partition by d.check_name order by d.subject) as nth, count(*) over (partition by d.check_name) as total
      from difference d
    )
  select n.check_name, n.subject, n.expected,
    case when nth = 20 and total > nth then concat(n.found, ' (', total - nth, ' more of this check)') else n.found end,
    case when nth < 20 or total = nth then n.coin end
  from numbered n where nth <= 20;
end;

revoke all on function ledger.check_books() from public;
grant execute on function ledger.check_books() to lode_app;
