import { miningDate, startOfMiningDay } from '../../platform/clock/clock.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { moveReasons } from './machine-state.ts';
import {
  type DueMove,
  lockContractEndsOf,
  lockMachinesDueToStart,
  lockMachinesWhoseContractEnds,
  lockStartsDueOf,
  type Move,
  type MoveLabel,
  moveMachines,
} from './machines.store.ts';
import { daysOfDueTerms, repeatTerms } from './repeat-terms.ts';

const batchSize = 1000;

/**
 * Makes every move of the clock whose time has come by now. A contract that was over when its machine was brought in is
 * left to the close of that day: the days before it are still to be lived through, and an unpaid one may stop the machine
 * earlier than its contract did.
 */
export function runMachineClockNow(database: Database, now: Date): Promise<number> {
  return runClock(database, { until: now, recordedAt: now, leavesPastContracts: true });
}

/**
 * The same for some machines, in the transaction that is about to move them: an action comes after what was due
 * before it, and waits for no other machine's moves; those are the tick's. What stands again because the version of the day
 * `takenBack` is gone stands from now on, not from its own first day. Answers how many were made.
 */
export async function makeDueMoves(
  dbTx: Transaction,
  machineIds: readonly bigint[],
  now: Date,
  takenBack: string | null = null,
): Promise<number> {
  let made = 0;
  for (const day of await daysOfDueTerms(dbTx, miningDate(now), machineIds)) {
    const standsAgainAt = takenBack !== null && day < takenBack ? now : null;
    made += await makeMoves(dbTx, machineIds, justBefore(day), now);
    made += await repeatTerms(dbTx, {
      day,
      machineIds,
      limit: machineIds.length,
      recordedAt: now,
      standsAgainAt,
    });
  }
  return made + (await makeMoves(dbTx, machineIds, now, now));
}

async function makeMoves(
  dbTx: Transaction,
  machineIds: readonly bigint[],
  until: Date,
  recordedAt: Date,
): Promise<number> {
  const starts = await lockStartsDueOf(dbTx, machineIds, until);
  await moveMachines(dbTx, toWork(starts), startedByClock(recordedAt));
  const ends = await lockContractEndsOf(dbTx, machineIds, until);
  await moveMachines(dbTx, toRest(ends), endedByClock(recordedAt));
  return starts.length + ends.length;
}

/** Makes every move of the clock up to the end of a mining day, for its close, before seconds are counted. */
export function runMachineClockUntil(database: Database, until: Date, recordedAt: Date): Promise<number> {
  return runClock(database, { until, recordedAt, leavesPastContracts: false });
}

interface ClockRun {
  until: Date;
  recordedAt: Date;
  leavesPastContracts: boolean;
}

/**
 * WAITING machines start at their expected time, contracts end, terms change: in that order of time, so that a contract which
 * is renewed from the day of its end does not stop its machine. Each move carries its nominal time, however late this
 * runs, so that a day's running seconds do not depend on when. Safe to run twice at once; bounded batches, each its own
 * transaction.
 */
async function runClock(database: Database, run: ClockRun): Promise<number> {
  let made = 0;
  for (const day of await daysOfDueTerms(database, miningDate(run.until), null)) {
    made += await runMoves(database, { ...run, until: justBefore(day) });
    made += await drain(database, (dbTx) =>
      repeatTerms(dbTx, { day, machineIds: null, limit: batchSize, recordedAt: run.recordedAt, standsAgainAt: null }),
    );
  }
  return made + (await runMoves(database, run));
}

/** Times of moves have milliseconds: what happens at the day's first instant happens under the day's terms. */
function justBefore(day: string): Date {
  return new Date(startOfMiningDay(day).getTime() - 1);
}

async function runMoves(database: Database, { until, recordedAt, leavesPastContracts }: ClockRun): Promise<number> {
  // Starts before ends: a machine may do both in the time since the last run.
  const started = await drain(database, async (dbTx) => {
    const due = await lockMachinesDueToStart(dbTx, until, batchSize);
    await moveMachines(dbTx, toWork(due), startedByClock(recordedAt));
    return due.length;
  });
  const ended = await drain(database, async (dbTx) => {
    const due = await lockMachinesWhoseContractEnds(dbTx, { until, leavesPastContracts, limit: batchSize });
    await moveMachines(dbTx, toRest(due), endedByClock(recordedAt));
    return due.length;
  });
  return started + ended;
}

const toWork = (due: readonly DueMove[]): Move[] => due.map((move) => ({ ...move, to: 'RUNNING' }));
const toRest = (due: readonly DueMove[]): Move[] => due.map((move) => ({ ...move, to: 'SUSPEND' }));

const startedByClock = (recordedAt: Date): MoveLabel => ({
  by: 'clock',
  reason: moveReasons.expectedRunningTime,
  recordedAt,
});
const endedByClock = (recordedAt: Date): MoveLabel => ({
  by: 'clock',
  reason: moveReasons.contractEnded,
  recordedAt,
  endsContract: true,
});

/** Runs a batch until there is none left. One may come back short when another run was faster: only an empty one is the end. */
async function drain(database: Database, moveBatch: (dbTx: Transaction) => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const moved = await database.transaction(moveBatch);
    if (moved === 0) return total;
    total += moved;
  }
}
