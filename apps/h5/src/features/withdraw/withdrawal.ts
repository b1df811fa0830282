import { cancellingRemark, type Data, type Input, offsetRemark } from '@lode/contract';

export type Withdrawal = Data<'withdrawPage'>['records'][number];
export type WithdrawCoin = Withdrawal['coin'];
export type Network = Withdrawal['network'];
/** Limits, fee and arrival that apply now. */
export type Quote = Data<'withdrawTerms'>;
export type Display = NonNullable<Input<'withdrawPage'>['display']>;

export const withdrawCoins = ['BTC', 'USDT'] as const satisfies WithdrawCoin[];
export const displays = ['PROCESSING', 'SUCCESS', 'FAILED'] as const satisfies Display[];

export const defaultNetwork: Record<WithdrawCoin, Network> = { BTC: 'BITCOIN', USDT: 'ERC20' };

export function coinOf(text: string | null): WithdrawCoin {
  return text === 'USDT' ? 'USDT' : 'BTC';
}

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

/** Whether no further step follows. */
export function isFinal(withdrawal: DisplayFields): boolean {
  return displayOf(withdrawal) !== 'PROCESSING';
}
