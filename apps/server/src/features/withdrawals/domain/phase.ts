import * as states from '@lode/contract/record-states';

export { payoutPhases } from '@lode/contract/record-states';

/**
 * Where a withdrawal stands. The one internal state: the API's `status` and `thirdStatus` are derived from it
 * (`request/spec-status.ts`), and what may follow a phase stands in `transitions.ts`.
 */
export const phases = states.withdrawalPhases;
export type Phase = states.WithdrawalPhase;

/** Approved and not signed: nothing of it has left. */
export const unsignedPhases: readonly Phase[] = states.unsignedPhases;

const finished: readonly Phase[] = ['PAID', 'FAILED', 'REJECTED', 'CANCELLED', 'OFFSET'];

export function isFinished(phase: Phase): boolean {
  return finished.includes(phase);
}
