import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { Count, Id, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { reason } from './shapes.ts';

/** A job that the worker has given up. What it carries is not shown. */
const failedJob = Type.Object({
  id: Id,
  task: Type.String(),
  /** The withdrawal that it is for; null of other jobs. */
  withdrawal: Nullable(Id),
  attempts: Count,
  failedAt: Time,
  error: Type.String(),
});

/**
 * `value` and `bound` by `kind`. `WATCHER`: height. `HOT_WALLET`: the coin's amount less what is reserved or waits, and the upper bound.
 * `STUCK_PAYMENTS`, `FAILED_JOBS`, `BOOKS_CHECK`: how many, and none. `DAY`: the last closed date. `FUND`: days that the fund pays, and `detail`: what is
 * owed. `CUSTODY`: ledger less chain, and zero. `SIGNER`: lines of its journal. `WORKER`: workers that live, and one. `JOBS`: how many wait. `CONNECTIONS`: sessions, and how many the database takes.
 * `ARCHIVE`: failed copies of the write-ahead log since the counter began.
 */
const healthCheck = Type.Object({
  kind: OneOf([
    'WATCHER',
    'HOT_WALLET',
    'STUCK_PAYMENTS',
    'DAY',
    'BOOKS_CHECK',
    'CUSTODY',
    'FUND',
    'SIGNER',
    'WORKER',
    'JOBS',
    'CONNECTIONS',
    'ARCHIVE',
  ]),
  /** The network, coin or kind of day; empty where there is one of its kind. */
  subject: Type.String(),
  /** `UNKNOWN`: it was never read, or cannot be. */
  state: OneOf(['OK', 'ATTENTION', 'BLOCKED', 'UNKNOWN']),
  /** Since when it stands so, or when it was read; null: not known. */
  since: Nullable(Time),
  value: Nullable(Type.String()),
  bound: Nullable(Type.String()),
  /** The system's own words on why. */
  detail: Nullable(Type.String()),
});

export const healthRoutes = {
  health: route(consolePaths.health, {
    access: 'staff',
    data: Type.Object({
      checks: Type.Array(healthCheck),
      alerts: Type.Array(
        Type.Object({ id: Id, kind: Type.String(), subject: Type.String(), message: Type.String(), raisedAt: Time }),
      ),
      failedJobs: Type.Array(failedJob),
      /** Of the lists, those that are cut to their oldest. */
      cut: Type.Array(OneOf(['ALERTS', 'FAILED_JOBS'])),
      version: Type.String(),
      readAt: Time,
    }),
    summary: 'What the system knows of its own state: chains, money, books, worker, queue and database',
  }),
  retryJob: route(consolePaths.retryJob, {
    access: 'staff',
    roles: ['FINANCE', 'APPROVER'],
    input: { id: Id, reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Has the worker begin a job anew that it has given up',
  }),
} as const;
