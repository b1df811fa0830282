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

-- Interest from revenue -------------------------------------------------------------------------------------------------

-- Coins that the house holds (CUSTODY, CASH) less all that it owes: customers, WITHDRAWAL_PENDING, TREASURY, INTEREST_FUND and
-- what arrived and is not explained. By the sum of zero that is the balance of the accounts below, and what SUSPENSE lacks.
create view payable_revenue_part as
  select ledger.coin_of(account) as coin, transfer_id, amount::bigint as amount
    from ledger.entry
    where ledger.name_of(account) in ('MINING_RECEIVABLE', 'MINING_VARIANCE', 'ELECTRICITY_REVENUE', 'HOSTING_REVENUE',
      'WITHDRAWAL_FEE_REVENUE', 'NETWORK_FEE_EXPENSE', 'PROMOTION_EXPENSE')
  union all
  -- Credited deposits that a reorganisation removed, and what was taken back of them.
  select ledger.coin_of(account), transfer_id, amount::bigint
    from ledger.entry
    where ledger.name_of(account) = 'SUSPENSE'
      and not exists (select from suspense_entry origin where origin.transfer_id = entry.transfer_id)
  union all
  -- Of an arrival only what lacks: what stands there belongs to others.
  select coin, transfer_id, least(stands, 0) - least(stands - change, 0)
    from (
      select a.coin, transfer_id, change, (sum(change) over (partition by arrival_id order by origin.id))::bigint as stands
      from suspense_entry origin join house_arrival a on a.id = arrival_id
    ) arrival;

-- What revenue of a coin may pay into INTEREST_FUND; below zero where the house has less than it owes.
create function payable_revenue(of_coin text) returns bigint language sql stable as $$
  select coalesce(sum_units(amount), 0) from payable_revenue_part where coin = of_coin
$$;

-- Revenue of a coin that was paid with money: not with promotional credit, not given back, not paid into INTEREST_FUND.
create function earned_revenue(of_coin text) returns bigint language sql stable as $$
  select coalesce(sum_units(amount), 0)
    + case of_coin when 'USDT' then (select coalesce(sum_units(promo_remaining), 0) from electricity_account) else 0 end
  from ledger.entry
  where ledger.name_of(account) in ('ELECTRICITY_REVENUE', 'HOSTING_REVENUE', 'WITHDRAWAL_FEE_REVENUE', 'PROMOTION_EXPENSE')
    and ledger.coin_of(account) = of_coin
$$;

grant select on payable_revenue_part to lode_app;

-- Payments of TREASURY on chain ---------------------------------------------------------------------------------------------

-- What was put into TREASURY by hand, less what was taken out: the wallets have no coins for it.
create function treasury_outside_wallets(of_coin text) returns bigint language sql stable as $$
  select greatest(coalesce(sum_units(case when credit = ledger.house_id('TREASURY', of_coin) then amount else -amount end), 0), 0)
  from ledger.posting
  where (debit, credit) in (
    (ledger.house_id('CASH', of_coin), ledger.house_id('TREASURY', of_coin)),
    (ledger.house_id('TREASURY', of_coin), ledger.house_id('CASH', of_coin)))
$$;

-- The amount has left TREASURY, whose row the posting has locked.
create function refuse_coins_outside_wallets() returns trigger language plpgsql as $$
declare
  left_over bigint;
  outside bigint := treasury_outside_wallets(new.coin);
begin
  select coalesce(sum(posted), 0) into left_over from ledger.balance where account = ledger.house_id('TREASURY', new.coin);
  if left_over < outside then
    raise exception '% of TREASURY were put in by hand and are in no wallet, % would be left', outside, left_over
      using errcode = 'check_violation', constraint = 'treasury_pays_from_wallets';
  end if;
  return new;
end $$;
create trigger treasury_payment_is_in_wallets before insert on withdrawal
  for each row when (new.destination_id is not null) execute function refuse_coins_outside_wallets();

-- A pool that pays nothing -----------------------------------------------------------------------------------------------------

alter table pool_payment drop constraint pool_payment_paid_check;
alter table pool_payment add constraint pool_payment_paid_check check (paid > 0 or paid = 0 and arrival_id is null);

-- First day of hosting ------------------------------------------------------------------------------------------------------

-- As before, with `on_site_from` among the fields that a version sets.
create or replace function set_machine_terms(machines bigint[], days date[], patches jsonb[], by text, at timestamptz)
returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known constant text[] := '{customer_id,site_id,tariff_name,hashrate,power_watts,pool_fee_rate,hosting_fee_monthly,end_time,on_site_from}';
  first_open constant date := hold_mining_days();
  change record;
  standing machine_terms;
  version machine_terms;
  later machine_terms;
  written int := 0;
begin
  -- Moves of a machine hold its row as well: what they are decided on does not change under them.
  perform from machine where id = any(machines) order by id for update;
  for change in
    select * from unnest(machines, days, patches) as given (machine_id, day, patch) order by machine_id, day
  loop
    if change.day < first_open then
      raise exception 'the close of % has begun', change.day using errcode = 'check_violation';
    end if;
    if not array(select jsonb_object_keys(change.patch)) <@ known then
      raise exception 'terms have no field of that name: %', change.patch using errcode = 'check_violation';
    end if;
    select * into standing from machine_terms terms
      where terms.machine_id = change.machine_id and effective_from <= change.day and effective_to > change.day;
    if not found then
      raise exception 'machine % has no terms on %', change.machine_id, change.day using errcode = 'check_violation';
    end if;
    if change.patch is null then
      delete from machine_terms terms where terms.machine_id = change.machine_id and effective_from = change.day;
      update machine_terms terms set effective_to = standing.effective_to, applied = false
        where terms.machine_id = change.machine_id and effective_to = change.day
        returning * into version;
      if version.machine_id is null then
        raise exception 'no version of machine % begins on % and can be taken back', change.machine_id, change.day
          using errcode = 'check_violation';
      end if;
    else
      version := jsonb_populate_record(standing, change.patch);
      version.effective_from := change.day;
      version.recorded_at := at;
      version.recorded_by := by;
      version.applied := false;
      version.fields := array(
        select distinct field from unnest(
          case when standing.effective_from = change.day then standing.fields else '{}' end || array(select jsonb_object_keys(change.patch))
        ) field order by field);
      if standing.effective_from = change.day then
        delete from machine_terms terms where terms.machine_id = change.machine_id and effective_from = change.day;
      else
        update machine_terms terms set effective_to = change.day
          where terms.machine_id = change.machine_id and effective_from = standing.effective_from;
      end if;
      insert into machine_terms select version.*;
    end if;
    written := written + 1;
    for later in
      select * from machine_terms terms
      where terms.machine_id = change.machine_id and effective_from > change.day order by effective_from
    loop
      later := jsonb_populate_record(later, (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(version))
        where key = any(known) and key <> all(later.fields)));
      -- Also one that stays as it is: it is repeated after the version that now comes before it.
      update machine_terms terms set
        customer_id = later.customer_id, site_id = later.site_id, tariff_name = later.tariff_name, hashrate = later.hashrate,
        power_watts = later.power_watts, pool_fee_rate = later.pool_fee_rate, hosting_fee_monthly = later.hosting_fee_monthly,
        end_time = later.end_time, on_site_from = later.on_site_from, applied = false
        where terms.machine_id = later.machine_id and effective_from = later.effective_from;
      version := later;
    end loop;
  end loop;
  return written;
end $$;
