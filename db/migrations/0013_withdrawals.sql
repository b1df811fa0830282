-- Withdrawals up to their approval: requests, their states and timeline, reviews by two people, approval without people.

create table withdrawal (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  coin text not null,
  network text not null,
  address text not null check (length(address) between 14 and 128),        -- the canonical text of the key
  address_key text not null check (address_key ~ '^([0-9a-f]{2}){4,42}$'),  -- output script, or 20 bytes
  amount bigint not null,                       -- gross: what leaves the wallet
  fee bigint not null check (fee >= 0),          -- the operator's, part of the amount
  date date not null,                           -- business date, for the daily limit
  applied_at timestamptz not null,
  device_id text check (length(device_id) <= 128),
  transfer_id bigint not null unique,           -- debits the wallet
  phase text not null default 'AWAITING_APPROVAL' check (phase in ('AWAITING_APPROVAL', 'APPROVED', 'SCREENING', 'SIGNING',
    'BROADCAST', 'PAID', 'FAILED', 'REJECTED', 'CANCELLED', 'OFFSET')),
  remark text check (length(remark) between 1 and 200),   -- why it was rejected or failed, for the customer
  end_transfer_id bigint unique,                -- returned, offset or paid: one of these, once
  check (amount > fee),
  check ((coin, network) in (('BTC', 'BITCOIN'), ('USDT', 'ERC20'))),
  constraint ended_when_over check ((end_transfer_id is not null) = (phase in ('PAID', 'FAILED', 'REJECTED', 'CANCELLED', 'OFFSET')))
) with (fillfactor = 80);
create index withdrawal_customer on withdrawal (customer_id, id desc);
create index withdrawal_day on withdrawal (customer_id, coin, date);
create index withdrawal_open on withdrawal (coin, id) where end_transfer_id is null;
create index withdrawal_paid on withdrawal (network, id desc) where phase = 'PAID';
-- Every read of a wallet sums the customer's open withdrawals: an index-only scan.
create index withdrawal_under_way on withdrawal (customer_id, coin) include (amount) where end_transfer_id is null;

create table withdrawal_step (                 -- the timeline; never updated
  withdrawal_id bigint not null references withdrawal (id),
  step text not null check (step in ('APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED', 'REJECTED', 'CANCELLED', 'FAILED')),
  at timestamptz not null,
  primary key (withdrawal_id, step)
);

create table withdrawal_address (              -- the customer's address book
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  network text not null check (network in ('BITCOIN', 'ERC20')),
  address text not null check (length(address) between 14 and 128),
  address_key text not null check (address_key ~ '^([0-9a-f]{2}){4,42}$'),
  label text not null check (length(label) <= 32),
  added_at timestamptz not null,                -- a new address has a security hold
  unique (customer_id, network, address_key)
);

create table deny_list (                       -- addresses that are never paid; imported by the operator
  network text not null check (network in ('BITCOIN', 'ERC20')),
  address_key text not null check (address_key ~ '^([0-9a-f]{2}){4,42}$'),
  note text not null check (length(note) between 1 and 200),
  added_at timestamptz not null,
  primary key (network, address_key)
);

-- Review --------------------------------------------------------------------------------------------------------------

create table withdrawal_review (               -- approvals by people; never updated
  withdrawal_id bigint not null references withdrawal (id),
  part text not null check (part in ('PROPOSED', 'APPROVED')),
  staff_id bigint not null references staff (id),
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null,
  approval_request jsonb,                       -- the approval request and the person's signature of it, which the signer verifies
  approval jsonb,
  check ((approval_request is null) = (approval is null)),
  primary key (withdrawal_id, part),
  constraint two_people unique (withdrawal_id, staff_id)   -- one person cannot propose and approve
);

-- Keys with which people sign approvals, sealed with a passphrase that only their owner knows.
create table approver_key (
  staff_id bigint primary key references staff (id),
  public_key text not null check (length(public_key) = 44),
  sealed_key jsonb not null,
  created_at timestamptz not null
);

-- Approval without people: small amounts to an address that two people approved for this customer before. Once per withdrawal.
create table auto_approval (
  withdrawal_id bigint primary key references withdrawal (id),
  at timestamptz not null,
  date date not null generated always as ((at at time zone 'Asia/Shanghai')::date) stored,   -- business date, for the daily sums
  bounds jsonb not null,                        -- the policy in force then
  precedent_id bigint not null references withdrawal (id),   -- the earlier payment to the address
  approval_request jsonb,                       -- the approval request; null where signing is off
  revoked_at timestamptz check (revoked_at >= at),     -- the signer denied it: people review the withdrawal
  revoked_reason text check (length(revoked_reason) between 1 and 500),
  check ((revoked_at is null) = (revoked_reason is null))
);
create index auto_approval_day on auto_approval (date);
create trigger auto_approval_stands before update on auto_approval
  for each row when (old.revoked_at is not null) execute function refuse_rewriting('it was revoked');

