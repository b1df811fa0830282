/**
 * Where a withdrawal stands. The one internal state: the API's `status` and `thirdStatus` are derived from it
 * (`request/spec-status.ts`), and what may follow a phase stands in `transitions.ts`.
 */
export const phases = [
  'AWAITING_APPROVAL',
  /** Approved; screening of its address has not begun. */
  'APPROVED',
  'SCREENING',
  'SIGNING',
  /** Signed: its transaction is out, or may be. */
  'BROADCAST',
  'PAID',
  'FAILED',
  'REJECTED',
  'CANCELLED',
  /** Credited to the customer's own account instead of being paid. */
  'OFFSET',
] as const;
export type Phase = (typeof phases)[number];

/** Approved and not signed: nothing of it has left. */
export const unsignedPhases: readonly Phase[] = ['APPROVED', 'SCREENING', 'SIGNING'];

/** Approved and not finished: the payouts slice moves it on. */
export const payoutPhases = ['APPROVED', 'SCREENING', 'SIGNING', 'BROADCAST'] as const satisfies readonly Phase[];

const finished: readonly Phase[] = ['PAID', 'FAILED', 'REJECTED', 'CANCELLED', 'OFFSET'];

export function isFinished(phase: Phase): boolean {
  return finished.includes(phase);
}
