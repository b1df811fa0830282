-- What the hot wallet has too much of USDT goes into cold storage by itself, as bitcoin does; and roles do with cold storage what their
-- code does, and no more.

-- Which network a transfer is of: one overflow and one refill at a time on each.
alter table cold_wallet add constraint cold_wallet_of_network unique (id, network);
alter table cold_transfer add column network text not null default 'BITCOIN' check (network in ('BITCOIN', 'ERC20'));
alter table cold_transfer alter column network drop default,
  add constraint cold_transfer_network_fkey foreign key (wallet_id, network) references cold_wallet (id, network),
  add constraint cold_refill_is_bitcoin check (kind = 'OVERFLOW' or network = 'BITCOIN');
drop index cold_transfer_one_at_a_time;
create unique index cold_transfer_one_at_a_time on cold_transfer (network, kind) where ended_at is null and cancelled_at is null and kind <> 'ROTATION';

-- On ERC20 the signature decides the txid.
alter table cold_payment alter column txid drop not null,
  drop constraint cold_payment_txid_check,
  add constraint cold_payment_txid_check check (txid ~ '^(0x)?[0-9a-f]{64}$'),
  add constraint cold_payment_signed_has_txid check (bytes is null or txid is not null);
drop trigger cold_payment_stands on cold_payment;
create trigger cold_payment_stands before update on cold_payment
  for each row when (old.bytes is not null and new.bytes is distinct from old.bytes or old.txid is not null and new.txid is distinct from old.txid)
  execute function refuse_rewriting('its bytes may be out');

alter table account_nonce drop constraint account_nonce_holder_check,
  add constraint account_nonce_holder_check check (holder ~ '^(withdrawal|sweep|top-up|rotate|cold):[1-9][0-9]{0,18}$');

create or replace view own_transaction as
  select network, txid from withdrawal_payment where txid is not null
  union all
  select 'ERC20', txid from sweep_payment where txid is not null
  union all
  select 'BITCOIN', txid from withdrawal_export
  union all
  select t.network, p.txid from cold_payment p join cold_transfer t on t.id = p.transfer_id where p.txid is not null;

-- Outputs are bitcoin's alone. While it is in a block.
create or replace view final_cold_payment as
  select t.kind, t.wallet_id, t.cold_number, p.* from cold_payment p join cold_transfer t on t.id = p.transfer_id
  where p.final_at is not null and t.network = 'BITCOIN'
    and not exists (select from chain_block b where b.network = 'BITCOIN' and b.height = p.block_height and b.hash <> p.block_hash);

insert into setting (key, effective_from, value, changed_by, reason)
  values ('hot.bounds.USDT', '2020-01-01Z', 'null', 'start', 'settings to start with');
alter table setting drop constraint setting_of_hot_wallet_is_ordered;
alter table setting add constraint setting_of_hot_wallet_is_ordered check (
  key not in ('hot.bounds.BTC', 'hot.bounds.USDT') or value = 'null' or coalesce(
    (value ->> 'upper') ~ case key when 'hot.bounds.BTC' then '^\d{1,8}\.\d{8}$' else '^\d{1,12}\.\d{6}$' end
    and (value ->> 'target') ~ case key when 'hot.bounds.BTC' then '^\d{1,8}\.\d{8}$' else '^\d{1,12}\.\d{6}$' end
    and (value ->> 'perDay') ~ case key when 'hot.bounds.BTC' then '^\d{1,8}\.\d{8}$' else '^\d{1,12}\.\d{6}$' end
    and (value ->> 'target')::numeric > 0 and (value ->> 'target')::numeric < (value ->> 'upper')::numeric
    and (value ->> 'upper')::numeric - (value ->> 'target')::numeric <= (value ->> 'perDay')::numeric, false));

-- The worker sends into cold storage and confirms; the staff records refills, takes their signatures and cancels them.
revoke insert, update (cancelled_at, ended_at, is_paid) on cold_transfer from lode_worker, lode_staff;
grant insert (kind, network, wallet_id, cold_number, amount, begun_at), update (ended_at, is_paid) on cold_transfer to lode_worker;
grant insert (kind, network, wallet_id, cold_number, amount, begun_at, added_by, approved_by), update (cancelled_at) on cold_transfer to lode_staff;
revoke insert on cold_payment from lode_worker, lode_staff;
grant insert (transfer_id, attempt, payload, outpoints, txid, since_height, built_at, hot_number, hot_index, hot_amount, cold_index, cold_amount)
  on cold_payment to lode_worker, lode_staff;
grant update (txid) on cold_payment to lode_worker;

-- Overflows and rotations are the worker's alone: staff record refills, which name two people.
create function check_cold_transfer_role() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.kind <> 'REFILL' and pg_has_role(session_user, 'lode_staff', 'member') and not pg_has_role(session_user, 'lode_worker', 'member') then
    raise exception 'staff record refills only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke all on function check_cold_transfer_role() from public;
create trigger cold_transfer_of_role before insert on cold_transfer for each row execute function check_cold_transfer_role();
