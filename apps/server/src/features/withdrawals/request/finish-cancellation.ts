import { SignerUnavailable } from '@lode/signing';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { logDeduplicator } from '../../../platform/jobs/log-deduplicator.ts';
import type { Tick } from '../../../platform/jobs/ticking.ts';
import type { EventLog, LogEvent } from '../../../platform/log/event-log.ts';
import { transitionOf } from '../domain/transitions.ts';
import { type EndPaymentPort, endAtSigner } from '../end-at-signer.ts';
import { endUnpaid } from '../lifecycle.ts';
import { findWithdrawal, lockWithdrawal } from '../withdrawal.repository.ts';
import type { AmountReturnPorts } from '../withdrawal-ports.ts';
import { deleteCancellation, findCancellation, readOpenCancellations } from './cancellation.repository.ts';

export interface FinishDeps extends AmountReturnPorts, EndPaymentPort {
  database: Database;
  clock: Clock;
  log: EventLog;
}

export const cancelJob = 'withdrawal-cancel';

/**
 * Ends the payment at the signer, then returns the amount. Safe to run twice, at once, and to be killed anywhere: while the
 * cancellation stands nothing approves the withdrawal. Throws `SignerUnavailable`: then nothing is returned yet.
 */
export async function finishCancellation(deps: FinishDeps, id: bigint): Promise<void> {
  const { database, clock, log } = deps;
  const found = await findWithdrawal(database, id);
  if (found === null || (await findCancellation(database, id)) === null) return;
  const isUnsigned = transitionOf(found.phase, 'cancel') === null || (await endAtSigner(database, deps, found));
  if (!isUnsigned) log.error({ event: 'withdrawal.signed-before-its-approval', id });
  await database.transaction(async (dbTx) => {
    const withdrawal = await lockWithdrawal(dbTx, id);
    if (withdrawal === null || withdrawal.phase === 'CANCELLED') return;
    const isEnded =
      isUnsigned && (await endUnpaid(dbTx, deps, withdrawal, { event: 'cancel', end: 'returned', now: clock.now() }));
    if (!isEnded) await deleteCancellation(dbTx, id);
  });
}

/** What a public process asked for, at once; what waits for the signer is the next round's. */
export function cancelJobOf(deps: FinishDeps): Job {
  return async (payload) => {
    await finishCancellation(deps, BigInt((payload as { id: string }).id)).catch((error: unknown) => {
      if (!(error instanceof SignerUnavailable)) throw error;
    });
  };
}

export function cancellationRounds(deps: FinishDeps): Tick {
  const deduplicated = logDeduplicator<LogEvent>((event) => deps.log.error(event));
  return deduplicated.rounds(async () => {
    for (const id of await readOpenCancellations(deps.database)) {
      await finishCancellation(deps, id).catch((error: unknown) => {
        if (!(error instanceof SignerUnavailable)) throw error;
        deduplicated.report({ event: 'withdrawal.cancellation-waits', id: `${id}`, reason: error.message });
      });
    }
  });
}
