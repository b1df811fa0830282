import { houseAccount, type Posting, type PostingType, type Transfer } from '@lode/ledger';
import { businessDate } from '../../../platform/clock/clock.ts';
import { type WithdrawCoin, walletOf } from './coins.ts';

/** What the books must know of a withdrawal. */
export interface Withdrawn {
  customerId: bigint;
  coin: WithdrawCoin;
  /** Gross. */
  amount: bigint;
  /** The house's, inside the amount. */
  fee: bigint;
}

/** Out of the wallet, when it is applied for. */
export function applied({ customerId, coin, amount }: Withdrawn, key: string, now: Date): Transfer {
  const date = businessDate(now);
  return {
    key: `withdraw:${key}`,
    input: { customerId, coin, amount },
    kind: 'withdrawal',
    businessDate: date,
    postedAt: now,
    postings: [
      {
        from: walletOf(customerId, coin),
        to: houseAccount('WITHDRAWAL_PENDING', coin),
        type: 'WITHDRAW',
        amount,
        date,
      },
    ],
  };
}

export type WithdrawalEnd = 'returned' | 'offset' | 'paid';

/**
 * What a withdrawal ends with. One key for every way to end: whichever comes second is refused by the books themselves,
 * as the same key with other input.
 */
export function ended(id: bigint, end: WithdrawalEnd, withdrawn: Withdrawn, now: Date): Transfer {
  const date = businessDate(now);
  return {
    key: `withdrawal-end:${id}`,
    input: { id, end },
    kind: 'withdrawal-end',
    businessDate: date,
    postedAt: now,
    postings: end === 'paid' ? paid(withdrawn, date) : [back(withdrawn, end, date)],
  };
}

const backTypes: Record<'returned' | 'offset', PostingType> = {
  returned: 'WITHDRAW_RETURN',
  offset: 'WITHDRAW_OFFSET',
};

/** The whole amount, without a fee. */
function back({ customerId, coin, amount }: Withdrawn, end: 'returned' | 'offset', date: string): Posting {
  const from = houseAccount('WITHDRAWAL_PENDING', coin);
  return { from, to: walletOf(customerId, coin), type: backTypes[end], amount, date };
}

function paid({ coin, amount, fee }: Withdrawn, date: string): Posting[] {
  const from = houseAccount('WITHDRAWAL_PENDING', coin);
  const lines: Posting[] = [
    { from, to: houseAccount('CUSTODY', coin), type: 'WITHDRAWAL_PAID', amount: amount - fee, date },
    { from, to: houseAccount('WITHDRAWAL_FEE_REVENUE', coin), type: 'WITHDRAWAL_FEE', amount: fee, date },
  ];
  return lines.filter((line) => line.amount > 0n);
}
