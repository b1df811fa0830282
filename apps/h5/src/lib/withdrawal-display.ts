import { cancellingRemark, type Data, type Input, offsetRemark } from '@lode/contract';
import { parseAmount } from '@lode/money';

type Withdrawal = Data<'withdrawPage'>['records'][number];
export type Display = NonNullable<Input<'withdrawPage'>['display']>;

const inPayment: readonly Withdrawal['thirdStatus'][] = [
  'WAITING',
  'KYT_VERIFICATION',
  'APPROVAL_TO_BE_SIGNED',
  'IN_PAYMENT',
];

type DisplayFields = Pick<Withdrawal, 'status' | 'thirdStatus' | 'checkRemark'>;

export function isOffset({ status, checkRemark }: DisplayFields): boolean {
  return checkRemark === offsetRemark && status === 'SUCCESS';
}

/** The customer has cancelled it, and the amount is on its way back. */
export function isBeingCancelled({ status, checkRemark }: Pick<DisplayFields, 'status' | 'checkRemark'>): boolean {
  return checkRemark === cancellingRemark && status === 'WAITING';
}

/** The spec's display rule, in its order; the only place in the client that reads `thirdStatus`. */
export function displayOf(withdrawal: DisplayFields): Display {
  const { status, thirdStatus } = withdrawal;
  if (status === 'WAITING') return 'PROCESSING';
  if (status === 'SUCCESS' && inPayment.includes(thirdStatus)) return 'PROCESSING';
  if (status === 'SUCCESS' && thirdStatus === 'SUCCESS') return 'SUCCESS';
  if (isOffset(withdrawal)) return 'SUCCESS';
  return 'FAILED';
}

/** Nothing has left: an offset or a failure puts the whole amount back, and takes no fee. */
export function isReturnedWhole(withdrawal: DisplayFields): boolean {
  return isOffset(withdrawal) || displayOf(withdrawal) === 'FAILED';
}

/** Whether no further step follows. */
export function isFinal(withdrawal: DisplayFields): boolean {
  return displayOf(withdrawal) !== 'PROCESSING';
}

/** Whether a part of an offset is there: none is unknown, or nothing. */
export function isPart(amount: string | null | undefined, coin: Withdrawal['coin']): amount is string {
  return amount !== null && amount !== undefined && parseAmount(amount, coin) > 0n;
}
