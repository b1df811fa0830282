-- The staff sees how the queue stands and sends a failed job again. Its tables stay the worker's, and what a job carries is never read out.

-- Seconds, not times: the queue runs by the database's clock, the product by its own.
create function job_counts() returns table (waiting bigint, oldest_due_seconds bigint, running bigint, failed bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select count(*) filter (where attempts < max_attempts and locked_at is null),
      extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and locked_at is null and run_at <= now()))::bigint,
      count(*) filter (where locked_at is not null), count(*) filter (where attempts >= max_attempts and locked_at is null)
    from graphile_worker.jobs;
end $$;

-- Jobs that are given up, the oldest first. Of what they carry only the number of the withdrawal that they are for.
create function failed_jobs(at_most int)
returns table (id bigint, task text, withdrawal bigint, attempts int, failed_seconds bigint, error text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select j.id, t.identifier, case when t.identifier like 'withdrawal-%' and j.payload ->> 'id' ~ '^\d{1,18}$' then (j.payload ->> 'id')::bigint end,
      j.attempts::int, extract(epoch from now() - j.updated_at)::bigint, left(coalesce(j.last_error, ''), 300)
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts >= j.max_attempts and j.locked_at is null
    order by j.id limit at_most;
end $$;

-- The task of the job, which begins anew; null where it is none that was given up. A second call finds nothing.
create function retry_failed_job(job bigint) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  task text;
begin
  select t.identifier into task from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.id = job and j.attempts >= j.max_attempts and j.locked_at is null for update of j;
  if task is not null then
    perform from graphile_worker.reschedule_jobs(array[job], run_at := now(), attempts := 0);
  end if;
  return task;
end $$;

revoke all on function job_counts(), failed_jobs(int), retry_failed_job(bigint) from public;
grant execute on function job_counts(), failed_jobs(int), retry_failed_job(bigint) to lode_staff;
