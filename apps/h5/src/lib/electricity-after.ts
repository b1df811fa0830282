import type { Data } from '@lode/contract';
import { type Amount, divFloor, parseAmount } from '@lode/money';

/** As the server, which asks for a second confirmation below it. */
const daysToKeep = 3n;

export interface ElectricityAfter {
  /** Balance left in the electricity account. */
  left: Amount;
  days: bigint;
}

/** Electricity left after a withdrawal or subscription of USDT; null while it lasts three days or more, or nothing is charged. */
export function electricityAfter(
  amount: Amount,
  { available, dailyFee }: Pick<Data<'electricityReminder'>, 'available' | 'dailyFee'>,
): ElectricityAfter | null {
  const fee = parseAmount(dailyFee, 'USDT');
  const left = parseAmount(available, 'USDT') - amount;
  if (fee === 0n || left < 0n) return null;
  const days = divFloor(left, fee);
  return days < daysToKeep ? { left, days } : null;
}
