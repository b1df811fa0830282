-- Customers who have left, and what still comes to light of their days: an outage credit leaves them out and says so, a deposit that is
-- settled no longer keeps its customer, and what is mined again of it afterwards waits in SUSPENSE.

create table outage_credit_omission (           -- a customer who had left when the batch was credited
  credit_id bigint not null references outage_credit (id),
  customer_id bigint not null references customer_departure (customer_id),
  electricity bigint not null check (electricity >= 0),   -- micro-USDT that would have been given back
  output bigint not null check (output >= 0),             -- satoshis that would have been taken back
  primary key (credit_id, customer_id),
  check (electricity > 0 or output > 0)
);
create trigger outage_credit_omission_stands before update or delete or truncate on outage_credit_omission
  for each statement execute function refuse_rewriting('the batch is finished');
grant select, insert on outage_credit_omission to lode_app;

create or replace function customer_outstanding(of_customer bigint)
returns table (what text, subject text, coin text, amount bigint) language sql stable as $$
  with first_open as (
    select coalesce(last_closed_day('mining') + 1, '-infinity'::date) as day
  )
  select 'BALANCE', account, coin, posted from ledger.customer_balance where customer = of_customer and posted <> 0
  union all
  select 'WITHDRAWAL', id::text, coin, amount from withdrawal where customer_id = of_customer and end_transfer_id is null
  union all
  select 'DEPOSIT', id::text, coin, amount from deposit
    where customer_id = of_customer and status in ('SEEN', 'CONFIRMING', 'BELOW_MINIMUM')
  union all
  -- Until it is settled: clawed back in full, or what is missing written off.
  select 'REMOVED_DEPOSIT', deposit.id::text, deposit.coin, deposit.amount
    from deposit join deposit_to_claw_back lacking using (id) where deposit.customer_id = of_customer
  union all
  select 'FREEZE', reason, null, null from customer_freeze where customer_id = of_customer and lifted_at is null
  union all
  select 'ORDER', id::text, coin, amount from coin_up_order where customer_id = of_customer and state = 'INTRANSIT'
  union all
  select 'INTEREST_OWED', interest.coin, interest.coin, sum(interest.amount)::bigint
    from coin_up_interest interest join coin_up_interest_day day using (coin, date)
    where customer_id = of_customer and day.paid_at is null
    group by interest.coin having sum(interest.amount) > 0
  union all
  select 'FEE_OWED', machine_no, 'USDT', sum(owed)::bigint
    from owed_fees join machine on machine.id = machine_id where owed_fees.customer_id = of_customer group by machine_no
  union all
  -- A machine earns and costs on each day that is not closed and on which the customer has it under contract.
  select 'MACHINE', machine_no, null, null from machine
    where exists (
      select from machine_terms terms, first_open
      where terms.machine_id = machine.id and terms.customer_id = of_customer and terms.effective_to > first_open.day
        and (terms.end_time is null or terms.end_time > first_open.day::timestamp at time zone 'UTC'))
  union all
  -- Two people have agreed to it, and a batch with the customer is left.
  select 'OUTAGE_CREDIT', credit.id::text, null, null
    from outage_credit credit
    where finished_at is null
      and exists (select from outage_credit_batch batch
        where batch.credit_id = credit.id and batch.finished_at is null and of_customer between first_customer and last_customer)
      and exists (select from machine_terms terms
        where terms.customer_id = of_customer and (terms.machine_id = credit.machine_id or terms.site_id = credit.site_id)
          and effective_from <= (to_at at time zone 'UTC')::date and effective_to > (from_at at time zone 'UTC')::date)
  union all
  select 'PROPOSAL', p.id::text, null, null from staff_proposal p join customer c on c.id = of_customer
    where outcome is null and action <> 'customer:leave'
      and (input ->> 'account' = c.account or action like 'customer:%' and input ->> 'id' = of_customer::text)
$$;

-- Removed deposits of customers who have left that were settled with the customer's own money: mined again, they are arrivals.
create view settled_deposit_of_closed as
  select d.network, d.txid, d.output_index
  from deposit d join customer c on c.id = d.customer_id and c.status = 'CLOSED'
  where d.status = 'ORPHANED' and d.transfer_id is not null
    and not exists (select from deposit_to_claw_back lacking where lacking.id = d.id)
    and exists (
      select from deposit_claw_back taken
      where taken.deposit_id = d.id and taken.removal = d.removals and taken.return_transfer_id is null);
grant select on settled_deposit_of_closed to lode_app;

-- A payment that is final was sent, also where the process ended before it had said so: its timeline says it now.
insert into withdrawal_step (withdrawal_id, step, at)
  select payment.withdrawal_id, 'BROADCAST', min(final_at) from withdrawal_payment payment
  join withdrawal on withdrawal.id = payment.withdrawal_id
  where final_at is not null and phase in ('PAID', 'FAILED')
  group by payment.withdrawal_id
  on conflict do nothing;
