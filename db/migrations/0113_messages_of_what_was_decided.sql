-- A withdrawal was said to have passed its review before it was screened, also where the screening then refused it. It is said once the
-- screening has passed; under the key of before, so that no customer reads it twice.
create or replace function message_withdrawal_steps() returns trigger language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, target_id, at, delivery)
  select w.customer_id, 'withdrawal:' || w.id || ':' || said, 'WITHDRAWAL', 'WITHDRAWAL_' || said,
    jsonb_build_object('coin', w.coin, 'amount', w.amount::text), 'WITHDRAWAL', w.id, fresh.at, 'CHOSEN'
  from fresh join withdrawal w on w.id = fresh.withdrawal_id
    cross join lateral (select case fresh.step when 'KYT' then 'APPROVED' when 'BROADCAST' then 'BROADCAST' end as said) named
  where w.customer_id is not null and said is not null
  on conflict (customer_id, key) do nothing;
  return null;
end $$;

-- The staff's reason, which the customer reads in the machine's history, also stands in the message; where machines stopped for several, none.
create or replace function message_machine_stops() returns trigger language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, target_id, at, delivery)
  select customer_id, 'machine:' || min(machine_id) || ':' || (array_agg(seq order by machine_id))[1], 'MACHINE', 'MACHINE_STOPPED',
    jsonb_build_object('reason', reason, 'count', count(*), 'machines', to_jsonb((array_agg(machine_no order by machine_id))[1:5]),
      'note', case when count(distinct note) = 1 then min(note) end),
    'MACHINE', case when count(*) = 1 then min(machine_id) end, max(recorded_at), 'CHOSEN'
  from (
    select m.customer_id, m.id as machine_id, m.machine_no, fresh.seq, fresh.recorded_at, named.reason,
      case when named.reason in ('repair', 'staff') and fresh.by = 'operator' then fresh.reason end as note
    from fresh join machine m on m.id = fresh.machine_id
      cross join lateral (select case when fresh.reason in ('electricityOwed', 'contractEnded') then fresh.reason
        when fresh.status = 'REPAIR' then 'repair' else 'staff' end as reason) named
    where correction_id is null and fresh.status in ('ARREAR', 'SUSPEND', 'REPAIR') and by not in ('customer', 'payment', 'import')
      and (from_status = 'RUNNING' or by = 'clock')
  ) stopped
  group by customer_id, reason
  on conflict (customer_id, key) do nothing;
  return null;
end $$;
