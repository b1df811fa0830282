-- Payouts: the transactions that pay withdrawals, the inputs reserved for them, offline export, reorged payments.

create table withdrawal_payment (              -- attempts after the first are fee bumps that spend the same inputs
  withdrawal_id bigint not null references withdrawal (id),
  attempt int not null check (attempt >= 0),
  network text not null check (network in ('BITCOIN', 'ERC20')),
  unsigned text not null check (length(unsigned) <= 400000),             -- as built, before it is signed
  since_height int not null check (since_height >= 0),
  built_at timestamptz not null,
  txid text unique check (txid ~ '^(0x)?[0-9a-f]{64}$'),
  bytes text check (length(bytes) <= 400000),  -- stored before the first broadcast
  signed_at timestamptz,
  confirmations int not null default 0 check (confirmations >= 0),
  final_at timestamptz,                         -- has the required confirmations
  change_index int,                             -- its change output, to house address 0
  change_amount bigint check (change_amount > 0),
  fee_paid numeric check (fee_paid >= 0),        -- the network fee, in the smallest units of the network's own coin
  block_height int check (block_height >= 0),    -- its block, as last seen: tells which payments a reorg concerns
  block_hash text check (length(block_hash) between 1 and 128),
  gone_height int check (gone_height >= 0),      -- the tip when one of its inputs was first in no block
  reorged_at timestamptz,                     -- posted in the ledger, and removed from its block by a reorg since
  lost_at timestamptz,                           -- decided lost, deeper than any reorg that is followed
  primary key (withdrawal_id, attempt),
  check ((txid is null) = (bytes is null) and (txid is null) = (signed_at is null)),
  check (final_at is null or txid is not null and fee_paid is not null),
  check ((change_index is null) = (change_amount is null)),
  check (lost_at is null or reorged_at is not null),
  check ((block_height is null) = (block_hash is null)),
  check (reorged_at is null or txid is not null)
);
create unique index withdrawal_payment_final on withdrawal_payment (withdrawal_id) where final_at is not null;
create index withdrawal_payment_block on withdrawal_payment (network, block_height) where block_height is not null;
create index withdrawal_payment_reorged on withdrawal_payment (withdrawal_id) where reorged_at is not null and lost_at is null;
create trigger withdrawal_payment_stands before update on withdrawal_payment
  for each row when (old.unsigned <> new.unsigned or old.txid is not null and (new.txid, new.bytes) is distinct from (old.txid, old.bytes))
  execute function refuse_rewriting('its bytes may be out');

-- An unsigned payment may be discarded and built anew; a signed one never.
create function refuse_dropping_payment() returns trigger language plpgsql as $$
begin
  raise exception 'the payment of withdrawal % is signed', old.withdrawal_id;
end $$;
create trigger withdrawal_payment_kept before delete on withdrawal_payment
  for each row when (old.txid is not null) execute function refuse_dropping_payment();

-- Posted payments that are not confirmed any more, or whose recorded block is not the chain's.
create view reorged_payment as
  select withdrawal_id, attempt from withdrawal_payment where reorged_at is not null and lost_at is null
  union
  select p.withdrawal_id, p.attempt
  from chain_block b join withdrawal_payment p on p.network = b.network and p.block_height = b.height
  where p.final_at is not null and p.block_hash <> b.hash;

create table outpoint_reservation (                -- an outpoint or a nonce reserved for one withdrawal
  network text not null,
  outpoint text not null check (length(outpoint) between 1 and 128),
  withdrawal_id bigint not null references withdrawal (id),
  primary key (network, outpoint)
);
create index outpoint_reservation_withdrawal on outpoint_reservation (withdrawal_id);

-- The signing channel of a withdrawal: one of the two, never both, or two transactions could be signed.
create table withdrawal_signing (
  withdrawal_id bigint primary key references withdrawal (id),
  channel text not null check (channel in ('ONLINE', 'OFFLINE')),   -- ONLINE: the signer was asked and may have signed
  since timestamptz not null
);

-- Payments exported for offline signing. The holder of the file may sign and broadcast it at any time: its txid is recorded
-- as the product's own, and every later payment of the withdrawal spends one of the same outpoints.
create table withdrawal_export (
  withdrawal_id bigint not null references withdrawal (id),
  txid text primary key check (txid ~ '^[0-9a-f]{64}$'),
  unsigned text not null check (length(unsigned) <= 400000),
  outpoints text[] not null check (cardinality(outpoints) between 1 and 1000),
  since_height int not null check (since_height >= 0),
  exported_at timestamptz not null,
  abandoned_at timestamptz                       -- two people failed the withdrawal: its outpoints are spent by others, which invalidates it
);
create index withdrawal_export_withdrawal on withdrawal_export (withdrawal_id);
create index withdrawal_export_abandoned on withdrawal_export (abandoned_at) where abandoned_at is not null;
create trigger withdrawal_export_stands before update on withdrawal_export
  for each row when ((old.withdrawal_id, old.txid, old.unsigned, old.outpoints, old.since_height, old.exported_at)
      is distinct from (new.withdrawal_id, new.txid, new.unsigned, new.outpoints, new.since_height, new.exported_at)
    or old.abandoned_at is not null)
  execute function refuse_rewriting('its file may be out');

grant select, insert, delete, update (txid, bytes, signed_at, confirmations, final_at, fee_paid, block_height, block_hash, gone_height, reorged_at, lost_at)
  on withdrawal_payment to lode_app;
grant select on reorged_payment to lode_app;
grant select, insert, delete on outpoint_reservation, withdrawal_signing to lode_app;
grant select, insert, update (abandoned_at) on withdrawal_export to lode_app;
