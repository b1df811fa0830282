-- Withdrawals: what customers ask for, what holds it back, who said yes, how it was paid.

create table withdrawal (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  coin text not null,
  network text not null,
  address text not null check (length(address) between 14 and 128),        -- the one canonical text of the key
  address_key text not null check (address_key ~ '^([0-9a-f]{2}){4,42}$'),  -- output script, or 20 bytes
  amount bigint not null,                       -- gross: leaves the wallet
  fee bigint not null check (fee >= 0),          -- the house's, inside the amount
  date date not null,                           -- business day, for the limit of a day
  applied_at timestamptz not null,
  device_id text check (length(device_id) <= 128),
  transfer_id bigint not null unique,           -- took the amount out of the wallet
  status text not null default 'WAITING' check (status in ('WAITING', 'SUCCESS', 'REJECTED', 'CANCELLED')),
  third_status text check (third_status in ('WAITING', 'KYT_VERIFICATION', 'APPROVAL_TO_BE_SIGNED', 'IN_PAYMENT', 'SUCCESS', 'FAILED')),
  is_offset boolean not null default false,      -- moved to the customer's own account instead of being paid
  remark text check (length(remark) between 1 and 200),   -- why it was rejected or failed, for the customer
  end_transfer_id bigint unique,                -- returned, offset or paid: of these one, once
  check (amount > fee),
  check ((coin, network) in (('BTC', 'BITCOIN'), ('USDT', 'ERC20'))),
  check ((third_status is not null) = (status = 'SUCCESS' and not is_offset)),
  check (not is_offset or status = 'SUCCESS'),
  constraint ended_when_over check ((end_transfer_id is not null)
    = (status in ('REJECTED', 'CANCELLED') or is_offset or coalesce(third_status in ('SUCCESS', 'FAILED'), false)))
) with (fillfactor = 80);
create index withdrawal_customer on withdrawal (customer_id, id desc);
create index withdrawal_day on withdrawal (customer_id, coin, date);
create index withdrawal_open on withdrawal (coin, id) where end_transfer_id is null;
create index withdrawal_paid on withdrawal (network, id desc) where third_status = 'SUCCESS';

-- The moves that there are. Whatever a program believes, what is finished does not move again.
create function refuse_withdrawal_move() returns trigger language plpgsql as $$
begin
  if (old.customer_id, old.coin, old.network, old.address, old.address_key, old.amount, old.fee, old.date, old.applied_at, old.transfer_id)
    is distinct from (new.customer_id, new.coin, new.network, new.address, new.address_key, new.amount, new.fee, new.date, new.applied_at, new.transfer_id) then
    raise exception 'what a withdrawal asks for never changes';
  end if;
  if concat_ws(' ', old.status, old.third_status, '>', new.status, new.third_status, case when new.is_offset then 'OFFSET' end) not in (
    'WAITING > SUCCESS WAITING', 'WAITING > SUCCESS OFFSET', 'WAITING > REJECTED', 'WAITING > CANCELLED',
    'SUCCESS WAITING > SUCCESS KYT_VERIFICATION', 'SUCCESS WAITING > SUCCESS FAILED',
    'SUCCESS KYT_VERIFICATION > SUCCESS APPROVAL_TO_BE_SIGNED', 'SUCCESS KYT_VERIFICATION > SUCCESS FAILED',
    'SUCCESS APPROVAL_TO_BE_SIGNED > SUCCESS IN_PAYMENT', 'SUCCESS APPROVAL_TO_BE_SIGNED > SUCCESS FAILED',
    'SUCCESS IN_PAYMENT > SUCCESS SUCCESS', 'SUCCESS IN_PAYMENT > SUCCESS FAILED') then
    raise exception 'a withdrawal never moves like this: % % to % %', old.status, old.third_status, new.status, new.third_status;
  end if;
  return new;
end $$;
create trigger withdrawal_moves before update on withdrawal for each row execute function refuse_withdrawal_move();

create table withdrawal_step (                 -- the timeline; never edited
  withdrawal_id bigint not null references withdrawal (id),
  step text not null check (step in ('APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED', 'REJECTED', 'CANCELLED', 'FAILED')),
  at timestamptz not null,
  primary key (withdrawal_id, step)
);

create table withdrawal_review (               -- who said yes; never edited
  withdrawal_id bigint not null references withdrawal (id),
  part text not null check (part in ('PROPOSED', 'APPROVED')),
  staff_id bigint not null references staff (id),
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null,
  statement jsonb,                              -- what exactly was agreed to, and the person's own signature under it: the signer asks for both
  approval jsonb,
  check ((statement is null) = (approval is null)),
  primary key (withdrawal_id, part),
  constraint two_people unique (withdrawal_id, staff_id)   -- one person cannot propose and approve
);

-- Keys that people approve payments with, sealed with a passphrase that only their owner knows.
create table approver_key (
  staff_id bigint primary key references staff (id),
  public_key text not null check (length(public_key) = 44),
  sealed_key jsonb not null,
  created_at timestamptz not null
);

