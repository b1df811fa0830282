-- Approval by rule: small amounts to an address that people have had this customer's money sent to before. Off to start with.

insert into setting (key, effective_from, value, changed_by, reason) values
  ('withdraw.rule.BTC', '2020-01-01Z', 'null', 'start', 'settings to start with'),
  ('withdraw.rule.USDT', '2020-01-01Z', 'null', 'start', 'settings to start with');

create table withdrawal_rule_approval (        -- who said yes is nobody: a rule did; once in a withdrawal's life
  withdrawal_id bigint primary key references withdrawal (id),
  at timestamptz not null,
  date date not null generated always as ((at at time zone 'Asia/Shanghai')::date) stored,   -- business day, for the sums of a day
  bounds jsonb not null,                        -- the rule in force then
  precedent_id bigint not null references withdrawal (id),   -- the payment that made the address known
  statement jsonb,                              -- what exactly the rule agreed to; null where nobody signs
  taken_back_at timestamptz check (taken_back_at >= at),     -- the signer said no to the rule: people decide
  taken_back_why text check (length(taken_back_why) between 1 and 500),
  check ((taken_back_at is null) = (taken_back_why is null))
);
create index withdrawal_rule_approval_day on withdrawal_rule_approval (date);
create trigger withdrawal_rule_approval_stands before update on withdrawal_rule_approval
  for each row when (old.taken_back_at is not null) execute function refuse_rewriting('it was taken back');

-- Sums of a day are read and raised by one at a time.
create function lock_withdrawal_rule(coin text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('withdrawal_rule ' || coin, 0))
$$;

-- What the rule has agreed to on a day, gross. What was taken back, rejected or failed since keeps its place: a sum never falls.
create function taken_by_rule(wanted_coin text, wanted_date date, wanted_customer bigint) returns bigint language sql stable as $$
  select coalesce(sum(w.amount), 0)::bigint from withdrawal_rule_approval a join withdrawal w on w.id = a.withdrawal_id
  where a.date = wanted_date and w.coin = wanted_coin and (wanted_customer is null or w.customer_id = wanted_customer)
$$;

-- The newest payment of a customer to an address that two people agreed to, and that was final by a time; null without one.
create function known_destination(of_customer bigint, of_network text, of_key text, by_then timestamptz) returns bigint language sql stable as $$
  select w.id from withdrawal w
    join withdrawal_review r on r.withdrawal_id = w.id and r.part = 'APPROVED'
    join withdrawal_step s on s.withdrawal_id = w.id and s.step = 'CONFIRMED'
  where w.customer_id = of_customer and w.network = of_network and w.address_key = of_key and w.third_status = 'SUCCESS' and s.at <= by_then
  order by w.id desc limit 1
$$;

-- Whatever a program believes: nothing by a rule that is off, above its bounds, to an unknown address, or in the place of people.
create function check_rule_approval() returns trigger language plpgsql as $$
declare
  asked withdrawal;
  bounds jsonb;
  scale numeric;
begin
  select * into strict asked from withdrawal where id = new.withdrawal_id;
  perform lock_withdrawal_rule(asked.coin);
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
create trigger withdrawal_rule_approval_is_allowed before insert on withdrawal_rule_approval
  for each row execute function check_rule_approval();

-- People's yes and the rule's exclude each other.
create function check_review() returns trigger language plpgsql as $$
begin
  if exists (select from withdrawal_rule_approval where withdrawal_id = new.withdrawal_id and taken_back_at is null) then
    raise exception 'the rule has approved this withdrawal';
  end if;
  return new;
end $$;
create trigger withdrawal_review_is_allowed before insert on withdrawal_review for each row execute function check_review();

-- No payment begins without the yes of two people, or the rule's that is marked as such.
create function check_approved() returns trigger language plpgsql as $$
begin
  if (select count(*) from withdrawal_review where withdrawal_id = new.id) <> 2
    and not exists (select from withdrawal_rule_approval where withdrawal_id = new.id and taken_back_at is null) then
    raise exception 'neither two people nor the rule have approved this withdrawal';
  end if;
  return new;
end $$;
create trigger withdrawal_is_approved before update on withdrawal
  for each row when (old.status = 'WAITING' and new.third_status = 'WAITING') execute function check_approved();

-- The one way back: the signer has refused what the rule alone had approved, and nobody has signed it. The timeline tells what is.
create function return_to_people() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if to_jsonb(old) - array['status', 'third_status'] <> to_jsonb(new) - array['status', 'third_status'] or new.third_status is not null then
    raise exception 'only its state goes back';
  end if;
  if not exists (select from withdrawal_rule_approval where withdrawal_id = new.id and taken_back_at is not null)
    or exists (select from withdrawal_review where withdrawal_id = new.id)
    or exists (select from withdrawal_payment where withdrawal_id = new.id) then
    raise exception 'only what the rule had approved, and nobody has signed, goes back to people';
  end if;
  delete from withdrawal_step where withdrawal_id = new.id and step in ('APPROVED', 'KYT');
  return new;
end $$;
create trigger withdrawal_returns_to_people before update on withdrawal
  for each row when (old.third_status = 'APPROVAL_TO_BE_SIGNED' and new.status = 'WAITING') execute function return_to_people();
create or replace trigger withdrawal_moves before update on withdrawal
  for each row when (not (new.status = 'WAITING' and old.third_status is not distinct from 'APPROVAL_TO_BE_SIGNED'))
  execute function refuse_withdrawal_move();

-- Where the chain has told two stories that nobody has settled yet: about a customer's deposit, or (no customer) a whole network.
create view open_doubt as
  select d.customer_id, d.network from alarm a join deposit d on a.subject = concat('deposit ', d.id)
  where a.kind = 'deposit-removed' and a.settled_at is null
  union all
  select null, a.subject from alarm a where a.kind = 'deposit-changed' and a.settled_at is null;

grant select, insert (withdrawal_id, at, bounds, precedent_id, statement), update (taken_back_at, taken_back_why) on withdrawal_rule_approval to lode_app;
grant select on open_doubt to lode_app;
grant execute on function lock_withdrawal_rule(text), taken_by_rule(text, date, bigint), known_destination(bigint, text, text, timestamptz) to lode_app;
