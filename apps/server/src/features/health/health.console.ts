import { readSignerSeen } from '../../platform/chains/signer-seen.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { answerOf } from '../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { inputOf } from '../../platform/http/console/staff-call.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { maskAccounts } from '../../platform/staff/mask-accounts.ts';
import * as checks from './checks.ts';
import { countWorkers, type FailedJob, readArchive, readFailedJobs, readQueue, readSessions } from './health.store.ts';
import { retryJob } from './retry-job.ts';

type CoinMoney = Parameters<typeof checks.walletChecks>[0];
type DayKind = checks.DayFacts['kind'];

/** What the other slices know of themselves. */
export interface HealthDeps extends Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  staffReads: Queryable;
  version: string;
  readonly readCoins: (now: Date) => Promise<CoinMoney>;
  readonly readStuckAt: (
    db: Queryable,
    now: Date,
    page: { after: null; limit: number },
  ) => Promise<readonly { since: Date }[]>;
  readonly readProgress: (db: Queryable, kind: DayKind) => Promise<{ lastClosed: string | null }>;
  readonly readRefusedDays: (
    db: Queryable,
    limit: number,
  ) => Promise<{ kind: string; date: string; count: number; at: Date }[]>;
  readonly readNewestRun: (db: Queryable) => Promise<checks.BooksRun | null>;
  /** Why the books stop the payments of a coin, or null. */
  readonly findDifference: (db: Queryable, coin: string, now: Date) => Promise<string | null>;
  readonly readCustodyComparisons: (db: Queryable) => Promise<checks.CustodyFacts[]>;
  readonly readSafety: (
    db: Queryable,
    now: Date,
  ) => Promise<{ coins: Parameters<typeof checks.fundChecks>[0][number][] }>;
  readonly readOpenAlerts: (db: Queryable) => Promise<(checks.KnownAlert & { id: bigint })[]>;
}

/** Of each list; a longer one is cut to its oldest, and the answer says so. */
const shownAtMost = 200;
const paidCoins = ['BTC', 'USDT'] as const;
const dayKinds: readonly DayKind[] = ['mining', 'coin-up'];

/** What the system knows of its own state. What nothing in it measures is absent. */
export function healthConsole(deps: HealthDeps): ConsolePart<'health' | 'retryJob'> {
  const { staffReads } = deps;
  return {
    async health({ now }) {
      const [all, jobs] = await Promise.all([
        deps.readOpenAlerts(staffReads),
        readFailedJobs(staffReads, shownAtMost + 1),
      ]);
      const found = await readChecks(deps, all, now);
      // The check says since when and why: one condition stands on the page once.
      const alerts = all.filter(({ kind }) => kind !== 'watcher-stopped');
      return {
        checks: found,
        alerts: alerts.slice(0, shownAtMost).map(({ id, raisedAt, message, ...alert }) => ({
          ...alert,
          id: String(id),
          message: maskAccounts(message),
          raisedAt: raisedAt.toISOString(),
        })),
        failedJobs: jobs.slice(0, shownAtMost).map((job) => jobView(job, now)),
        cut: [
          ...(alerts.length > shownAtMost ? (['ALERTS'] as const) : []),
          ...(jobs.length > shownAtMost ? (['FAILED_JOBS'] as const) : []),
        ],
        version: deps.version,
        readAt: now.toISOString(),
      };
    },
    retryJob: async (context, { id, reason }) => answerOf(await retryJob(deps, id, inputOf(context, reason))),
  };
}

async function readChecks(deps: HealthDeps, alerts: checks.KnownAlert[], now: Date): Promise<checks.Check[]> {
  const { staffReads: db } = deps;
  const [coins, stuck, signer, custody, safety, refused] = await Promise.all([
    deps.readCoins(now),
    deps.readStuckAt(db, now, { after: null, limit: shownAtMost }),
    readSignerSeen(db),
    deps.readCustodyComparisons(db),
    deps.readSafety(db, now),
    deps.readRefusedDays(db, shownAtMost),
  ]);
  const [run, workers, queue, sessions, archive] = await Promise.all([
    deps.readNewestRun(db),
    countWorkers(db),
    readQueue(db),
    readSessions(db),
    readArchive(db),
  ]);
  const reasons = await Promise.all(paidCoins.map((coin) => deps.findDifference(db, coin, now)));
  const days = await Promise.all(
    dayKinds.map(async (kind) => ({
      kind,
      lastClosed: (await deps.readProgress(db, kind)).lastClosed,
      refused: refused.find((day) => day.kind === kind) ?? null,
    })),
  );
  return [
    ...checks.watcherChecks(coins, alerts),
    ...checks.walletChecks(coins, now),
    checks.stuckCheck(stuck, now),
    checks.signerCheck(signer, alerts),
    ...days.map(checks.dayCheck),
    checks.booksCheck(run, reasons.find((reason) => reason !== null) ?? null),
    ...checks.custodyChecks(custody),
    ...checks.fundChecks(safety.coins),
    checks.workerCheck(workers),
    checks.jobsCheck(queue, now),
    checks.connectionsCheck(sessions),
    ...checks.archiveChecks(archive, now),
  ];
}

const jobView = ({ id, task, withdrawal, attempts, failedSeconds, error }: FailedJob, now: Date) => ({
  id: String(id),
  task,
  withdrawal: withdrawal === null ? null : String(withdrawal),
  attempts,
  failedAt: new Date(now.getTime() - Number(failedSeconds) * 1000).toISOString(),
  error: maskAccounts(error),
});