-- Serialises reading and raising the sums of a day.
create function lock_auto_approval(coin text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('auto_approval ' || coin, 0))
$$;

-- The gross amount approved by the policy on a day. Withdrawals denied, rejected or failed since still count: a sum never falls.
create function auto_approved_total(wanted_coin text, wanted_date date, wanted_customer bigint) returns bigint language sql stable as $$
  select coalesce(sum(w.amount), 0)::bigint from auto_approval a join withdrawal w on w.id = a.withdrawal_id
  where a.date = wanted_date and w.coin = wanted_coin and (wanted_customer is null or w.customer_id = wanted_customer)
$$;

-- A customer's newest payment to an address that two people approved and that was confirmed by a time; null without one.
create function known_destination(of_customer bigint, of_network text, of_key text, by_then timestamptz) returns bigint language sql stable as $$
  select w.id from withdrawal w
    join withdrawal_review r on r.withdrawal_id = w.id and r.part = 'APPROVED'
    join withdrawal_step s on s.withdrawal_id = w.id and s.step = 'CONFIRMED'
  where w.customer_id = of_customer and w.network = of_network and w.address_key = of_key and w.phase = 'PAID' and s.at <= by_then
  order by w.id desc limit 1
$$;

-- Enforces the policy against the application: refused when it is off, above its bounds, to an unknown address, or when people
-- review the withdrawal already.
create function check_auto_approval() returns trigger language plpgsql as $$
declare
  asked withdrawal;
  bounds jsonb;
  scale numeric;
begin
  select * into strict asked from withdrawal where id = new.withdrawal_id;
  perform lock_auto_approval(asked.coin);
  -- An approval is dated neither before the last change of the policy, nor before the request, nor long after it.
  if exists (select from setting where key = 'withdraw.rule.' || asked.coin and effective_from > new.at) then
    raise exception 'the auto-approval policy has changed since';
  end if;
  if new.at not between asked.applied_at and asked.applied_at + interval '1 hour' then
    raise exception 'auto-approval is allowed within an hour of the request';
  end if;
  bounds := setting_at('withdraw.rule.' || asked.coin, new.at);
  if bounds is null or bounds = 'null'::jsonb then
    raise exception 'auto-approval is off';
  end if;
  if bounds <> new.bounds then
    raise exception 'these are not the bounds of the auto-approval policy';
  end if;
  if new.revoked_at is not null or asked.phase <> 'AWAITING_APPROVAL' or exists (select from withdrawal_review where withdrawal_id = asked.id) then
    raise exception 'this withdrawal is in manual review';
  end if;
  scale := case asked.coin when 'BTC' then 100000000 when 'USDT' then 1000000 end;
  if asked.amount <= scale * (bounds->>'perPayment')::numeric is not true
    or auto_approved_total(asked.coin, (new.at at time zone 'Asia/Shanghai')::date, asked.customer_id) + asked.amount
      <= scale * (bounds->>'perCustomerDay')::numeric is not true
    or auto_approved_total(asked.coin, (new.at at time zone 'Asia/Shanghai')::date, null) + asked.amount <= scale * (bounds->>'perDay')::numeric is not true then
    raise exception 'above the bounds of the auto-approval policy';
  end if;
  if new.precedent_id is distinct from
    known_destination(asked.customer_id, asked.network, asked.address_key, new.at - make_interval(days => (bounds->>'knownDays')::int)) then
    raise exception 'people approved no payment to this address that long ago';
  end if;
  return new;
end $$;
create trigger auto_approval_is_allowed before insert on auto_approval
  for each row execute function check_auto_approval();

-- Reviews by people and the policy's approval exclude each other. FINANCE proposes, an APPROVER approves. Both people sign the same payment; once one approver key or one
-- signed review is there, no review is stored without its signature.
create function check_review() returns trigger language plpgsql as $$
declare
  needed_role text := case new.part when 'PROPOSED' then 'FINANCE' when 'APPROVED' then 'APPROVER' end;
  proposal withdrawal_review;
