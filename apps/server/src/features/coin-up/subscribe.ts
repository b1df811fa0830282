import { customerAccount, lockBalances } from '@lode/ledger';
import { parseAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts';
import {
  type ElectricityDays,
  endangersElectricity,
  type Spendable,
  type SpendablePorts,
  spendableAfter,
} from '../../platform/spendable.ts';
import { coinUpDates } from './coin-up-dates.ts';
import {
  holdCoinUpDay,
  holdPositions,
  insertSubscriptions,
  type NewSubscription,
  type Order,
} from './positions.store.ts';
import { type CoinUpTerms, offeredTerms, type TermsPorts } from './product-terms.ts';
import { type SavingsCoin, walletAccount } from './savings-coin.ts';
import { readTypedAmount, smallestTyped } from './typed-amount.ts';

export interface SubscribePorts extends TermsPorts, SpendablePorts {}

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

/** What a subscription is decided by, read while the position and the wallet are locked. */
interface SubscriptionFacts {
  terms: CoinUpTerms;
  spendable: Spendable;
  /** Null where nothing has to be confirmed. */
  electricityDays: ElectricityDays | null;
  today: string;
}

/** Moves money from the wallet into savings, where it earns from tomorrow on. In the caller's transaction. */
export async function subscribe(
  dbTx: Transaction,
  ports: SubscribePorts,
  input: Subscription,
): Promise<Order | Refusal> {
  const [decided] = await decideSubscriptions(dbTx, ports, [input]);
  if (decided === undefined) throw new Error('a subscription was not decided');
  if (isRefusal(decided)) return decided;
  const [order] = await insertSubscriptions(dbTx, [decided]);
  return order as Order;
}

/**
 * Locks positions and wallets, reads in one round trip what the subscriptions are decided by, and judges each by what those before it
 * leave in its wallet.
 */
export async function decideSubscriptions(
  dbTx: Transaction,
  ports: SubscribePorts,
  subscriptions: readonly Subscription[],
): Promise<(NewSubscription | Refusal)[]> {
  const unconfirmed = subscriptions.filter(asksForConfirmation);
  const dates = [...new Set(subscriptions.map(({ now }) => businessDate(now)))].sort();
  const latest = new Date(Math.max(...subscriptions.map(({ now }) => now.getTime())));
  const [days, terms, , , spendables, electricity] = await Promise.all([
    Promise.all(dates.map((date) => holdCoinUpDay(dbTx, date))),
    offeredTerms(dbTx, ports, latest),
    holdPositions(dbTx, subscriptions),
    lockBalances(
      dbTx,
      subscriptions.flatMap((one) => Object.values(accountsOf(one))),
    ),
    ports.readSpendables(dbTx, subscriptions),
    unconfirmed.length === 0
      ? []
      : ports.electricityDays(
          dbTx,
          unconfirmed.map(({ customerId }) => customerId),
        ),
  ]);
  const taken = new Map<string, bigint>();
  return subscriptions.map((subscription, i) => {
    const wallet = `${subscription.customerId} ${subscription.coin}`;
    const takenBefore = taken.get(wallet) ?? 0n;
    const decided = decide(subscription, {
      terms,
      spendable: spendableAfter(spendables[i] as Spendable, takenBefore),
      electricityDays: electricity[unconfirmed.indexOf(subscription)] ?? null,
      today: days[dates.indexOf(businessDate(subscription.now))] as string,
    });
    if (!isRefusal(decided)) taken.set(wallet, takenBefore + decided.amount);
    return decided;
  });
}

const accountsOf = ({ customerId, coin }: Subscription) => ({
  from: customerAccount(customerId, walletAccount[coin], coin),
  to: customerAccount(customerId, 'COIN_UP_ACCOUNT', coin),
});

/** Those who would be left with little electricity. */
const asksForConfirmation = ({ coin, confirm }: Subscription): boolean => coin === 'USDT' && !confirm;

function decide(
  subscription: Subscription,
  { terms: { isEnableFunction, ...offered }, spendable, electricityDays, today }: SubscriptionFacts,
): NewSubscription | Refusal {
  const { customerId, coin, key, now } = subscription;
  const { min } = offered[coin];
  const { balance, available, owes } = spendable;
  if (!isEnableFunction) return refuse('switchedOff');
  if (owes) return refuse('notOperable');
  const amount = readTypedAmount(subscription.amount, coin, available);
  if (isRefusal(amount)) return amount;
  if (amount < parseAmount(min, coin)) return refuse('belowMinimum', { min });
  if (amount === 0n) return refuse('belowMinimum', { min: smallestTyped(coin) });
  if (amount > available) return refuse('insufficientBalance');
  if (electricityDays !== null && endangersElectricity(electricityDays, balance - amount))
    return refuse('endangersElectricity');
  return {
    customerId,
    coin,
    amount,
    date: today,
    arrivalDate: coinUpDates('IN', today).arrivalDate,
    now,
    key,
    ...accountsOf(subscription),
    input: { customerId, coin, amount },
    type: `COIN_UP_IN_${coin}`,
  };
}
