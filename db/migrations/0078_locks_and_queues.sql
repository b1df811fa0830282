-- What all sessions share in PostgreSQL's memory stops the house when it is full: nobody waits then, everything fails, new logins too. A customers' process
-- that was taken over fills it for nothing, from any database of the cluster. See docs/adr/0065-held-locks.md.

-- Ends sessions of customers' processes
-- * that hold more than a hundred locks. Not counted are those of tables that stand, which are as many as there are months;
-- * that stay in one transaction for an hour: nothing is vacuumed until it ends, transaction numbers least of all;
-- * that stay in one for a minute while notifications pile up: who listens in a transaction holds up all of them, and a full queue takes no job.
create function end_hoarders() returns table (pid int, login text, why text, is_ended boolean, why_not text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  most_locks constant int := 100;
  reserve constant int := 64;
  is_queue_filling constant boolean := pg_notification_queue_usage() > 0.02;
begin
  -- A full memory refuses this function too: the caller keeps a reserve in it, given back here and taken again at the end. Its key is the caller's own.
  perform pg_advisory_unlock(l.classid::bigint::int, l.objid::bigint::int) from pg_locks l
    where l.pid = pg_backend_pid() and l.locktype = 'advisory' and l.classid = pg_backend_pid() and l.objsubid = 2;
  for pid, login, why in
    select a.pid, a.usename::text, case
      when held.locks > most_locks then 'held ' || held.locks || ' locks'
      when a.xact_start < clock_timestamp() - interval '1 hour' then 'was in a transaction since ' || date_trunc('second', a.xact_start)
      when is_queue_filling and a.xact_start < clock_timestamp() - interval '1 minute' then 'held up notifications'
    end
    from pg_stat_activity a
    left join (
      select l.pid, count(*) as locks from pg_locks l
      where l.granted and not l.fastpath and (l.locktype <> 'relation'
        or l.database = (select oid from pg_database where datname = current_database())
          and not exists (select from pg_class c where c.oid = l.relation and c.relpersistence <> 't'))
      group by l.pid
    ) held using (pid)
    where is_for_customers_only(a.usesysid)
    order by a.pid
  loop
    continue when why is null;
    why_not := null;
    begin
      -- It waits until the memory is free again.
      is_ended := pg_terminate_backend(pid, 1000);
    exception when insufficient_privilege then
      is_ended := false;
      why_not := sqlerrm;
    end;
    return next;
  end loop;
  begin
    perform pg_try_advisory_lock(pg_backend_pid(), n) from generate_series(1, reserve) n;
  exception when out_of_memory then
    -- What was ended is not gone yet.
    null;
  end;
end $$;

revoke all on function end_hoarders() from public;
grant execute on function end_hoarders() to lode_worker;
