-- What all sessions share in PostgreSQL's memory stops the house when it is full: none waits then, everything fails, new logins too. A customers' process
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

-- Security events of a customers' process are those of customers' own calls, and of now. What the worker and the staff announce is theirs: a false one
-- would use up the customer's notices of the day, and say that money was paid.
create function check_event_of_customers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.kind not in ('CODE_SENT', 'CODE_FAILED', 'LOGIN_FAILED', 'LOGIN_LOCKED', 'SESSION_OPENED', 'SESSION_ENDED', 'SESSIONS_REVOKED',
    'ACCESS_REFUSED', 'PASSWORD_SET', 'PASSWORD_CHANGED', 'FUNDS_PASSWORD_SET', 'FUNDS_PASSWORD_FAILED', 'FUNDS_PASSWORD_LOCKED',
    'ADDRESS_ADDED', 'ADDRESS_REMOVED', 'WITHDRAWAL_SUBMITTED', 'SECOND_FACTOR_SET', 'SECOND_FACTOR_FAILED', 'SECOND_FACTOR_REMOVED', 'PASSKEY_ADDED', 'PASSKEY_REMOVED',
    'RECOVERY_CODES_RENEWED', 'FROZEN') then
    raise exception 'a customers'' process announces no %', new.kind using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger security_event_is_of_its_part before insert on security_event for each row
  when (is_public_login(current_user)) execute function check_event_of_customers();
create trigger security_event_is_of_now before insert on security_event for each row
  when (is_public_login(current_user)) execute function refuse_backdating('at');

-- Notices of what the worker and the staff did with a customer's money or access: nothing that a customers' process causes uses them up.
alter table security_notice drop constraint security_notice_budget_check,
  add constraint security_notice_budget_check check (budget in ('STRANGERS', 'SESSIONS', 'MONEY', 'HOUSE'));

-- A customers' process queues sealed codes, and notices of events to their customer: neither a text of its own nor a notice to another contact.
create function check_job_of_customers(task text, payload json) returns void language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  if task = 'send-message' and (payload ->> 'scene' is not distinct from 'NOTICE' or payload ->> 'sealedCode' is null)
    or task = 'notify-customer' and payload ->> 'formerContact' is not null then
    raise exception 'a customers'' process queues no such %', task using errcode = 'insufficient_privilege';
  end if;
end $$;

create or replace function add_job(task text, payload json, queue text, most_attempts int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not pg_has_role(session_user, 'lode_worker', 'member') and not pg_has_role(session_user, 'lode_staff', 'member') then
    if task not in ('send-message', 'notify-customer', 'withdrawal-auto-approval', 'withdrawal-cancel') then
      raise exception 'permission denied for job %', task using errcode = 'insufficient_privilege';
    end if;
    perform public.check_job_of_customers(task, payload);
  end if;
  perform from graphile_worker.add_job(task, payload := payload, queue_name := queue, max_attempts := most_attempts);
end $$;

create or replace function add_jobs(task text, payloads json[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not pg_has_role(session_user, 'lode_worker', 'member') and not pg_has_role(session_user, 'lode_staff', 'member') then
    if task not in ('send-message', 'notify-customer', 'withdrawal-auto-approval') then
      raise exception 'permission denied for job %', task using errcode = 'insufficient_privilege';
    end if;
    perform public.check_job_of_customers(task, payload) from unnest(payloads) payload;
  end if;
  if cardinality(payloads) > 1000 then raise exception '% jobs at once', cardinality(payloads) using errcode = 'check_violation'; end if;
  perform count(*) from graphile_worker.add_jobs(array(
    select row(task, payload, null, null, null, null, null, null)::graphile_worker.job_spec from unnest(payloads) payload));
end $$;

-- Questions of customers: their process asks, now, and neither answers nor closes a thread, nor puts one where the staff does not look.
create function check_thread_of_customer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (old.status = 'CLOSED' or new.status <> 'WAITING' or new.changed_at < old.changed_at)
    or tg_op = 'INSERT' and new.changed_at <> new.opened_at then
    raise exception 'a customers'' process only asks in support thread %', new.id using errcode = 'check_violation';
  end if;
  if new.changed_at > clock_timestamp() + interval '5 minutes' and exists (select from installation where mode = 'production') then
    raise exception 'support thread % may not change at %', new.id, new.changed_at using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger support_thread_is_asked_in before insert or update on support_thread for each row
  when (is_public_login(current_user)) execute function check_thread_of_customer();
create trigger support_thread_begins_now before insert on support_thread for each row
  when (is_public_login(current_user)) execute function refuse_backdating('opened_at');
create trigger support_message_is_of_now before insert on support_message for each row
  when (is_public_login(current_user)) execute function refuse_backdating('at');

revoke all on function check_event_of_customers(), check_job_of_customers(text, json), check_thread_of_customer() from public;

-- What a customer asked is written by a process for customers: the staff writes answers, each under a name.
create function refuse_asking_for_customer() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'the staff writes answers, not questions' using errcode = 'check_violation';
end $$;
create trigger support_message_of_staff_is_an_answer before insert on support_message for each row
  when (new.staff_id is null and pg_has_role(current_user, 'lode_staff', 'member') and not pg_has_role(current_user, 'lode_public', 'member'))
  execute function refuse_asking_for_customer();
revoke all on function refuse_asking_for_customer() from public;
