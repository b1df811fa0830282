import type { Data } from '@lode/contract';
import { type Amount, displayScale, divCeil, divFloor, ledgerScale, parseAmount, parseDecimal } from '@lode/money';
import type { IconName } from '@lode/ui';

export const savingsCoins = ['BTC', 'USDT'] as const;
export type SavingsCoin = (typeof savingsCoins)[number];

export type Savings = Data<'coinUpDetail'>;
export type CoinUpRecord = Data<'coinUpPage'>['records'][number];

/** Rates of COIN UP, from the fields of `apy`. */
export interface RateInfo {
  isEnableFunction: boolean;
  BTC: { min: string; apy: string };
  USDT: { min: string; apy: string };
  announced: Data<'apy'>['announced'];
}

/** Data shared by the pages of COIN UP. */
export interface CoinUp {
  rates: RateInfo;
  BTC: Savings;
  USDT: Savings;
}

/** Nothing was ever saved in this coin: its sums are all zero, and nothing can be redeemed. */
export const isUnused = ({
  coin,
  principal,
  inTransitIn,
  inTransitOut,
  totalInterest,
  interestOwed,
}: Savings): boolean =>
  [principal, inTransitIn, inTransitOut, totalInterest, interestOwed].every((sum) => parseAmount(sum, coin) === 0n);

export const coinIcons: Record<SavingsCoin, IconName> = { BTC: 'btc', USDT: 'usdt' };

export function ratesFrom(response: Data<'apy'>): RateInfo {
  const { isEnableFunction, btcMinimumValue, btcApy, usdtMinimumValue, usdtApy, announced } = response;
  return {
    isEnableFunction,
    BTC: { min: btcMinimumValue, apy: btcApy },
    USDT: { min: usdtMinimumValue, apy: usdtApy },
    announced,
  };
}

/** The coin in the address; USDT by default. */
export function coinOf(text: string | null): SavingsCoin {
  return text === 'BTC' ? 'BTC' : 'USDT';
}

/** `"4.20"` per cent at this scale is 42,000 parts per million. */
const apyScale = 4;
const partsOfYear = 365n * 1_000_000n;

/** Interest of one day in minor units, without the carry of the day before; `apy` is per cent a year. */
export function dailyInterest(principal: Amount, apy: string): Amount {
  return divFloor(principal * parseDecimal(apy, apyScale), partsOfYear);
}

/**
 * What must come in until the smallest subscription can be paid, at most 0 when there is enough; rounded up to the decimals that are shown.
 * `owed` is taken of it first.
 */
export function missingToMinimum(
  coin: SavingsCoin,
  { available, min, owed }: Pick<Savings, 'available' | 'min'> & { owed: Amount },
): Amount {
  const shownUnit = 10n ** BigInt(ledgerScale(coin) - displayScale(coin));
  const missing = parseAmount(min, coin) - parseAmount(available, coin);
  return divCeil(missing > 0n ? missing + owed : missing, shownUnit) * shownUnit;
}
