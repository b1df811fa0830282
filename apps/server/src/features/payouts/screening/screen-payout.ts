import { withdrawalRemarks } from '@lode/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { enqueuePayout, signJob } from '../payout-jobs.ts';
import {
  AwaitingInput,
  type PayoutDeps,
  RetryLater,
  type Screening,
  type ScreeningResult,
  type Withdrawal,
} from '../payout-ports.ts';
import { refuseWhileBlocked } from '../refuse-while-blocked.ts';
import { ScreeningUnavailable } from './screening-unavailable.ts';

/** Screens the address. Without a result nothing is paid, and it is screened again. */
export async function screenPayout(
  deps: PayoutDeps,
  screenings: readonly Screening[],
  id: bigint,
  now: Date,
): Promise<void> {
  const { database, withdrawals, monitor } = deps;
  const withdrawal = await database.transaction(async (dbTx) => {
    const found = await withdrawals.lock(dbTx, id);
    if (found?.phase === 'SCREENING') return found;
    if (found?.phase !== 'APPROVED') return null;
    await refuseWhileBlocked(dbTx, deps, found);
    await refuseParallelScreening(dbTx, deps, found);
    await withdrawals.advance(dbTx, found, 'startScreening', now);
    monitor.failpoint('screen:before-commit');
    return found;
  });
  if (withdrawal === null) return;
  monitor.failpoint('screen:begun');
  const result = await screenByAll(deps, screenings, withdrawal);
  monitor.failpoint('screen:answered');
  if (!result.isClear) await endAtSigner(deps, id);
  await database.transaction(async (dbTx) => {
    const found = await withdrawals.lock(dbTx, id);
    if (found?.phase !== 'SCREENING') return;
    if (result.isClear) {
      await withdrawals.advance(dbTx, found, 'passScreening', now);
      await enqueuePayout(dbTx, signJob, id);
    } else {
      await withdrawals.fail(dbTx, found, { remark: withdrawalRemarks.SCREENING, now });
    }
    monitor.failpoint('screen:decided');
  });
  if (!result.isClear) monitor.log.error({ event: 'payout.screening-refused', id, reason: result.reason });
}

/** Before the amount returns: the approvals of what is not paid are worth nothing afterwards. */
async function endAtSigner({ database, withdrawals, signer, monitor }: PayoutDeps, id: bigint): Promise<void> {
  const ended = await signer.finalise?.(await withdrawals.readApproval(database, id));
  if (ended && (!ended.isFinalised || ended.signed.length > 0))
    throw new RetryLater(
      `withdrawal ${id} failed its screening, and the signer has signed it: it is neither paid nor returned`,
    );
  monitor.failpoint('screen:ended');
}

/** All are asked in turn; the first refusal is the result. */
async function screenByAll(
  { database }: PayoutDeps,
  screenings: readonly Screening[],
  withdrawal: Withdrawal,
): Promise<ScreeningResult> {
  for (const screening of screenings) {
    const result = await screening(database, withdrawal).catch((error: unknown) => {
      if (!(error instanceof ScreeningUnavailable)) throw error;
      const Wait = error.isIntended ? AwaitingInput : RetryLater;
      throw new Wait(`withdrawal ${withdrawal.id} waits for its screening: ${error.message}`, { cause: error });
    });
    if (!result.isClear) return result;
  }
  return { isClear: true };
}

/** One screening per address at a time: a second withdrawal waits for the result of the first. */
async function refuseParallelScreening(
  dbTx: Transaction,
  { withdrawals }: PayoutDeps,
  { id, network, addressKey }: Withdrawal,
): Promise<void> {
  const other = await withdrawals.findScreeningOf(dbTx, network, addressKey);
  if (other !== null)
    throw new AwaitingInput(
      `withdrawal ${id} waits for the screening of withdrawal ${other}: they pay the same address`,
    );
}
