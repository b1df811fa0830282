import { coinOfAccount, isKnownAccount } from './accounts.ts';
import { MalformedPosting } from './errors.ts';

/** Every kind of movement. A customer meets those of the contract's ledger list; the others are the house's own. */
export const postingTypes = [
  'MINING_OUTPUT',
  'ELE_INIT',
  'ELE_RECHARGE',
  'ELE_CONSUME_USDT',
  'ELE_CONSUME_BTC',
  'ELE_CONSUME_ETH',
  'ELE_CONSUME_DOGE',
  'DAILY_PROFIT_FEEDBACK',
  'HOSTING_FEE',
  'RECHARGE_BTC',
  'COIN_UP_OUT_BTC',
  'COIN_UP_OUT_USDT',
  'COIN_UP_IN_BTC',
  'COIN_UP_IN_USDT',
  'INCOME_IN_BTC',
  'INCOME_IN_USDT',
  'WITHDRAW',
  'WITHDRAW_RETURN',
  'WITHDRAW_OFFSET',
  'ADJUST_OUTPUT',
  'ADJUST_ELE',
  'FUND_PAID_IN',
  'INTEREST',
  'WITHDRAWAL_PAID',
  'WITHDRAWAL_FEE',
  'NETWORK_FEE',
  'TREASURY_MOVE',
  'POOL_PAYMENT',
  'REORG',
  'SUSPENSE_MOVE',
  'LEAVING',
] as const;
export type PostingType = (typeof postingTypes)[number];

/** One movement: `amount` minor units leave `from` and arrive at `to`. */
export interface Posting {
  from: bigint;
  to: bigint;
  type: PostingType;
  amount: bigint;
  /** The record's own day, `YYYY-MM-DD`: the mining day of an output or a charge, else the business day. */
  date: string;
  /** The machine that it belongs to. */
  sourceId?: bigint | null;
}

const largestAmount = 2n ** 63n - 1n;

/** Throws `MalformedPosting` unless the lines can stand in the books. The database refuses the same by itself. */
export function assertPostings(postings: readonly Posting[]): void {
  if (postings.length === 0) throw new MalformedPosting('a transfer needs at least one line');
  for (const posting of postings) {
    const flaw = validatePosting(posting);
    if (flaw) throw new MalformedPosting(`${posting.from} → ${posting.to}: ${flaw}`);
  }
}

function validatePosting({ from, to, amount }: Posting): string | null {
  if (!isKnownAccount(from) || !isKnownAccount(to)) return 'no such account';
  if (from === to) return 'both sides are one account';
  if (coinOfAccount(from) !== coinOfAccount(to)) return 'two coins in one movement';
  if (from > 0n && to > 0n && from / 100n !== to / 100n) return 'between two customers';
  if (amount <= 0n || amount > largestAmount) return `${amount} is no amount to move`;
  return null;
}
