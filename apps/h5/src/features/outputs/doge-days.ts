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

/** What a date's output was worth less its electricity, in micro-USDT; null without a price, or where coins paid for it. */
export function netOf(worth: Amount | null, outputs: readonly Output[]): Amount | null {
  const fees = feesOf(outputs);
  if (worth === null || fees.some(({ coin }) => coin !== 'USDT')) return null;
  return fees.reduce((net, { amount }) => net - amount, worth);
}

/** What all of them were worth, which is rounded once, less their electricity. Null while one is not wholly listed or not known. */
export function netOfAll(
  days: readonly DogeDay[],
  worthAll: Amount | null,
  listed: readonly DayGroup[],
): Amount | null {
  if (worthAll === null) return null;
  let net = worthAll;
  for (const { date, value, worth } of days) {
    if (value === 0n) continue;
    const group = listed.find((one) => one.date === date);
    const ofDay = group === undefined || group.total === null ? null : netOf(worth, group.outputs);
    if (ofDay === null || worth === null) return null;
    net -= worth - ofDay;
  }
  return net;
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
