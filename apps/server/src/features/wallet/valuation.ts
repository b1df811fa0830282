import { type Coin, divTowardsZero, formatAmount, formatShortest, ledgerScale, valueInUsdt } from '@lode/money';
import { daysBetween, miningDate, startOfMiningDay } from '../../platform/clock/clock.ts';
import { type AccountBalance, balanceAnswer, totalOf } from './balances.ts';

/** The latest reference price of a coin: micro-USDT for one coin, fixed at 00:00 UTC of its mining day. */
export interface LatestPrice {
  coin: Coin;
  date: string;
  usdt: bigint;
}

/** A day's price arrives with the close of that day, early on the next: two days back is as fresh as it gets by night. */
const freshDays = 2;

function isStale(price: LatestPrice, now: Date): boolean {
  return daysBetween(price.date, miningDate(now)) > freshDays;
}

export function valuedAnswer(balance: AccountBalance, prices: readonly LatestPrice[]) {
  const price = priceOf(balance.coin, prices);
  const value = price === null ? null : valueInUsdt(totalOf(balance), balance.coin, price);
  return { ...balanceAnswer(balance), valueUsdt: value === null ? null : formatAmount(value, 'USDT') };
}

/** Micro-USDT of everything that has a price: the exact sum, rounded once, not a sum of rounded parts. */
export function totalInUsdt(balances: readonly AccountBalance[], prices: readonly LatestPrice[]): bigint {
  const commonScale = 10n ** 8n;
  const exact = balances.reduce((sum, balance) => {
    const price = priceOf(balance.coin, prices);
    if (price === null) return sum;
    return sum + totalOf(balance) * price * (commonScale / 10n ** BigInt(ledgerScale(balance.coin)));
  }, 0n);
  return divTowardsZero(exact, commonScale);
}

/** Micro-USDT for one coin. USDT is worth itself; a coin without a price has no value rather than none. */
function priceOf(coin: Coin, prices: readonly LatestPrice[]): bigint | null {
  return coin === 'USDT' ? 1_000_000n : (prices.find((price) => price.coin === coin)?.usdt ?? null);
}

export function priceAnswer(price: LatestPrice, now: Date) {
  return {
    coin: price.coin,
    usdt: formatShortest(price.usdt, 6),
    time: startOfMiningDay(price.date).toISOString(),
    stale: isStale(price, now),
  };
}
