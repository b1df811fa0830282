import { startOfMiningDay } from '../../platform/clock/clock.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { holdFirstOpenDay } from './external-reads.store.ts';
import { moveReasons } from './machine-state.ts';
import { lockMachinesInArrear, lockRunningMachines, moveMachines } from './machines.store.ts';

/**
 * Stops machines whose charge is overdue, dated when they are switched off: `at` is now. One whose contract is over is left to
 * the clock; machines that are not running stay as they are. Answers how many stopped.
 */
export async function enterArrear(
  dbTx: Transaction,
  machineIds: readonly bigint[],
  { at, recordedAt }: { at: Date; recordedAt: Date },
): Promise<number> {
  const running = await lockRunningMachines(dbTx, machineIds, at);
  await moveMachines(
    dbTx,
    running.map((machine) => ({ ...machine, to: 'ARREAR' })),
    { by: 'close', reason: moveReasons.electricityOwed, recordedAt },
  );
  return running.length;
}

/**
 * To be called in the transaction that paid electricity which these customers owed: once nothing is left of it, their
 * machines leave ARREAR for work, or for SUSPEND where the owner asked for it meanwhile. `at` is the time of the payment,
 * or the nominal one of a close; nothing is dated into a day whose close has begun. Answers how many left.
 */
export async function leaveArrear(
  dbTx: Transaction,
  customerIds: readonly bigint[],
  at: Date,
  recordedAt: Date = at,
): Promise<number> {
  const firstOpenDay = await holdFirstOpenDay(dbTx);
  const open = firstOpenDay === null ? at : startOfMiningDay(firstOpenDay);
  const stopped = await lockMachinesInArrear(dbTx, customerIds, at > open ? at : open);
  await moveMachines(dbTx, stopped, { by: 'payment', reason: moveReasons.electricityPaid, recordedAt });
  return stopped.length;
}
