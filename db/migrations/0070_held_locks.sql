-- Who takes over a process that serves customers cannot stop the house by holding locks: the worker has such a session ended. See docs/adr/0065-held-locks.md.

-- Sessions of customers' processes alone; one role for everything is the worker's too. Null users are PostgreSQL's own processes.
create function is_for_customers_only(login oid) returns boolean language sql stable set search_path = pg_catalog, pg_temp return
  login is not null and pg_has_role(login, 'lode_public', 'member') and not pg_has_role(login, 'lode_worker', 'member');

-- A lock that everybody may take counts where the worker's role has it: another role's is no sign of a worker.
create function is_held_by_worker(space text, name text) returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and a.datname = current_database()
      and (l.classid::bigint, l.objid::bigint) = (hashtext(space)::bigint & 4294967295, hashtext(name)::bigint & 4294967295)
      and pg_has_role(a.usesysid, 'lode_worker', 'member'));
$$;

-- Ends sessions of customers' processes that something else than these has waited for longer than any of their transactions lasts, and names them. One that only
-- stands before it in a queue is spared while it waits for the house itself. Sessions of others are named after five minutes: a person decides.
create function end_lock_holders(after interval) returns table (pid int, login text, waiting int, is_ended boolean, why_not text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- A caller in a hurry would end honest sessions.
  if after < interval '20 seconds' then raise exception 'sessions are ended after 20 seconds and later' using errcode = '22023'; end if;
  for pid, login, waiting, is_ended in
    with waiter as (
      select a.pid, l.waitstart, l.locktype, l.database, l.relation, l.page, l.tuple, l.virtualxid, l.transactionid, l.classid, l.objid, l.objsubid
      from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and l.waitstart < clock_timestamp() - after and a.datname = current_database() and not is_for_customers_only(a.usesysid)
    )
    select h.pid, h.usename::text, count(*)::int, bool_or(is_for_customers_only(h.usesysid))
    from waiter w cross join unnest(pg_blocking_pids(w.pid)) blocking join pg_stat_activity h on h.pid = blocking
    where case when is_for_customers_only(h.usesysid) then
        exists (
          select from pg_locks l where l.pid = h.pid and l.granted and l.locktype = w.locktype and l.locktype <> 'tuple'
            and (l.database, l.relation, l.page, l.tuple, l.virtualxid, l.transactionid, l.classid, l.objid, l.objsubid)
              is not distinct from (w.database, w.relation, w.page, w.tuple, w.virtualxid, w.transactionid, w.classid, w.objid, w.objsubid))
        or not exists (
          select from unnest(pg_blocking_pids(h.pid)) before left join pg_stat_activity b on b.pid = before
          where not is_for_customers_only(b.usesysid))
      else not pg_has_role(h.usesysid, 'lode_worker', 'member') and w.waitstart < clock_timestamp() - interval '5 minutes' end
    group by h.pid, h.usename order by h.pid
  loop
    why_not := null;
    if is_ended then
      begin
        is_ended := pg_terminate_backend(pid);
      exception when insufficient_privilege then
        is_ended := false;
        why_not := sqlerrm;
      end;
    end if;
    return next;
  end loop;
end $$;

revoke all on function is_for_customers_only(oid), is_held_by_worker(text, text), end_lock_holders(interval) from public;
grant execute on function is_held_by_worker(text, text), end_lock_holders(interval) to lode_worker;
