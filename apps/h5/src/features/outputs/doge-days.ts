import type { Data } from '@lode/contract';
import { type Amount, parseAmount, parseDecimal, valueInUsdt } from '@lode/money';

export interface DogeDay {
  date: string;
  /** DOGE of the date, in minor units. */
  value: Amount;
  /** At the date's own price, in micro-USDT; null without one. */
  worth: Amount | null;
}

/** Oldest first, from the first date with DOGE on; a date without is a date of nothing. */
export function dogeDaysOf(records: Data<'earningDays'>['records']): DogeDay[] {
  const days = records.toReversed().map(({ date, outputs }): DogeDay => {
    const doge = outputs.find(({ coin }) => coin === 'DOGE');
    if (!doge) return { date, value: 0n, worth: 0n };
    const value = parseAmount(doge.amount, 'DOGE');
    const price = doge.priceUsdt === null ? null : parseDecimal(doge.priceUsdt, 6);
    return { date, value, worth: price === null ? null : valueInUsdt(value, 'DOGE', price) };
  });
  const first = days.findIndex(({ value }) => value > 0n);
  return first < 0 ? [] : days.slice(first);
}

/** What all of them were worth, each at its own price: null where a date with DOGE has none. */
export function worthOfAll(days: readonly DogeDay[]): Amount | null {
  const parts = days.map(({ worth }) => worth);
  return parts.includes(null) ? null : parts.reduce<Amount>((sum, worth) => sum + (worth ?? 0n), 0n);
}
