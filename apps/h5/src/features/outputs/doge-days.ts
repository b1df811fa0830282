import type { Data } from '@lode/contract';
import { type Amount, parseAmount, parseDecimal, valueInUsdt } from '@lode/money';
import type { DayGroup, Output } from './output.ts';

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

/** What a date's output was worth less its electricity, in micro-USDT; null without a price, or where coins paid for it. */
export function netOf(worth: Amount | null, outputs: readonly Output[]): Amount | null {
  const fees = feesOf(outputs);
  if (worth === null || fees.some(({ coin }) => coin !== 'USDT')) return null;
  return fees.reduce((net, { amount }) => net - amount, worth);
}

/** Of all dates, exact: a sum of what rows show would be off by a cent or two a day. Null while one is not wholly listed or not known. */
export function netOfAll(days: readonly DogeDay[], listed: readonly DayGroup[]): Amount | null {
  let sum = 0n;
  for (const { date, value, worth } of days) {
    if (value === 0n) continue;
    const group = listed.find((one) => one.date === date);
    const net = group === undefined || group.total === null ? null : netOf(worth, group.outputs);
    if (net === null) return null;
    sum += net;
  }
  return sum;
}

export interface DogeMonth {
  /** `2026-11` */
  month: string;
  days: DayGroup[];
}

/** Dates, newest first, by month. */
export function monthsOf(days: readonly DayGroup[]): DogeMonth[] {
  const months: DogeMonth[] = [];
  for (const day of days) {
    const month = day.date.slice(0, 7);
    const last = months.at(-1);
    if (last?.month === month) last.days.push(day);
    else months.push({ month, days: [day] });
  }
  return months;
}

export interface FeeSum {
  coin: Output['fee']['coin'];
  amount: Amount;
}

/** Electricity of outputs, summed for each coin that paid it. */
export function feesOf(outputs: readonly Output[]): FeeSum[] {
  const sums = new Map<FeeSum['coin'], Amount>();
  for (const { fee } of outputs) sums.set(fee.coin, (sums.get(fee.coin) ?? 0n) + parseAmount(fee.amount, fee.coin));
  return [...sums].map(([coin, amount]) => ({ coin, amount }));
}
