-- What the operator's accounts may pay: no write-off while the customer's money is on its way, no interest from revenue that is not
-- there, no coins on chain for money that was put in by hand, and pools that pay nothing.

-- Money of a customer that comes back or leaves later -----------------------------------------------------------------------

-- Withdrawals that have not ended and COIN UP orders in transit, of one coin.
create function customer_in_transit(of_customer bigint, of_coin text)
returns table (what text, id bigint, amount bigint) language sql stable as $$
  select 'WITHDRAWAL', id, amount from withdrawal
    where customer_id = of_customer and coin = of_coin and end_transfer_id is null
  union all
  select 'ORDER', id, amount from coin_up_order where customer_id = of_customer and coin = of_coin and state = 'INTRANSIT'
  order by 1 desc, 2
$$;

create function refuse_write_off_in_transit() returns trigger language plpgsql as $$
declare
  open record;
begin
  select transit.what, transit.id into open
    from deposit, customer_in_transit(deposit.customer_id, deposit.coin) transit where deposit.id = new.deposit_id limit 1;
  if found then
    raise exception 'the customer of deposit % has % % in transit', new.deposit_id, open.what, open.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger deposit_write_off_waits before insert on deposit_write_off
  for each row execute function refuse_write_off_in_transit();
