import { customerAccount, lockBalances } from '@lode/ledger';
import { parseAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import { coinUpDates } from './coin-up-dates.ts';
import { holdCoinUpDay, insertSubscription, lockedPosition, type Order } from './positions.store.ts';
import { offeredTerms, type TermsPorts } from './product-terms.ts';
import { type SavingsCoin, walletAccount } from './savings-coin.ts';
import { readTypedAmount, smallestTyped } from './typed-amount.ts';

export interface SubscribePorts extends TermsPorts {
  /** What may leave a wallet, less what is reserved for electricity. To be read while its balance is locked. */
  readonly readSpendable: (
    db: Queryable,
    wallet: { customerId: bigint; coin: SavingsCoin; now: Date },
  ) => Promise<Spendable>;
  /** How many days an amount of prepaid electricity would last this customer; null without fees. */
  readonly electricityDays: (db: Queryable, customerId: bigint, available: bigint) => Promise<number | null>;
}

/** Minor units of one wallet. */
interface Spendable {
  /** The ledger's. */
  balance: bigint;
  /** Set aside for electricity that is used and not charged yet. */
  reserved: bigint;
  available: bigint;
  /** Electricity or hosting is owed. */
  owes: boolean;
}

export interface Subscription {
  customerId: bigint;
  coin: SavingsCoin;
  /** As it was typed. */
  amount: string;
  /** The customer knows that little electricity stays. */
  confirm: boolean;
  /** Of the transfer. */
  key: string;
  now: Date;
}

/** Fewer days of electricity than this are asked about first. */
const daysToKeep = 3;

/** Moves money from the wallet into savings, where it earns from tomorrow on. In the caller's transaction. */
export async function subscribe(
  dbTx: Transaction,
  ports: SubscribePorts,
  input: Subscription,
): Promise<Order | Refusal> {
  const { customerId, coin, confirm, key, now } = input;
  const today = await holdCoinUpDay(dbTx, businessDate(now));
  const { isEnableFunction, [coin]: terms } = await offeredTerms(dbTx, ports, now);
  if (!isEnableFunction) return refuse('switchedOff');

  await lockedPosition(dbTx, customerId, coin);
  const from = customerAccount(customerId, walletAccount[coin], coin);
  const to = customerAccount(customerId, 'COIN_UP_ACCOUNT', coin);
  await lockBalances(dbTx, [from, to]);
  const { balance, available, owes } = await ports.readSpendable(dbTx, { customerId, coin, now });
  if (owes) return refuse('notOperable');

  const amount = readTypedAmount(input.amount, coin, available);
  if (isRefusal(amount)) return amount;
  if (amount < parseAmount(terms.min, coin)) return refuse('belowMinimum', { min: terms.min });
  if (amount === 0n) return refuse('belowMinimum', { min: smallestTyped(coin) });
  if (amount > available) return refuse('insufficientBalance');
  if (coin === 'USDT' && !confirm) {
    const days = await ports.electricityDays(dbTx, customerId, balance - amount);
    if (days !== null && days < daysToKeep) return refuse('endangersElectricity');
  }
  const { arrivalDate } = coinUpDates('IN', today);
  return insertSubscription(dbTx, {
    customerId,
    coin,
    amount,
    date: today,
    arrivalDate,
    now,
    key,
    from,
    to,
    input: { customerId, coin, amount },
    type: `COIN_UP_IN_${coin}`,
  });
}
