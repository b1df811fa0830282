import { customerAccount, customerAccountCoins, lockBalances } from '@lode/ledger';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { coinUpDates } from './coin-up-dates.ts';
import { holdCoinUpDay, insertInterestRedemption, type Order } from './positions.store.ts';
import type { Redemption } from './redeem.ts';
import { walletAccount } from './savings-coin.ts';
import { readTypedAmount, smallestTyped } from './typed-amount.ts';

export interface RedeemInterestPorts {
  /** Pays what customers owe; to be called after a credit to the wallet. */
  readonly payOwedWithoutNotice: (dbTx: Transaction, customerIds: readonly bigint[], at: Date) => Promise<unknown>;
}

/** Moves paid interest to the wallet, at once. In the caller's transaction. */
export async function redeemInterest(
  dbTx: Transaction,
  ports: RedeemInterestPorts,
  { customerId, coin, now, key, ...input }: Redemption & { key: string },
): Promise<Order | Refusal> {
  const today = await holdCoinUpDay(dbTx, businessDate(now));
  const from = customerAccount(customerId, 'INCOME_ACCOUNT', coin);
  // With it all that paying debts may move: at once, in the order of every credit to a wallet.
  const balances = await lockBalances(dbTx, [
    from,
    customerAccount(customerId, 'ELE_ACCOUNT', 'USDT'),
    ...customerAccountCoins.OUTPUT_ACCOUNT.map((mined) => customerAccount(customerId, 'OUTPUT_ACCOUNT', mined)),
  ]);
  const available = balances.get(from)?.available ?? 0n;

  const amount = readTypedAmount(input.amount, coin, available);
  if (isRefusal(amount)) return amount;
  if (amount === 0n) return refuse('belowMinimum', { min: smallestTyped(coin) });
  if (amount > available) return refuse('insufficientBalance');
  const { arrivalDate } = coinUpDates('INCOMES', today);
  const order = await insertInterestRedemption(dbTx, {
    customerId,
    coin,
    amount,
    date: today,
    arrivalDate,
    now,
    key,
    from,
    to: customerAccount(customerId, walletAccount[coin], coin),
    input: { customerId, coin, amount },
    type: `INCOME_IN_${coin}`,
  });
  await ports.payOwedWithoutNotice(dbTx, [customerId], now);
  return order;
}
