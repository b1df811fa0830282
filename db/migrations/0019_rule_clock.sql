-- Approval by rule: at which time it may say that it was judged. The clock is the application's; what it is held to is what was written before.

create or replace function check_rule_approval() returns trigger language plpgsql as $$
declare
  asked withdrawal;
  bounds jsonb;
  scale numeric;
begin
  select * into strict asked from withdrawal where id = new.withdrawal_id;
  perform lock_withdrawal_rule(asked.coin);
  -- A yes is not dated back behind a change of the rule, nor before what it agrees to, nor further ahead than the rule itself waits.
  if exists (select from setting where key = 'withdraw.rule.' || asked.coin and effective_from > new.at) then
    raise exception 'the rule has changed since';
  end if;
  if new.at not between asked.applied_at and asked.applied_at + interval '1 hour' then
    raise exception 'the rule is asked within an hour of the application';
  end if;
  bounds := setting_at('withdraw.rule.' || asked.coin, new.at);
  if bounds is null or bounds = 'null'::jsonb then
    raise exception 'approval by rule is off';
  end if;
  if bounds <> new.bounds then
    raise exception 'these are not the bounds of the rule';
  end if;
  if new.taken_back_at is not null or asked.status <> 'WAITING' or exists (select from withdrawal_review where withdrawal_id = asked.id) then
    raise exception 'this withdrawal is a matter for people';
  end if;
  scale := case asked.coin when 'BTC' then 100000000 when 'USDT' then 1000000 end;
  if asked.amount <= scale * (bounds->>'perPayment')::numeric is not true
    or taken_by_rule(asked.coin, (new.at at time zone 'Asia/Shanghai')::date, asked.customer_id) + asked.amount
      <= scale * (bounds->>'perCustomerDay')::numeric is not true
    or taken_by_rule(asked.coin, (new.at at time zone 'Asia/Shanghai')::date, null) + asked.amount <= scale * (bounds->>'perDay')::numeric is not true then
    raise exception 'above the bounds of the rule';
  end if;
  if new.precedent_id is distinct from
    known_destination(asked.customer_id, asked.network, asked.address_key, new.at - make_interval(days => (bounds->>'knownDays')::int)) then
    raise exception 'people have not had money sent there that long ago';
  end if;
  return new;
end $$;
