import { houseAccount, type Posting, type PostingType, type Transfer } from '@lode/ledger';
import { businessDate } from '../../../platform/clock/clock.ts';
import { type Payer, sourceOf, type WithdrawCoin } from './coins.ts';

/** The part of a withdrawal that is posted. */
export type WithdrawalAmounts = Payer & {
  coin: WithdrawCoin;
  /** Gross. */
  amount: bigint;
  /** The house's, inside the amount. */
  fee: bigint;
};

export const treasuryPaymentKey = (key: string): string => `treasury-pay:${key}`;

/** Out of the wallet, when the customer submits it; out of TREASURY, when two people do. */
export function submissionTransfer(withdrawal: WithdrawalAmounts, key: string, now: Date): Transfer {
  const { customerId, destinationId, coin, amount } = withdrawal;
  const date = businessDate(now);
  return {
    ...(customerId === null
      ? { key: treasuryPaymentKey(key), input: { destinationId, coin, amount }, kind: 'treasury-payment' }
      : { key: `withdraw:${key}`, input: { customerId, coin, amount }, kind: 'withdrawal' }),
    businessDate: date,
    postedAt: now,
    postings: [
      {
        from: sourceOf(withdrawal, coin),
        to: houseAccount('WITHDRAWAL_PENDING', coin),
        type: 'WITHDRAW',
        amount,
        date,
      },
    ],
  };
}

export type WithdrawalEnd = 'returned' | 'offset' | 'paid';

/** All ends of a withdrawal share one key, so the ledger itself refuses a second end: the same key with other input. */
export function endTransfer(id: bigint, end: WithdrawalEnd, withdrawal: WithdrawalAmounts, now: Date): Transfer {
  const date = businessDate(now);
  return {
    key: `withdrawal-end:${id}`,
    input: { id, end },
    kind: 'withdrawal-end',
    businessDate: date,
    postedAt: now,
    postings: end === 'paid' ? paidPostings(withdrawal, date) : [returnPosting(withdrawal, end, date)],
  };
}

const returnTypes: Record<'returned' | 'offset', PostingType> = {
  returned: 'WITHDRAW_RETURN',
  offset: 'WITHDRAW_OFFSET',
};

/** The whole amount, without a fee. */
function returnPosting(
  { coin, amount, ...payer }: WithdrawalAmounts,
  end: 'returned' | 'offset',
  date: string,
): Posting {
  const from = houseAccount('WITHDRAWAL_PENDING', coin);
  return { from, to: sourceOf(payer, coin), type: returnTypes[end], amount, date };
}

function paidPostings({ coin, amount, fee }: WithdrawalAmounts, date: string): Posting[] {
  const from = houseAccount('WITHDRAWAL_PENDING', coin);
  const lines: Posting[] = [
    { from, to: houseAccount('CUSTODY', coin), type: 'WITHDRAWAL_PAID', amount: amount - fee, date },
    { from, to: houseAccount('WITHDRAWAL_FEE_REVENUE', coin), type: 'WITHDRAWAL_FEE', amount: fee, date },
  ];
  return lines.filter((line) => line.amount > 0n);
}

/** The network's fee of a payment that failed on its chain; that of one that succeeded is part of its end. */
export function lostFeeTransfer(
  id: bigint,
  withdrawal: WithdrawalAmounts,
  networkFee: readonly Posting[],
  now: Date,
): Transfer {
  return {
    ...endTransfer(id, 'returned', withdrawal, now),
    key: `withdrawal-lost:${id}`,
    kind: 'network-fee',
    postings: [...networkFee],
  };
}
