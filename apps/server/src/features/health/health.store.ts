import { many, maybeOne, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

export interface QueueFacts {
  /** Due now or later, not begun. */
  waiting: bigint;
  /** How long the oldest that is due has waited; null: none is. */
  oldestDueSeconds: bigint | null;
  running: bigint;
  /** Given up. */
  failed: bigint;
}

const counts = query(
  'health.job-counts',
  `select waiting, oldest_due_seconds as "oldestDueSeconds", running, failed from job_counts()`,
).as<QueueFacts>();

export const readQueue = (db: Queryable): Promise<QueueFacts> => one(db, counts);

export interface FailedJob {
  id: bigint;
  task: string;
  withdrawal: bigint | null;
  attempts: number;
  failedSeconds: bigint;
  error: string;
}

const failed = query(
  'health.failed-jobs',
  'select id, task, withdrawal, attempts, failed_seconds as "failedSeconds", error from failed_jobs($1)',
).as<FailedJob>();

/** Jobs that are given up, the oldest first. */
export const readFailedJobs = (db: Queryable, limit: number): Promise<FailedJob[]> => many(db, failed, [limit]);

const retry = query('health.retry-job', 'select retry_failed_job($1) as task').as<{ task: string | null }>();

/** The task of the job that begins anew; null when no failed job has the id. */
export async function retryFailedJob(db: Queryable, id: bigint): Promise<string | null> {
  return (await one(db, retry, [id])).task;
}

/** A lock that everybody may take counts where the worker's role has it, as in `is_held_by_worker`. */
const workers = query(
  'health.workers',
  `select count(distinct (l.objid, l.pid))::int as count
   from pg_locks l join pg_stat_activity a using (pid)
   where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and a.datname = current_database()
     and l.classid::bigint = (hashtext('lode-worker')::bigint & 4294967295) and pg_has_role(a.usesysid, 'lode_worker', 'member')`,
).as<{ count: number }>();

/** Workers that hold their liveness lock. */
export const countWorkers = async (db: Queryable): Promise<number> => (await one(db, workers)).count;

export interface Sessions {
  used: number;
  /** What the server takes, those kept for a superuser left out. */
  most: number;
}

const sessions = query(
  'health.sessions',
  `select (select count(*)::int from pg_stat_activity where usesysid is not null and datid is not null) as used,
     current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
).as<Sessions>();

/** Of the whole database server. */
export const readSessions = (db: Queryable): Promise<Sessions> => one(db, sessions);

export interface ArchiveFacts {
  failed: bigint;
  /** Null: none was copied since the counter began. */
  archivedSeconds: bigint | null;
  isFailing: boolean;
}

const archive = query(
  'health.archive',
  `select failed_count as failed, extract(epoch from now() - last_archived_time)::bigint as "archivedSeconds",
     coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing"
   from pg_stat_archiver where current_setting('archive_mode') <> 'off'`,
).as<ArchiveFacts>();

/** How the server copies its write-ahead log away; null: it does not, or does it by other means. */
export const readArchive = (db: Queryable): Promise<ArchiveFacts | null> => maybeOne(db, archive);
