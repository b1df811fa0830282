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

const cent = 10_000n;

/**
 * Parts of a whole in micro-USDT to the cent, so that they add up to the whole as it is shown. A cent that rounding down leaves over goes
 * to a part whose coins are valued; those that `isExact` names stand somewhere to the cent already. Null and nothing stay as they are.
 */
export function toTheCent<Part extends { value: Amount | null }>(
  parts: readonly Part[],
  isExact: (part: Part) => boolean,
): Part[] {
  const floored = parts.map((part) => ({
    ...part,
    value: part.value === null ? null : part.value - (part.value % cent),
  }));
  const sum = (of: readonly Part[]) => of.reduce((whole, { value }) => whole + (value ?? 0n), 0n);
  let over = (sum(parts) - sum(floored)) / cent;
  return floored.map((part) => {
    if (over === 0n || part.value === null || part.value === 0n || isExact(part)) return part;
    over -= 1n;
    return { ...part, value: part.value + cent };
  });
}
