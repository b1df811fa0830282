-- Ways out for payments that are stuck: what left the house as a file is known for ever, and what a worker was too slow for keeps its name.

-- A payment that was exported for a signer without a wire. Whoever carries the file may have it signed and sent, at any time
-- and without telling: its txid is ours, and what else is built for the withdrawal must spend something of the same.
create table withdrawal_export (
  withdrawal_id bigint not null references withdrawal (id),
  txid text primary key check (txid ~ '^[0-9a-f]{64}$'),
  unsigned text not null check (length(unsigned) <= 400000),
  spends text[] not null check (cardinality(spends) between 1 and 1000),
  since_height int not null check (since_height >= 0),
  exported_at timestamptz not null,
  given_up_at timestamptz                       -- two people end the withdrawal: what it spends is for others, so that it can never be
);
create index withdrawal_export_withdrawal on withdrawal_export (withdrawal_id);
create index withdrawal_export_given_up on withdrawal_export (given_up_at) where given_up_at is not null;
create trigger withdrawal_export_stands before update on withdrawal_export
  for each row when ((old.withdrawal_id, old.txid, old.unsigned, old.spends, old.since_height, old.exported_at)
      is distinct from (new.withdrawal_id, new.txid, new.unsigned, new.spends, new.since_height, new.exported_at)
    or old.given_up_at is not null)
  execute function refuse_rewriting('its file may be out');

create or replace view own_transaction as
  select network, txid from withdrawal_payment where txid is not null
  union all
  select 'ERC20', txid from sweep_payment where txid is not null
  union all
  select 'BITCOIN', txid from withdrawal_export;

-- Outputs of ours, spent or not.
create view own_output as
  select 'customer' as branch, address_number as number, txid, output_index as index, amount
  from deposit where network = 'BITCOIN' and status = 'CREDITED'
  union all
  select 'house', 0, txid, change_index, change_amount
  from withdrawal_payment where network = 'BITCOIN' and final_at is not null and change_index is not null
  union all
  select 'house', h.number, a.txid, a.output_index, a.amount::bigint
  from house_arrival a join house_address h on h.network = a.network and h.key = a.address_key
  where a.network = 'BITCOIN' and a.status = 'POSTED';

create or replace view spendable_output as
  select o.* from own_output o
  where not exists (select from withdrawal_spend s where s.network = 'BITCOIN' and s.spend = o.txid || ':' || o.index);

-- A sweep that goes on under a new name is known to the signer by its first one, and stands beside what was planned meanwhile.
alter table sweep add column signed_as text check (signed_as ~ '^(sweep|top-up):[1-9][0-9]{0,18}$');
drop index sweep_one_at_a_time;
create unique index sweep_one_at_a_time on sweep (address_number) where ended_at is null and signed_as is null;

grant select, insert, update (given_up_at) on withdrawal_export to lode_app;
grant select on own_output to lode_app;
