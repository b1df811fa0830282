import { customerAccount, lockBalances } from '@lode/ledger';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { coinUpDates } from './coin-up-dates.ts';
import { moved } from './position-state.ts';
import { holdCoinUpDay, insertRedemption, lockedPosition, type Order } from './positions.store.ts';
import type { SavingsCoin } from './savings-coin.ts';
import { readTypedAmount, smallestTyped } from './typed-amount.ts';

export interface Redemption {
  customerId: bigint;
  coin: SavingsCoin;
  /** As it was typed. */
  amount: string;
  now: Date;
}

/** Takes earning principal out: it earns nothing for today and is in the wallet tomorrow. In the caller's transaction. */
export async function redeem(
  dbTx: Transaction,
  { customerId, coin, now, ...input }: Redemption,
): Promise<Order | Refusal> {
  const today = await holdCoinUpDay(dbTx, businessDate(now));
  const position = await lockedPosition(dbTx, customerId, coin);
  const from = customerAccount(customerId, 'COIN_UP_ACCOUNT', coin);
  await lockBalances(dbTx, [from]);

  const amount = readTypedAmount(input.amount, coin, position.earning);
  if (isRefusal(amount)) return amount;
  if (amount === 0n) return refuse('belowMinimum', { min: smallestTyped(coin) });
  if (moved(position, { event: 'redeemed', amount }) === null) return refuse('insufficientBalance');
  const { arrivalDate } = coinUpDates('OUT', today);
  return insertRedemption(dbTx, { customerId, coin, amount, date: today, arrivalDate, now, from });
}
