-- A withdrawal takes, and ends with, the postings that its row says: a row that names another transfer is refused.

create function withdrawal_transfer_is(asked withdrawal, transfer bigint, wanted text) returns boolean language sql stable
return (
  with account as (
    select case when asked.customer_id is null then ledger.house_id('TREASURY', asked.coin)
        when asked.coin = 'BTC' then ledger.account_id(asked.customer_id, 'OUTPUT_ACCOUNT', 'BTC')
        else ledger.account_id(asked.customer_id, 'ELE_ACCOUNT', 'USDT') end as source,
      ledger.house_id('WITHDRAWAL_PENDING', asked.coin) as pending, ledger.house_id('CUSTODY', asked.coin) as custody,
      ledger.house_id('WITHDRAWAL_FEE_REVENUE', asked.coin) as revenue
  ), due (debit, credit, type, amount) as (
    select source, pending, 'WITHDRAW', asked.amount from account where wanted = 'WITHDRAW'
    union all select pending, custody, 'WITHDRAWAL_PAID', asked.amount - asked.fee from account where wanted = 'PAID'
    union all select pending, revenue, 'WITHDRAWAL_FEE', asked.fee from account where wanted = 'PAID' and asked.fee > 0
    union all select pending, source, 'WITHDRAW_OFFSET', asked.amount from account where wanted = 'OFFSET'
    union all select pending, source, 'WITHDRAW_RETURN', asked.amount from account where wanted in ('FAILED', 'REJECTED', 'CANCELLED')
  ), posted (debit, credit, type, amount) as (
    select debit::bigint, credit::bigint, type::text, amount::bigint from ledger.posting
    -- The transfer of a paid one holds its network fee as well.
    where transfer_id = transfer and type in ('WITHDRAW', 'WITHDRAW_RETURN', 'WITHDRAW_OFFSET', 'WITHDRAWAL_PAID', 'WITHDRAWAL_FEE')
  )
  select not exists ((select * from due except all select * from posted) union all (select * from posted except all select * from due))
);

create function check_withdrawal_transfer() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not withdrawal_transfer_is(new, new.transfer_id, 'WITHDRAW') then
    raise exception 'transfer % did not take the amount of this withdrawal from its wallet', new.transfer_id using errcode = 'check_violation';
  end if;
  if new.end_transfer_id is not null and not (
    withdrawal_transfer_is(new, new.end_transfer_id, new.phase)
    and exists (select from ledger.transfer where id = new.end_transfer_id and key = 'withdrawal-end:' || new.id)
  ) then
    raise exception 'transfer % does not end withdrawal % as %', new.end_transfer_id, new.id, new.phase using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger withdrawal_has_its_transfer before insert on withdrawal for each row execute function check_withdrawal_transfer();
create trigger withdrawal_has_its_end before update on withdrawal for each row
  when (old.end_transfer_id is distinct from new.end_transfer_id) execute function check_withdrawal_transfer();
