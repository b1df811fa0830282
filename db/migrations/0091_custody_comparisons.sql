-- What the worker found when it held the books' custody against the chain: what `books:check --chains` compares, kept, so that a page shows it
-- without asking a node.

create table custody_comparison (
  id bigint generated always as identity primary key,
  coin text not null check (coin in ('BTC', 'USDT', 'ETH')),
  compared_at timestamptz not null,
  ledger bigint,                                -- −CUSTODY at one block
  chain bigint,                                 -- what the chain says that it should be
  unknown text check (length(unknown) between 1 and 500),   -- why the two could not be compared
  check ((ledger is null) = (chain is null) and (ledger is null) <> (unknown is null))
);
create index custody_comparison_newest on custody_comparison (coin, id desc);
create trigger custody_comparison_stands before update or delete on custody_comparison
  for each row execute function refuse_rewriting('it was found once');
create trigger custody_comparison_is_kept before truncate on custody_comparison for each statement execute function refuse_rewriting('it is kept');

grant select, insert (coin, compared_at, ledger, chain, unknown) on custody_comparison to lode_worker;
grant select on custody_comparison to lode_staff;
