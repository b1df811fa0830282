-- A charge may be paid in several coins: a column for each instead of one for the machine's own.

drop trigger electricity_charge_is_only_paid on electricity_charge;
drop trigger charge_adjustment_is_only_paid on charge_adjustment;

alter table electricity_charge
  add column paid_btc bigint not null default 0 check (paid_btc >= 0),     -- minor units from OUTPUT
  add column paid_eth bigint not null default 0 check (paid_eth >= 0),
  add column paid_doge bigint not null default 0 check (paid_doge >= 0);
alter table charge_adjustment
  add column paid_btc bigint not null default 0 check (paid_btc >= 0),
  add column paid_eth bigint not null default 0 check (paid_eth >= 0),
  add column paid_doge bigint not null default 0 check (paid_doge >= 0);
update electricity_charge set paid_btc = case coin when 'BTC' then paid_output else 0 end,
  paid_eth = case coin when 'ETH' then paid_output else 0 end, paid_doge = case coin when 'DOGE' then paid_output else 0 end
  where paid_output > 0;
update charge_adjustment set paid_btc = case coin when 'BTC' then paid_output else 0 end,
  paid_eth = case coin when 'ETH' then paid_output else 0 end, paid_doge = case coin when 'DOGE' then paid_output else 0 end
  where paid_output > 0;
alter table electricity_charge drop column paid_output;
alter table charge_adjustment drop column paid_output;

create trigger electricity_charge_is_only_paid before update on electricity_charge
  for each row when (new.owed > old.owed or new.paid_prepaid < old.paid_prepaid or new.paid_output_usdt < old.paid_output_usdt
    or new.paid_btc < old.paid_btc or new.paid_eth < old.paid_eth or new.paid_doge < old.paid_doge or new.waived < old.waived)
  execute function refuse_rewriting('a charge can only be paid');
create trigger charge_adjustment_is_only_paid before update on charge_adjustment
  for each row when (new.owed > old.owed or new.paid_prepaid < old.paid_prepaid or new.paid_output_usdt < old.paid_output_usdt
    or new.paid_btc < old.paid_btc or new.paid_eth < old.paid_eth or new.paid_doge < old.paid_doge or new.waived < old.waived)
  execute function refuse_rewriting('a charge can only be paid');
grant update (paid_btc, paid_eth, paid_doge) on electricity_charge, charge_adjustment to lode_app;

-- One customer's charges, paid one after the other in the order given, each from what those before it left. The first account
-- pays what it has, the other one the rest. OUTPUT pays with the mined coin first, then BTC, ETH and DOGE, at the price of the
-- charge's day, rounded in the customer's favour: units taken down, micro-USDT that a last part covers up.
-- Coins are numbered: 1 BTC, 2 ETH, 3 DOGE; `prices[n][coin]` is null where none is fixed. Such a coin pays nothing and
-- `unpriced` names the first that was needed.
create function pay_charges(
  output_first boolean, prepaid bigint, output bigint[], amounts bigint[], mined int[], prices bigint[]
) returns table (n int, from_prepaid bigint, from_btc bigint, from_eth bigint, from_doge bigint, covered bigint, unpriced int)
language plpgsql immutable parallel safe rows 10 set search_path = public, pg_temp as $$
declare
  owed bigint;
  paid bigint[];
  coin_order int[];
  coin int;
  price bigint;
  wanted numeric;
  part bigint;
begin
  for n in 1 .. cardinality(amounts) loop
    owed := amounts[n];
    from_prepaid := 0;
    paid := array[0, 0, 0];
    unpriced := null;
    if not output_first then
      from_prepaid := least(owed, prepaid);
      owed := owed - from_prepaid;
    end if;
    covered := 0;
    coin_order := case mined[n] when 1 then '{1,2,3}' when 2 then '{2,1,3}' else '{3,1,2}' end;
    foreach coin in array coin_order loop
      exit when owed = 0;
      continue when output[coin] <= 0;
      price := prices[n][coin];
      if price is null then
        unpriced := coalesce(unpriced, coin);
        continue;
      end if;
      wanted := div(owed * 100000000::numeric, price);
      if wanted <= output[coin] then
        paid[coin] := wanted;
        part := owed;
      else
        paid[coin] := output[coin];
        part := least(owed, ceil(output[coin] * price::numeric / 100000000));
      end if;
      output[coin] := output[coin] - paid[coin];
      covered := covered + part;
      owed := owed - part;
    end loop;
    if output_first then
      from_prepaid := least(owed, prepaid);
    end if;
    prepaid := prepaid - from_prepaid;
    from_btc := paid[1];
    from_eth := paid[2];
    from_doge := paid[3];
    pay_charges.n := n;
    return next;
  end loop;
end $$;
grant execute on function pay_charges to lode_app;
