import { type Coin, differenceOfShown, formatAmount, formatShortest, valueInUsdt } from '@lode/money';
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
  const value = worthOf(balance, prices);
  return { ...balanceAnswer(balance), valueUsdt: value === null ? null : formatAmount(value, 'USDT') };
}

/** Micro-USDT of everything that has a price: the sum of what stands beside each balance, so that a reader who adds up finds the same. */
export function totalInUsdt(balances: readonly AccountBalance[], prices: readonly LatestPrice[]): bigint {
  return balances.reduce((sum, balance) => sum + (worthOf(balance, prices) ?? 0n), 0n);
}

/** Micro-USDT of a balance down to the shown decimals, as every page writes it; null without a price. */
function worthOf(balance: AccountBalance, prices: readonly LatestPrice[]): bigint | null {
  const price = priceOf(balance.coin, prices);
  return price === null ? null : differenceOfShown('USDT', valueInUsdt(totalOf(balance), balance.coin, price));
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
