import type { Data } from '@lode/contract';
import { type Amount, divFloor, ledgerScale, parseAmount, parseDecimal, valueInUsdt } from '@lode/money';
import type { MinedCoin } from './use-output-filter.ts';

type EarningDays = Data<'earningDays'>;

const priceOf = ({ outputs }: EarningDays['records'][number], coin: MinedCoin): bigint | null => {
  const price = outputs.find((output) => output.coin === coin)?.priceUsdt ?? null;
  return price === null ? null : parseDecimal(price, 6);
};

/** An amount of a date at that date's price, in micro-USDT; null where the price is not known. */
export function valueOn(days: EarningDays | undefined, date: string, amount: Amount, coin: MinedCoin): Amount | null {
  const day = days?.records.find((one) => one.date === date);
  const price = day === undefined ? null : priceOf(day, coin);
  return price === null ? null : valueInUsdt(amount, coin, price);
}

/** All output of a coin within the bounds, each date at its own price, rounded once; null unless every date is known. */
export function valueWithin(
  days: EarningDays | undefined,
  coin: MinedCoin,
  { from = '', to }: { from?: string; to?: string },
): Amount | null {
  const oldest = days?.records.at(-1)?.date;
  if (days === undefined || oldest === undefined || (days.nextCursor !== null && oldest > from)) return null;
  let exact = 0n;
  for (const day of days.records) {
    if (day.date < from || (to !== undefined && day.date > to)) continue;
    const amount = parseAmount(day.outputs.find((output) => output.coin === coin)?.amount ?? '0', coin);
    if (amount === 0n) continue;
    const price = priceOf(day, coin);
    if (price === null) return null;
    exact += amount * price;
  }
  return divFloor(exact, 10n ** BigInt(ledgerScale(coin)));
}

/** All output of a coin, also of dates that are kept elsewhere; null where a date has no price. */
export function valueEver(earnings: Data<'earnings'> | undefined, coin: MinedCoin): Amount | null {
  const total = earnings?.periods.find(({ period }) => period === 'TOTAL');
  const output = total?.outputs.find((one) => one.coin === coin);
  return output === undefined || total?.unpriced.includes(coin) ? null : parseAmount(output.valueUsdt, 'USDT');
}
