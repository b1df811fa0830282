import type { Data } from '@lode/contract';
import { type Amount, differenceOfShown, formatAmount, parseAmount } from '@lode/money';
import { usdtValueOf } from '../../lib/valuation.ts';
import { type CoinUp, type Savings, savingsCoins } from './savings.ts';

type Prices = Data<'indexInfo'>['assetsInfo']['prices'];

/** Both coins in micro-USDT. */
export interface SavingsFigures {
  principal: Amount;
  yesterday: Amount;
  total: Amount;
  /** Cumulative interest, as far as it is paid, by each of the latest closed dates, oldest first; at most 30. */
  days: { date: string; total: Amount }[];
}

/** Adds up both coins in USDT; null while a non-zero position has no price. */
export function savingsFigures(coinUp: CoinUp, prices: Prices): SavingsFigures | null {
  const sum = (amountOf: (savings: Savings) => string, shown = (value: Amount) => value): Amount | null => {
    let total = 0n;
    for (const coin of savingsCoins) {
      const amount = amountOf(coinUp[coin]);
      if (parseAmount(amount, coin) === 0n) continue;
      const value = usdtValueOf(amount, coin, prices);
      if (value === null) return null;
      total += shown(value);
    }
    return total;
  };
  // As assets and the home page have it: each coin to the cent.
  const principal = sum(
    (savings) => savings.principal,
    (value) => differenceOfShown('USDT', value),
  );
  const yesterday = sum((savings) => savings.yesterdayInterest);
  const total = sum((savings) => savings.totalInterest);
  if (principal === null || yesterday === null || total === null) return null;
  const days: SavingsFigures['days'] = [];
  const dates = savingsCoins.flatMap((coin) => coinUp[coin].last30.map(({ date }) => date));
  for (const date of [...new Set(dates)].sort().slice(-30)) {
    const paid = sum((savings) => paidUpTo(savings, date));
    if (paid === null) return null;
    days.push({ date, total: paid });
  }
  return { principal, yesterday, total, days };
}

/** Cumulative interest up to a date: the total less the later days. Interest that is owed is in neither. */
function paidUpTo({ coin, totalInterest, last30 }: Savings, date: string): string {
  const later = last30.filter((day) => day.date > date).reduce((sum, day) => sum + parseAmount(day.amount, coin), 0n);
  return formatAmount(parseAmount(totalInterest, coin) - later, coin);
}

/** The latest closed business date of either coin. */
export function latestDay({ BTC, USDT }: CoinUp): string | null {
  return (
    [BTC.yesterdayDate, USDT.yesterdayDate]
      .filter((date) => date !== null)
      .sort()
      .at(-1) ?? null
  );
}
