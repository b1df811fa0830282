import { houseAccount } from '@lode/ledger';
import type { Coin } from '@lode/money';
import { one, type Transaction } from '../db/database.ts';
import { query } from '../db/query.ts';
import { lockedHouseBalance } from './house-balance.ts';

export type RevenueAccount = 'ELECTRICITY_REVENUE' | 'HOSTING_REVENUE' | 'WITHDRAWAL_FEE_REVENUE';

const earned = query('house-account.earned-revenue', 'select coalesce(earned_revenue($1), 0) as amount').as<{
  amount: bigint;
}>();
const payable = query('house-account.payable-revenue', 'select coalesce(payable_revenue($1), 0) as amount').as<{
  amount: bigint;
}>();

/** All revenue of a coin has one lock, that of ELECTRICITY_REVENUE: what one account pays out another one may not pay too. */
async function lockRevenue(dbTx: Transaction, account: RevenueAccount, coin: Coin): Promise<bigint> {
  const shared = houseAccount('ELECTRICITY_REVENUE', coin);
  const locked = await lockedHouseBalance(dbTx, shared);
  return account === 'ELECTRICITY_REVENUE' ? locked : lockedHouseBalance(dbTx, houseAccount(account, coin));
}

/**
 * What a refund may take of an account: its balance, and of that the money that customers paid. Promotional credit that was spent is
 * revenue, but no money: it is given back as promotional credit only.
 */
export async function lockRefundable(
  dbTx: Transaction,
  account: RevenueAccount,
  coin: Coin,
): Promise<{ balance: bigint; money: bigint }> {
  const balance = await lockRevenue(dbTx, account, coin);
  return { balance, money: least(balance, (await one(dbTx, earned, [coin])).amount) };
}

/** What INTEREST_FUND may be paid of an account: its balance, as far as the coins that the house holds cover all that it owes. */
export async function lockPayable(
  dbTx: Transaction,
  account: RevenueAccount,
  coin: Coin,
): Promise<{ balance: bigint; covered: bigint }> {
  const balance = await lockRevenue(dbTx, account, coin);
  return { balance, covered: least(balance, (await one(dbTx, payable, [coin])).amount) };
}

/** Never below zero: less than nothing cannot be paid either. */
const least = (balance: bigint, limit: bigint): bigint => {
  const smaller = balance < limit ? balance : limit;
  return smaller > 0n ? smaller : 0n;
};
