-- A payment that the books have can lose its block to a reorganisation that is deeper than its confirmations. Its block is kept,
-- so that the watcher's blocks tell at once which payments to ask the chain about again, and no others. And what one spends can
-- lose its block: two people may return such a payment, which is followed from then on, because its bytes are out.
alter table withdrawal_payment
  add column block_height int check (block_height >= 0),                  -- the block that has it, as it was seen last
  add column block_hash text check (length(block_hash) between 1 and 128),
  add column gone_height int check (gone_height >= 0),                    -- the tip when something that it spends was first in no block
  add column taken_back_at timestamptz,                                    -- over in the books, and what they say of it is in no final block since
  add column lost_at timestamptz,                                          -- decided, deeper than any reorganisation that is followed
  add check (lost_at is null or taken_back_at is not null),
  add check ((block_height is null) = (block_hash is null)),
  add check (taken_back_at is null or txid is not null);
create index withdrawal_payment_block on withdrawal_payment (network, block_height) where block_height is not null;
create index withdrawal_payment_taken_back on withdrawal_payment (withdrawal_id) where taken_back_at is not null and lost_at is null;

-- Payments that are over in the books, and that must be looked at again.
create view unsteady_payment as
  select withdrawal_id, attempt from withdrawal_payment where taken_back_at is not null and lost_at is null
  union
  select p.withdrawal_id, p.attempt
  from chain_block b join withdrawal_payment p on p.network = b.network and p.block_height = b.height
  where p.final_at is not null and p.block_hash <> b.hash;

-- What came back to us with a payment is ours while a block has that payment: from the moment in which the watcher saw it go.
create or replace view own_output as
  select 'customer' as branch, address_number as number, txid, output_index as index, amount
  from deposit where network = 'BITCOIN' and status = 'CREDITED'
  union all
  select 'house', 0, p.txid, p.change_index, p.change_amount
  from withdrawal_payment p
  where p.network = 'BITCOIN' and p.final_at is not null and p.change_index is not null and p.taken_back_at is null
    and not exists (select from chain_block b where b.network = p.network and b.height = p.block_height and b.hash <> p.block_hash)
  union all
  select 'house', h.number, a.txid, a.output_index, a.amount::bigint
  from house_arrival a join house_address h on h.network = a.network and h.key = a.address_key
  where a.network = 'BITCOIN' and a.status = 'POSTED';

grant update (block_height, block_hash, gone_height, taken_back_at, lost_at) on withdrawal_payment to lode_app;
grant select on unsteady_payment to lode_app;
