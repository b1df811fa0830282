-- Withdrawals that share a Bitcoin transaction. The oldest leads: its row holds the transaction, and the row of each other one names it.

alter table withdrawal_payment
  add column lead_id bigint,                    -- whose row holds the transaction, its own too; null where it is paid alone
  add column output_index int check (output_index >= 0),                 -- the output that pays it; null on the EVM and in rows of before
  add column fee_share bigint check (fee_share >= 0),                     -- its part of the network fee of a batch
  drop constraint withdrawal_payment_check,
  drop constraint withdrawal_payment_txid_key,
  add constraint withdrawal_payment_signed check ((txid is null) = (signed_at is null)),
  add constraint withdrawal_payment_bytes check ((bytes is null) = (txid is null or coalesce(lead_id, withdrawal_id) <> withdrawal_id)),
  add constraint withdrawal_payment_batched check (
    (lead_id is null) = (fee_share is null) and (lead_id is null or network = 'BITCOIN' and output_index is not null)),
  add constraint withdrawal_payment_change_of_lead check (change_index is null or coalesce(lead_id, withdrawal_id) = withdrawal_id),
  add constraint withdrawal_payment_attempt_txid unique (withdrawal_id, attempt, txid),
  -- An unsigned batch is discarded as a whole; a signed row is never deleted.
  add constraint withdrawal_payment_lead foreign key (lead_id, attempt) references withdrawal_payment (withdrawal_id, attempt) on delete cascade,
  add constraint withdrawal_payment_txid_of_lead foreign key (lead_id, attempt, txid) references withdrawal_payment (withdrawal_id, attempt, txid);
create unique index withdrawal_payment_txid_key on withdrawal_payment (txid) where coalesce(lead_id, withdrawal_id) = withdrawal_id;
create index withdrawal_payment_txid on withdrawal_payment (txid);   -- who is paid by it
create unique index withdrawal_payment_output on withdrawal_payment (lead_id, attempt, output_index) where lead_id is not null;

-- All attempts of a withdrawal are one chain: alone, or with the same lead.
create function payment_has_one_chain() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from withdrawal_payment p where p.withdrawal_id = new.withdrawal_id and p.lead_id is distinct from new.lead_id) then
    raise exception 'withdrawal % is in another payment', new.withdrawal_id using errcode = 'unique_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_payment_one_chain before insert on withdrawal_payment for each row execute function payment_has_one_chain();
create trigger withdrawal_payment_keeps_its_batch before update on withdrawal_payment
  for each row when ((old.lead_id, old.output_index, old.fee_share) is distinct from (new.lead_id, new.output_index, new.fee_share))
  execute function refuse_rewriting('it is of its batch');

-- At the end of the transaction: a batch is signed as a whole, its members are those of its first attempt, and the shares are the fee.
create function batch_is_whole() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  subject constant withdrawal_payment := case tg_op when 'DELETE' then old else new end;
  lead withdrawal_payment;
  found_shares numeric;
  apart bigint;
  members bigint;
begin
  select * into lead from withdrawal_payment p where p.withdrawal_id = subject.lead_id and p.attempt = subject.attempt;
  -- Discarded since then: with its lead's row all others are.
  if lead.withdrawal_id is null then return null; end if;
  select sum(p.fee_share), count(*) filter (where p.txid is distinct from lead.txid), count(*) into found_shares, apart, members
    from withdrawal_payment p where p.lead_id = subject.lead_id and p.attempt = subject.attempt;
  if lead.lead_id is distinct from lead.withdrawal_id or members < 2 or apart > 0
    or members <> (select count(*) from withdrawal_payment p where p.lead_id = subject.lead_id and p.attempt = 0)
    or found_shares is distinct from (lead.unsigned::jsonb #>> '{fee,atomic,int}')::numeric then
    raise exception 'the batch of withdrawal % is not whole', subject.lead_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger withdrawal_payment_whole_batch after insert or update of txid on withdrawal_payment deferrable initially deferred
  for each row when (new.lead_id is not null) execute function batch_is_whole();
create constraint trigger withdrawal_payment_leaves_no_batch after delete on withdrawal_payment deferrable initially deferred
  for each row when (old.lead_id is not null) execute function batch_is_whole();

-- What waits to be built, by age.
create index withdrawal_to_sign on withdrawal (id) where phase = 'SIGNING' and end_transfer_id is null;

-- Of a batch its lead alone: it is rechecked as one transaction.
create or replace view reorged_payment as
  select withdrawal_id, attempt from withdrawal_payment
  where reorged_at is not null and lost_at is null and coalesce(lead_id, withdrawal_id) = withdrawal_id
  union
  select p.withdrawal_id, p.attempt
  from chain_block b join withdrawal_payment p on p.network = b.network and p.block_height = b.height
  where p.final_at is not null and p.block_hash <> b.hash and coalesce(p.lead_id, p.withdrawal_id) = p.withdrawal_id;

revoke execute on function payment_has_one_chain(), batch_is_whole() from public;
