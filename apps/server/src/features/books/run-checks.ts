import { type BookCheck, checkBooks, type Difference, describeDifference, readKeptMonths } from '@lode/ledger';
import { type Coin, coins } from '@lode/money';
import { checkSealedDays, readDaysElsewhere } from '../../platform/books/sealed-days.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import type { Alert, AlertPorts } from '../../platform/log/alerts.ts';
import { whyUnchecked } from './gate.ts';
import { type Differences, insertRun, numberRun, type Run, readNewestRun } from './runs.store.ts';

export interface BooksDeps extends AlertPorts {
  database: Database;
  clock: Pick<Clock, 'now'>;
}

const differKind = 'books-differ';
const uncheckedKind = 'books-unchecked';

/**
 * All checks on one snapshot, seals and the ledger's alone while a month is kept elsewhere; the outcome is stored, and with it the alert of each coin. A run that throws stores that it failed.
 * `prepare` runs inside the snapshot first; when it answers false there is no run, and null is the answer.
 */
export async function runChecks(
  deps: BooksDeps,
  checks: readonly BookCheck[],
  { now: startedAt, prepare = async () => true }: { now: Date; prepare?: (dbTx: Transaction) => Promise<boolean> },
): Promise<Difference[] | null> {
  const { database, clock } = deps;
  const id = await numberRun(database);
  try {
    return await inSnapshot(database, async (dbTx) => {
      if (!(await prepare(dbTx))) return null;
      // Rows of the product and postings follow from each other, and are not all here: seals and the ledger's own laws hold with what is carried forward.
      const isWhole = (await readKeptMonths(dbTx)).length === 0 && (await readDaysElsewhere(dbTx)).length === 0;
      const found = await checkBooks(dbTx, isWhole ? [checkSealedDays, ...checks] : [checkSealedDays]);
      // The snapshot only reads: the outcome is written beside it.
      await endRun(deps, id, { startedAt, endedAt: clock.now(), differences: differencesOf(found), failure: null });
      return found;
    });
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    await endRun(deps, id, { startedAt, endedAt: clock.now(), differences: null, failure });
    throw error;
  }
}

async function endRun(deps: BooksDeps, id: bigint, run: Run): Promise<void> {
  const at = run.endedAt < run.startedAt ? run.startedAt : run.endedAt;
  await changeAlerts(deps, async (dbTx, raise) => {
    await insertRun(dbTx, id, run);
    // One that began later may have ended before: what it found holds.
    const newest = await readNewestRun(dbTx);
    await changeUnchecked(deps, dbTx, newest, at, raise);
    if (!newest?.differences) return;
    for (const coin of coins) {
      const { count, first } = newest.differences[coin];
      if (count === 0) await deps.resolveAlert(dbTx, differKind, coin, at);
      else
        await raise(
          {
            kind: differKind,
            subject: coin,
            message: `${count} ${count === 1 ? 'difference' : 'differences'}, no ${coin} is paid: ${first}`,
          },
          at,
        );
    }
  });
}

/** A worker checks at its start where no outcome holds. Longer than this is a matter for staff. */
const startMs = 5 * 60_000;

/** Raises or resolves the alert that nothing is paid because no outcome holds; for the worker, every few seconds. */
export function outcomeWatch(deps: BooksDeps): Tick {
  let startedAt: Date | null = null;
  return (now) => {
    startedAt ??= now;
    const isStarting = now.getTime() - startedAt.getTime() < startMs;
    return changeAlerts(deps, async (dbTx, raise) => {
      const run = await readNewestRun(dbTx);
      const isFailed = run !== null && run.failure !== null;
      if (isStarting && !isFailed && whyUnchecked(run, now) !== null) return;
      await changeUnchecked(deps, dbTx, run, now, raise);
    });
  };
}

type Raise = (alert: Alert, now: Date) => Promise<void>;

async function changeUnchecked(deps: BooksDeps, dbTx: Transaction, run: Run | null, now: Date, raise: Raise) {
  const reason = whyUnchecked(run, now);
  if (reason === null) await deps.resolveAlert(dbTx, uncheckedKind, 'payments', now);
  else await raise({ kind: uncheckedKind, subject: 'payments', message: `nothing is paid: ${reason}` }, now);
}

/** Announces what was raised once the transaction is committed. */
async function changeAlerts(deps: BooksDeps, work: (dbTx: Transaction, raise: Raise) => Promise<void>): Promise<void> {
  const raised: Alert[] = [];
  await deps.database.transaction((dbTx) =>
    work(dbTx, async (alert, now) => {
      if (await deps.raiseAlert(dbTx, alert, now)) raised.push(alert);
    }),
  );
  for (const alert of raised) deps.announceAlert(alert);
}

const isKnown = (coin: string | null): boolean => (coins as readonly (string | null)[]).includes(coin);

/** Per coin how many and the first one. A difference of an unknown coin counts for all of them. */
export function differencesOf(found: readonly Difference[]): Differences {
  const of = (coin: Coin) => {
    const [first, ...others] = found.filter((one) => one.coin === coin || !isKnown(one.coin));
    return first ? { count: others.length + 1, first: describeDifference(first) } : { count: 0, first: null };
  };
  return Object.fromEntries(coins.map((coin) => [coin, of(coin)])) as Differences;
}
