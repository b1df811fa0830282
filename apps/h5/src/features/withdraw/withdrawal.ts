import { type Data, type Input, offsetRemark } from '@lode/contract';

export type Withdrawal = Data<'withdrawPage'>['records'][number];
export type WithdrawCoin = Withdrawal['coin'];
export type Network = Withdrawal['network'];
export type Terms = Data<'withdrawTerms'>;
export type Display = NonNullable<Input<'withdrawPage'>['display']>;

export const withdrawCoins = ['BTC', 'USDT'] as const satisfies WithdrawCoin[];
export const displays = ['PROCESSING', 'SUCCESS', 'FAILED'] as const satisfies Display[];

/** The network that a coin leaves by unless another is chosen. */
export const usualNetwork: Record<WithdrawCoin, Network> = { BTC: 'BITCOIN', USDT: 'ERC20' };

export function coinOf(text: string | null): WithdrawCoin {
  return text === 'USDT' ? 'USDT' : 'BTC';
}

const onItsWay: readonly Withdrawal['thirdStatus'][] = [
  'WAITING',
  'KYT_VERIFICATION',
  'APPROVAL_TO_BE_SIGNED',
  'IN_PAYMENT',
];

type Judged = Pick<Withdrawal, 'status' | 'thirdStatus' | 'checkRemark'>;

export function isOffset({ status, checkRemark }: Judged): boolean {
  return checkRemark === offsetRemark && status === 'SUCCESS';
}

/** What the customer sees of a withdrawal: the product's rule, in its order. */
export function displayOf(withdrawal: Judged): Display {
  const { status, thirdStatus } = withdrawal;
  if (status === 'WAITING') return 'PROCESSING';
  if (status === 'SUCCESS' && onItsWay.includes(thirdStatus)) return 'PROCESSING';
  if (status === 'SUCCESS' && thirdStatus === 'SUCCESS') return 'SUCCESS';
  if (isOffset(withdrawal)) return 'SUCCESS';
  return 'FAILED';
}
