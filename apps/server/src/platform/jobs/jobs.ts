import { EventEmitter } from 'node:events';
import { Logger, parseCrontab, type RunnerOptions, run, runOnce, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger as Log } from 'pino';
import { one, type Queryable } from '../db/database.ts';
import { libraryPool } from '../db/library-pool.ts';
import { query } from '../db/query.ts';
import { holdLivenessLock } from './liveness-lock.ts';
import { unlockStaleJobs } from './stale-job-locks.ts';

/**
 * What must happen outside the transaction that decides it (a message, a broadcast) is written into the queue inside
 * that transaction: it happens if and only if the decision was committed.
 */
export type Job = (payload: unknown) => Promise<void>;

export interface EnqueueOptions {
  /** Attempts before it is given up, with growing pauses between them; 25 reach over three days. */
  maxAttempts?: number;
  /** Jobs of one queue run one after another. */
  queueName?: string;
}

const addJob = query('jobs.add', 'select add_job($1::text, $2::json, $3::text, $4::int)');

/** Writes a job in the caller's own transaction. */
export async function enqueue(
  db: Queryable,
  name: string,
  payload: unknown,
  options: EnqueueOptions = {},
): Promise<void> {
  const { queueName = null, maxAttempts = null } = options;
  await one(db, addJob, [name, JSON.stringify(payload), queueName, maxAttempts]);
}

const waitingJobs = query('jobs.waiting', 'select is_job_waiting($1) as waiting').as<{ waiting: boolean }>();

/** Waits until no job of that name is due or running, at most `timeoutMs`. */
export async function untilDone(db: Queryable, name: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while ((await one(db, waitingJobs, [name])).waiting && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** They wait for the database, a node or a provider: six keep one processor busy, and approvals by the policy share a transaction. */
export const jobsAtOnce = 6;

export interface JobRunnerOptions {
  /** The application's own login: the worker needs no more rights than the server. */
  databaseUrl: string;
  jobs: Record<string, Job>;
  /** `minute hour day month weekday name`, in UTC; a line a job. Only for what needs no exact product time. */
  crontab?: string;
  log: Log;
  concurrency?: number;
  /** After how long the jobs of a worker that has lost its liveness lock pass to another worker. */
  takeOverMs?: number;
}

export interface JobRunner {
  /** Lets running jobs finish; what is left waits for the next start. */
  readonly stop: () => Promise<void>;
}

export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { databaseUrl, concurrency = jobsAtOnce, crontab = '', takeOverMs = 60_000 } = options;
  const pool = libraryPool(databaseUrl, concurrency + 2, 'lode-worker');
  const events: WorkerEvents = new EventEmitter();
  const workerId = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id));
  });
  const runner = await run({
    ...workerOptions(options, pool),
    events,
    concurrency,
    // New jobs announce themselves; polling only finds retries and jobs that were announced while no worker listened.
    pollInterval: 2000,
    parsedCronItems: parseCrontab(crontab),
  });
  const livenessLock = await holdLivenessLock(databaseUrl, await workerId).catch(async (error: unknown) => {
    // A worker that others take for dead must not work.
    await runner.stop();
    await pool.end();
    throw error;
  });
  const takeOver = () =>
    pool.query(unlockStaleJobs, [takeOverMs]).catch((error: unknown) => {
      options.log.warn({ err: error }, 'the jobs of dead workers could not be released');
    });
  await takeOver();
  const timer = setInterval(takeOver, takeOverMs);
  return {
    async stop() {
      clearInterval(timer);
      await runner.stop();
      await livenessLock.stop();
      await pool.end();
    },
  };
}

/** Does what is due now and returns: for commands and tests, where no worker runs. */
export async function runDueJobs(options: Pick<JobRunnerOptions, 'databaseUrl' | 'jobs' | 'log'>): Promise<void> {
  const pool = libraryPool(options.databaseUrl, 3, 'lode-jobs');
  try {
    await runOnce({ ...workerOptions(options, pool), parsedCronItems: [] });
  } finally {
    await pool.end();
  }
}

function workerOptions({ jobs, log }: Pick<JobRunnerOptions, 'jobs' | 'log'>, pgPool: Pool): RunnerOptions {
  return {
    pgPool,
    noHandleSignals: true,
    taskList: Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, (payload: unknown) => job(payload)])),
    logger: new Logger((scope) => (level, message) => {
      // Messages only: the library's meta holds payloads, and a payload can hold a one-time code.
      log[level === 'warning' ? 'warn' : level]({ job: scope.jobId, task: scope.taskIdentifier }, message);
    }),
  };
}
