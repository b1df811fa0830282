import type { Data, Input } from '@lode/contract';
import { type Phase, phases } from '../domain/phase.ts';

type Withdrawal = Data<'withdrawApply'>;
export type Status = Withdrawal['status'];
export type Display = NonNullable<Input<'withdrawPage'>['display']>;

interface SpecStatus {
  status: Status;
  thirdStatus: Withdrawal['thirdStatus'];
  /** Of the client's three tabs. */
  display: Display;
}

/** The only place that knows how the API names a phase. */
const specStatuses: Record<Phase, SpecStatus> = {
  AWAITING_APPROVAL: { status: 'WAITING', thirdStatus: null, display: 'PROCESSING' },
  APPROVED: { status: 'SUCCESS', thirdStatus: 'WAITING', display: 'PROCESSING' },
  SCREENING: { status: 'SUCCESS', thirdStatus: 'KYT_VERIFICATION', display: 'PROCESSING' },
  SIGNING: { status: 'SUCCESS', thirdStatus: 'APPROVAL_TO_BE_SIGNED', display: 'PROCESSING' },
  BROADCAST: { status: 'SUCCESS', thirdStatus: 'IN_PAYMENT', display: 'PROCESSING' },
  PAID: { status: 'SUCCESS', thirdStatus: 'SUCCESS', display: 'SUCCESS' },
  FAILED: { status: 'SUCCESS', thirdStatus: 'FAILED', display: 'FAILED' },
  REJECTED: { status: 'REJECTED', thirdStatus: null, display: 'FAILED' },
  CANCELLED: { status: 'CANCELLED', thirdStatus: null, display: 'FAILED' },
  OFFSET: { status: 'SUCCESS', thirdStatus: null, display: 'SUCCESS' },
};

export function specStatusOf(phase: Phase): SpecStatus {
  return specStatuses[phase];
}

/** The phases that the list's filters leave. */
export function phasesShownAs({ status, display }: { status?: Status; display?: Display }): Phase[] {
  return phases.filter((phase) => {
    const shown = specStatuses[phase];
    return (status === undefined || shown.status === status) && (display === undefined || shown.display === display);
  });
}

/** As operators read it in commands: `SUCCESS IN_PAYMENT`, `offset`. */
export function statusText(phase: Phase): string {
  if (phase === 'OFFSET') return 'offset';
  const { status, thirdStatus } = specStatuses[phase];
  return thirdStatus === null ? status : `${status} ${thirdStatus}`;
}
