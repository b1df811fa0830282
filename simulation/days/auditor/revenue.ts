/** What revenue may pay: money only, not promotional credit, nor what others still owe the house (domain.md §3.1). */
import type { Coin } from '../events.ts';
import { houseOf } from './books.ts';
import { least, most } from './exact.ts';
import type { State } from './state.ts';

const assets = ['CUSTODY', 'CASH'];
/** Neither held nor owed: what the house earned, spent, or has still to receive. */
const own =
  /^house\/(MINING_RECEIVABLE|MINING_VARIANCE|[A-Z_]+_REVENUE|NETWORK_FEE_EXPENSE|PROMOTION_EXPENSE|CUSTODY|CASH)\//;

/** Coins that the house holds beyond all that it owes; SUSPENSE below zero is no coin. */
export function coveredIn({ books }: State, coin: Coin): bigint {
  let covered = 0n;
  for (const name of assets) covered -= books.posted(houseOf(name, coin));
  for (const [account, balance] of books.balances)
    if (account.endsWith(`/${coin}`) && !own.test(account)) covered -= most(balance, 0n);
  return most(covered, 0n);
}

/** Of a revenue account what a refund of own money may take: what customers paid without promotional credit, and nothing else took. */
export function refundableIn({ books, customers }: State, account: string, coin: Coin): bigint {
  const revenues = ['ELECTRICITY_REVENUE', 'HOSTING_REVENUE', 'WITHDRAWAL_FEE_REVENUE'];
  let earned = books.posted(houseOf('PROMOTION_EXPENSE', coin));
  for (const name of revenues) earned += books.posted(houseOf(name, coin));
  if (coin === 'USDT') for (const { promotion } of customers.values()) earned += promotion;
  return most(least(books.available(account), earned), 0n);
}
