import type { Queryable } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';

export const screenJob = 'withdrawal-screen';
export const signJob = 'withdrawal-sign';
export const broadcastJob = 'withdrawal-broadcast';

/** Queues the next phase of a payout in the transaction of the phase before it. */
export function enqueuePayout(
  db: Queryable,
  job: typeof screenJob | typeof signJob | typeof broadcastJob,
  id: bigint,
): Promise<void> {
  return enqueue(db, job, { id: String(id) });
}
