import type { Data } from '@lode/contract';
import { type Amount, divTowardsZero, parseAmount } from '@lode/money';

export type HostingFee = Data<'hostingFeeList'>['records'][number];

/** A month's hosting fee, by days. */
interface HostingFormula {
  monthly: Amount;
  days: number;
  daysOfMonth: number;
}

export const daysOfMonth = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();

/** Null when the current monthly fee does not yield the booked amount. */
export function hostingFormula({ month, days, monthlyFee, amount }: HostingFee): HostingFormula | null {
  if (monthlyFee === null) return null;
  const monthly = parseAmount(monthlyFee, 'USDT');
  const all = daysOfMonth(month);
  const isSame = divTowardsZero(monthly * BigInt(days), BigInt(all)) === parseAmount(amount, 'USDT');
  return isSame ? { monthly, days, daysOfMonth: all } : null;
}