create table withdrawal_payment (              -- a transaction that pays it; attempts after the first are fee bumps that spend the same
  withdrawal_id bigint not null references withdrawal (id),
  attempt int not null check (attempt >= 0),
  network text not null check (network in ('BITCOIN', 'ERC20')),
  unsigned text not null check (length(unsigned) <= 400000),             -- as it was built, before anybody signed
  since_height int not null check (since_height >= 0),
  built_at timestamptz not null,
  txid text unique check (txid ~ '^(0x)?[0-9a-f]{64}$'),
  bytes text check (length(bytes) <= 400000),  -- stored before they are first sent
  signed_at timestamptz,
  confirmations int not null default 0 check (confirmations >= 0),
  final_at timestamptz,                         -- has confirmations enough
  change_index int,                             -- what came back to us with it, to the house's address 0
  change_amount bigint check (change_amount > 0),
  fee_paid numeric check (fee_paid >= 0),        -- what the network took, in the smallest units of its own coin
  primary key (withdrawal_id, attempt),
  check ((txid is null) = (bytes is null) and (txid is null) = (signed_at is null)),
  check (final_at is null or txid is not null and fee_paid is not null),
  check ((change_index is null) = (change_amount is null))
);
create unique index withdrawal_payment_final on withdrawal_payment (withdrawal_id) where final_at is not null;
create trigger withdrawal_payment_stands before update on withdrawal_payment
  for each row when (old.unsigned <> new.unsigned or old.txid is not null and (new.txid, new.bytes) is distinct from (old.txid, old.bytes))
  execute function refuse_rewriting('its bytes may be out');

create table withdrawal_spend (                -- an output or a nonce that one withdrawal uses up, and no other ever
  network text not null,
  spend text not null check (length(spend) between 1 and 128),
  withdrawal_id bigint not null references withdrawal (id),
  primary key (network, spend)
);
create index withdrawal_spend_withdrawal on withdrawal_spend (withdrawal_id);

create table deny_list (                       -- addresses that nothing is paid to; imported by the operator
  network text not null check (network in ('BITCOIN', 'ERC20')),
  address_key text not null check (address_key ~ '^([0-9a-f]{2}){4,42}$'),
  note text not null check (length(note) between 1 and 200),
  added_at timestamptz not null,
  primary key (network, address_key)
);

-- Outputs of ours that a payment may spend: final deposits, and what came back with a final payment.
create view spendable_output as
  select o.* from (
    select 'customer' as branch, address_number as number, txid, output_index as index, amount
    from deposit where network = 'BITCOIN' and status = 'CREDITED'
    union all
    select 'house', 0, txid, change_index, change_amount
    from withdrawal_payment where network = 'BITCOIN' and final_at is not null and change_index is not null
  ) o
  where not exists (select from withdrawal_spend s where s.network = 'BITCOIN' and s.spend = o.txid || ':' || o.index);

create table withdrawal_address (              -- the customer's address book
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  network text not null check (network in ('BITCOIN', 'ERC20')),
  address text not null check (length(address) between 14 and 128),
  address_key text not null check (address_key ~ '^([0-9a-f]{2}){4,42}$'),
  label text not null check (length(label) <= 32),
  added_at timestamptz not null,                -- how long it is known
  unique (customer_id, network, address_key)
);

-- Since when a customer's devices are known, and which was the first. Sessions are thrown away in the end: an account that
-- is older than what is kept of them has no first device that could be told.
create view customer_device as
  select customer_id, device_id, min(s.created_at) as known_since,
    min(s.id) = (select min(any_session.id) from session any_session where any_session.customer_id = s.customer_id) as is_first,
    c.created_at as customer_since
  from session s join customer c on c.id = s.customer_id
  where device_id is not null
  group by customer_id, device_id, c.created_at;

-- What about a customer holds withdrawals back.
create view customer_guard as
  select c.id as customer_id, c.status = 'ACTIVE' as is_active, greatest(password_changed_at, funds_password_changed_at) as password_changed_at,
    exists (select from customer_freeze f where f.customer_id = c.id and f.lifted_at is null) as is_frozen
  from customer c;

-- What is ours is never paid to from ours.
create view own_address as select network, key from deposit_address;

-- Ends every freeze of a customer; false when there was none. Two of the staff have said so.
create function lift_freeze(frozen_customer bigint, at timestamptz) returns boolean language sql as $$
  with lifted as (
    update customer_freeze set lifted_at = greatest(at, frozen_at) where customer_id = frozen_customer and lifted_at is null returning id)
  select exists (select from lifted)
$$;

grant select, insert, update (status, third_status, is_offset, remark, end_transfer_id) on withdrawal to lode_app;
grant select, insert on withdrawal_step, withdrawal_review, deny_list, approver_key to lode_app;
grant select, insert, delete on withdrawal_spend to lode_app;
grant select, insert, update (txid, bytes, signed_at, confirmations, final_at, fee_paid) on withdrawal_payment to lode_app;
grant select on spendable_output to lode_app;
grant execute on function lift_freeze(bigint, timestamptz) to lode_app;
grant select, insert, delete on withdrawal_address to lode_app;
grant select on customer_device, customer_guard, own_address to lode_app;
