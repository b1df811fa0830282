import type { Database, DbTx } from '../../platform/db/database.ts';
import { moveReasons } from './machine-state.ts';
import {
  type DueMove,
  lockMachinesDueToStart,
  lockMachinesWhoseContractEnds,
  type MoveLabel,
  moveMachines,
} from './machines.store.ts';

const batchSize = 1000;

/**
 * Makes every move of the clock whose time has come by now. A contract that was over when its machine was brought in is
 * left to the close of that day: the days before it are still to be lived through, and an unpaid one may stop the machine
 * earlier than its contract did.
 */
export function runMachineClockNow(database: Database, now: Date): Promise<number> {
  return runClock(database, { until: now, recordedAt: now, leavesPastContracts: true });
}

/** Makes every move of the clock up to the end of a mining day, for its close, before seconds are counted. */
export function runMachineClockUntil(database: Database, until: Date, recordedAt: Date): Promise<number> {
  return runClock(database, { until, recordedAt, leavesPastContracts: false });
}

/**
 * WAITING machines start at their expected time, contracts end. Each move carries its nominal time, however late this
 * runs, so that a day's running seconds do not depend on when. Safe to run twice at once; bounded batches, each its own
 * transaction.
 */
async function runClock(
  database: Database,
  { until, recordedAt, leavesPastContracts }: { until: Date; recordedAt: Date; leavesPastContracts: boolean },
): Promise<number> {
  const clock = { by: 'clock', recordedAt };
  // Starts before ends: a machine may do both in the time since the last run.
  const started = await drain(database, (dbTx) => lockMachinesDueToStart(dbTx, until, batchSize), 'RUNNING', {
    ...clock,
    reason: moveReasons.expectedRunningTime,
  });
  const ended = await drain(
    database,
    (dbTx) => lockMachinesWhoseContractEnds(dbTx, { until, leavesPastContracts, limit: batchSize }),
    'SUSPEND',
    {
      ...clock,
      reason: moveReasons.contractEnded,
      endsContract: true,
    },
  );
  return started + ended;
}

async function drain(
  database: Database,
  lockDue: (dbTx: DbTx) => Promise<DueMove[]>,
  to: 'RUNNING' | 'SUSPEND',
  label: MoveLabel,
): Promise<number> {
  let total = 0;
  for (;;) {
    const moved = await database.transaction(async (dbTx) => {
      const due = await lockDue(dbTx);
      await moveMachines(
        dbTx,
        due.map((move) => ({ ...move, to })),
        label,
      );
      return due.length;
    });
    // A batch may come back short when another run was faster on some of its rows: only an empty one is the end.
    if (moved === 0) return total;
    total += moved;
  }
}
