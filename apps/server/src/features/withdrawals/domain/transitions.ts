import type { Phase } from './phase.ts';

/** A line of the customer's timeline. */
export type TimelineStep =
  | 'APPLIED'
  | 'APPROVED'
  | 'KYT'
  | 'SIGNED'
  | 'BROADCAST'
  | 'CONFIRMED'
  | 'REJECTED'
  | 'CANCELLED'
  | 'FAILED';

export const events = [
  'approve',
  'offset',
  'reject',
  'cancel',
  'startScreening',
  'passScreening',
  'returnToManualReview',
  'sign',
  'confirm',
  'fail',
] as const;
export type WithdrawalEvent = (typeof events)[number];

export interface Transition {
  from: readonly Phase[];
  to: Phase;
  /** What the customer's timeline gets; null for a transition that is not shown. */
  step: TimelineStep | null;
}

const transitions: Record<WithdrawalEvent, Transition> = {
  approve: { from: ['AWAITING_APPROVAL'], to: 'APPROVED', step: 'APPROVED' },
  offset: { from: ['AWAITING_APPROVAL'], to: 'OFFSET', step: 'APPROVED' },
  reject: { from: ['AWAITING_APPROVAL'], to: 'REJECTED', step: 'REJECTED' },
  cancel: { from: ['AWAITING_APPROVAL'], to: 'CANCELLED', step: 'CANCELLED' },
  startScreening: { from: ['APPROVED'], to: 'SCREENING', step: null },
  passScreening: { from: ['SCREENING'], to: 'SIGNING', step: 'KYT' },
  /** The signer denied the automatic approval. */
  returnToManualReview: { from: ['SIGNING'], to: 'AWAITING_APPROVAL', step: null },
  sign: { from: ['SIGNING'], to: 'BROADCAST', step: 'SIGNED' },
  confirm: { from: ['BROADCAST'], to: 'PAID', step: 'CONFIRMED' },
  fail: { from: ['APPROVED', 'SCREENING', 'SIGNING', 'BROADCAST'], to: 'FAILED', step: 'FAILED' },
};

/** The transition that an event makes from a phase; null when the event is not allowed there. */
export function transitionOf(phase: Phase, event: WithdrawalEvent): Transition | null {
  const transition = transitions[event];
  return transition.from.includes(phase) ? transition : null;
}
