import type { Data } from '@lode/contract';
import {
  type Amount,
  type Coin,
  divTowardsZero,
  ledgerScale,
  parseAmount,
  parseDecimal,
  valueInUsdt,
} from '@lode/money';

export type Price = Data<'indexInfo'>['assetsInfo']['prices'][number];

/** Whether days of the past are shown again, at their own prices: nothing of it is a price of today. */
export function isReplay(info: Pick<Data<'indexInfo'>, 'mining'> | undefined): boolean {
  return info?.mining.source === 'demo-replay';
}

const wireScale = 18;
const microScale = 6;

/** Micro-USDT per coin, rounded towards zero; null without a price. USDT counts as 1. */
export function priceOf(coin: Coin, prices: readonly Price[]): bigint | null {
  if (coin === 'USDT') return 10n ** BigInt(microScale);
  const price = prices.find((candidate) => candidate.coin === coin);
  if (!price) return null;
  return divTowardsZero(parseDecimal(price.usdt, wireScale), 10n ** BigInt(wireScale - microScale));
}

/** Value of a wire amount in micro-USDT; null without a price. */
export function usdtValueOf(amount: string, coin: Coin, prices: readonly Price[]): Amount | null {
  const price = priceOf(coin, prices);
  return price === null ? null : valueInUsdt(parseAmount(amount, coin), coin, price);
}

/** Amount of a coin that equals a sum in USDT, rounded towards zero; null without a positive price. */
export function worthInCoin(totalUsdt: string, coin: Coin, prices: readonly Price[]): Amount | null {
  const price = priceOf(coin, prices);
  if (price === null || price <= 0n) return null;
  return divTowardsZero(parseAmount(totalUsdt, 'USDT') * 10n ** BigInt(ledgerScale(coin)), price);
}

export function sumOf(amounts: readonly string[], coin: Coin): Amount {
  return amounts.reduce((sum, amount) => sum + parseAmount(amount, coin), 0n);
}

type Balance = Data<'indexInfo'>['assetsInfo']['accounts'][number];

export const hasBalance = ({ coin, total }: Balance): boolean => parseAmount(total, coin) !== 0n;

/** Coins held without a price, which totals in USDT exclude. */
export function unpricedCoins(balances: readonly Balance[]): Coin[] {
  const unpriced = balances.filter((balance) => balance.valueUsdt === null && hasBalance(balance));
  return [...new Set(unpriced.map(({ coin }) => coin))];
}
