export const statuses = ['WAITING', 'SUCCESS', 'REJECTED', 'CANCELLED'] as const;
export type Status = (typeof statuses)[number];
export const thirdStatuses = [
  'WAITING',
  'KYT_VERIFICATION',
  'APPROVAL_TO_BE_SIGNED',
  'IN_PAYMENT',
  'SUCCESS',
  'FAILED',
] as const;
export type ThirdStatus = (typeof thirdStatuses)[number];

export interface WithdrawalState {
  status: Status;
  /** Null until approved, and for what never goes to the chain. */
  thirdStatus: ThirdStatus | null;
  /** Moved to the customer's own account instead of being paid. */
  isOffset: boolean;
}

/** A line of the timeline. */
export type Step =
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
  'screen',
  'clear',
  'handBack',
  'sign',
  'confirm',
  'fail',
] as const;
export type WithdrawalEvent = (typeof events)[number];

interface Move {
  from: readonly string[];
  to: WithdrawalState;
  /** What the customer sees of it; the beginning of the screening is not shown by itself. */
  step: Step | null;
}

const paying = (thirdStatus: ThirdStatus): WithdrawalState => ({ status: 'SUCCESS', thirdStatus, isOffset: false });
const nameOf = ({ status, thirdStatus, isOffset }: WithdrawalState): string =>
  [status, thirdStatus ?? (isOffset ? 'OFFSET' : null)].filter((part) => part !== null).join(' ');

const moves: Record<WithdrawalEvent, Move> = {
  approve: { from: ['WAITING'], to: paying('WAITING'), step: 'APPROVED' },
  offset: { from: ['WAITING'], to: { status: 'SUCCESS', thirdStatus: null, isOffset: true }, step: 'APPROVED' },
  reject: { from: ['WAITING'], to: { status: 'REJECTED', thirdStatus: null, isOffset: false }, step: 'REJECTED' },
  cancel: { from: ['WAITING'], to: { status: 'CANCELLED', thirdStatus: null, isOffset: false }, step: 'CANCELLED' },
  screen: { from: ['SUCCESS WAITING'], to: paying('KYT_VERIFICATION'), step: null },
  clear: { from: ['SUCCESS KYT_VERIFICATION'], to: paying('APPROVAL_TO_BE_SIGNED'), step: 'KYT' },
  /** Approved by the rule, and refused to it by the signer: people decide. */
  handBack: {
    from: ['SUCCESS APPROVAL_TO_BE_SIGNED'],
    to: { status: 'WAITING', thirdStatus: null, isOffset: false },
    step: null,
  },
  sign: { from: ['SUCCESS APPROVAL_TO_BE_SIGNED'], to: paying('IN_PAYMENT'), step: 'SIGNED' },
  confirm: { from: ['SUCCESS IN_PAYMENT'], to: paying('SUCCESS'), step: 'CONFIRMED' },
  fail: {
    from: ['SUCCESS WAITING', 'SUCCESS KYT_VERIFICATION', 'SUCCESS APPROVAL_TO_BE_SIGNED', 'SUCCESS IN_PAYMENT'],
    to: paying('FAILED'),
    step: 'FAILED',
  },
};

/** Where an event brings a withdrawal; null when it cannot happen there: what is finished does not move again. */
export function moved(
  state: WithdrawalState,
  event: WithdrawalEvent,
): { state: WithdrawalState; step: Step | null } | null {
  const { from, to, step } = moves[event];
  return from.includes(nameOf(state)) ? { state: to, step } : null;
}

/** What the customer sees of it, by the client's own rule; the list's SQL says the same. */
export function displayOf(state: WithdrawalState): 'PROCESSING' | 'SUCCESS' | 'FAILED' {
  if (!isOver(state)) return 'PROCESSING';
  return state.isOffset || state.thirdStatus === 'SUCCESS' ? 'SUCCESS' : 'FAILED';
}

/** Nothing happens to it any more. */
export function isOver({ status, thirdStatus, isOffset }: WithdrawalState): boolean {
  return status === 'REJECTED' || status === 'CANCELLED' || isOffset || isLast(thirdStatus);
}

function isLast(thirdStatus: ThirdStatus | null): boolean {
  return thirdStatus === 'SUCCESS' || thirdStatus === 'FAILED';
}
