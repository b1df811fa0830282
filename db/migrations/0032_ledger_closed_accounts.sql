-- Accounts of a customer who has left are closed.

alter type ledger.posting_type add value 'LEAVING';

-- No posting leaves anything in a closed account: the balance row refuses it, whatever posts.
alter table ledger.balance add column closed boolean not null default false;
alter table ledger.balance add constraint closed_account_is_empty check (not closed or posted = 0);

create or replace view ledger.customer_balance as
  select account / 100 as customer, ledger.name_of(account) as account, ledger.coin_of(account) as coin,
         posted, held::bigint as held, posted - held as available, account::bigint as account_id, closed
  from ledger.balance where account > 0;

-- Every account of a customer, those too that never had anything. Not granted: a trigger of the next migration calls it.
create function ledger.close_accounts(of_customer bigint) returns void language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  insert into balance (account, posted)
    select of_customer * 100 + kind, 0 from unnest('{11,13,14,22,31,32,41,42}'::int[]) kind on conflict do nothing;
  update balance set closed = true where account > 0 and account / 100 = of_customer;
end $$;
revoke all on function ledger.close_accounts(bigint) from public;