begin
  if not exists (select from staff where id = new.staff_id and role = needed_role and status = 'ACTIVE') then
    raise exception '% needs an active %', new.part, needed_role;
  end if;
  if exists (select from auto_approval where withdrawal_id = new.withdrawal_id and revoked_at is null) then
    raise exception 'this withdrawal is auto-approved';
  end if;
  if new.approval is null
    and (exists (select from approver_key) or exists (select from withdrawal_review where approval is not null)) then
    raise exception 'reviews are signed here';
  end if;
  if new.part = 'APPROVED' then
    select * into proposal from withdrawal_review where withdrawal_id = new.withdrawal_id and part = 'PROPOSED';
    if not found then
      raise exception 'it is not proposed yet';
    end if;
    if new.approval_request is distinct from proposal.approval_request then
      raise exception 'the approval is signed for another payment than the proposal';
    end if;
  end if;
  return new;
end $$;
create trigger withdrawal_review_is_allowed before insert on withdrawal_review for each row execute function check_review();

-- No payment starts without two people's approval or the policy's.
create function check_approved() returns trigger language plpgsql as $$
begin
  if (select count(*) from withdrawal_review where withdrawal_id = new.id) <> 2
    and not exists (select from auto_approval where withdrawal_id = new.id and revoked_at is null) then
    raise exception 'neither two people nor the auto-approval policy approved this withdrawal';
  end if;
  return new;
end $$;
create trigger withdrawal_is_approved before update on withdrawal
  for each row when (old.phase = 'AWAITING_APPROVAL' and new.phase = 'APPROVED') execute function check_approved();

-- Transitions ---------------------------------------------------------------------------------------------------------

-- The allowed transitions, whatever a program attempts; a final state has none.
create function refuse_withdrawal_move() returns trigger language plpgsql as $$
begin
  if (old.customer_id, old.coin, old.network, old.address, old.address_key, old.amount, old.fee, old.date, old.applied_at, old.transfer_id)
    is distinct from (new.customer_id, new.coin, new.network, new.address, new.address_key, new.amount, new.fee, new.date, new.applied_at, new.transfer_id) then
    raise exception 'what a withdrawal asks for never changes';
  end if;
  if (old.phase, new.phase) not in (
    ('AWAITING_APPROVAL', 'APPROVED'), ('AWAITING_APPROVAL', 'OFFSET'), ('AWAITING_APPROVAL', 'REJECTED'), ('AWAITING_APPROVAL', 'CANCELLED'),
    ('APPROVED', 'SCREENING'), ('APPROVED', 'FAILED'), ('SCREENING', 'SIGNING'), ('SCREENING', 'FAILED'),
    ('SIGNING', 'BROADCAST'), ('SIGNING', 'FAILED'), ('BROADCAST', 'PAID'), ('BROADCAST', 'FAILED')) then
    raise exception 'a withdrawal never moves like this: % to %', old.phase, new.phase;
  end if;
  return new;
end $$;
create trigger withdrawal_moves before update on withdrawal
  for each row when (not (old.phase = 'SIGNING' and new.phase = 'AWAITING_APPROVAL'))
  execute function refuse_withdrawal_move();

-- The one transition back to review: the signer denied what only the policy had approved, and nothing is signed. The timeline
-- loses the steps that no longer hold.
create function return_to_manual_review() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if to_jsonb(old) - 'phase' <> to_jsonb(new) - 'phase' then
    raise exception 'only its state goes back';
  end if;
  if not exists (select from auto_approval where withdrawal_id = new.id and revoked_at is not null)
    or exists (select from withdrawal_review where withdrawal_id = new.id)
    or exists (select from withdrawal_payment where withdrawal_id = new.id) then
    raise exception 'only an unsigned withdrawal that the policy alone approved returns to review';
  end if;
  delete from withdrawal_step where withdrawal_id = new.id and step in ('APPROVED', 'KYT');
  return new;
end $$;
create trigger withdrawal_returns_to_manual_review before update on withdrawal
  for each row when (old.phase = 'SIGNING' and new.phase = 'AWAITING_APPROVAL') execute function return_to_manual_review();

-- A new withdrawal awaits its approval: the application sets no phase, remark or end when it inserts one.
grant insert (customer_id, coin, network, address, address_key, amount, fee, date, applied_at, device_id, transfer_id) on withdrawal to lode_app;
grant select, update (phase, remark, end_transfer_id) on withdrawal to lode_app;
grant select, insert on withdrawal_step, withdrawal_review, approver_key, deny_list to lode_app;
grant select, insert, delete on withdrawal_address to lode_app;
grant select, insert (withdrawal_id, at, bounds, precedent_id, approval_request), update (revoked_at, revoked_reason) on auto_approval to lode_app;
grant execute on function lock_auto_approval(text), auto_approved_total(text, date, bigint), known_destination(bigint, text, text, timestamptz) to lode_app;
